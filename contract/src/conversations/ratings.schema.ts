import * as z from 'zod/mini'
import { Id, text, Time } from '../fields.schema.ts'
import { ratingCharsMax } from './ratings.ts'

/** From 1, very bad, to 5, very good: five faces in the chat. */
export const Score = z.int().check(z.gte(1), z.lte(5))

/** What the customer made of a conversation, once it was resolved; the newest counts. */
export const Rating = z.object({ score: z.int(), comment: z.nullable(z.string()), rated_at: Time })
export type Rating = z.infer<typeof Rating>

/** What a visitor sends; the id is theirs to choose, so that a retry is harmless. */
export const RatingInput = z.object({
  id: Id,
  score: Score,
  comment: z._default(text(0, ratingCharsMax), ''),
})
