import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { availabilities } from './availability.ts'
import { Id } from '../fields.schema.ts'

/** The availability that a member chose. */
export const Availability = z.enum(availabilities)
export type Availability = z.infer<typeof Availability>

export const MemberAvailability = z.object({
  integration_id: Id,
  user_id: Id,
  availability: Availability,
  /** Whether they have been inactive on all their pages for `idleAfter_ms`. */
  is_idle: z.boolean(),
})
export type MemberAvailability = z.infer<typeof MemberAvailability>
export const setAvailability = schemas({
  input: z.object({ availability: z.optional(Availability), is_idle: z.optional(z.boolean()) }),
  output: MemberAvailability,
  problems: ['not_found', 'invalid_input'],
})
export const availabilityChanged = MemberAvailability
