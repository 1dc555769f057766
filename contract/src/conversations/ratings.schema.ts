import * as z from 'zod/mini'
import { Id, text, Time } from '../fields.schema.ts'
import { ratingCharsMax } from './ratings.ts'

/** From 1, very bad, to 5, very good: five faces in the chat. */
export const Score = z.int().check(z.gte(1), z.lte(5))

/** The customer's rating of a resolved conversation; the newest counts. */
export const Rating = z.object({ score: z.int(), comment: z.nullable(z.string()), rated_at: Time })
export type Rating = z.infer<typeof Rating>

/** A visitor's rating. The client chooses the id, so that retries are safe. */
export const RatingInput = z.object({
  id: Id,
  score: Score,
  comment: z._default(text(0, ratingCharsMax), ''),
})
