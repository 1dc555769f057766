import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Priority } from '../conversations/conversations.schema.ts'
import { Time } from '../fields.schema.ts'
import { inactivityDays, mailDelays, replyTargets } from './sla.ts'

/** Minutes by priority; null: no target. */
const ByPriority = z.record(Priority, z.nullable(z.int()))
export const Targets = z.object({
  integration_id: z.uuid(),
  /** Until the team's first reply, from when the customer began to wait. */
  first_reply_min: ByPriority,
  /** Until each further one. */
  next_reply_min: ByPriority,
  /** A conversation that waits for its customer is resolved after so many days of silence; null: never. */
  resolve_after_days: z.nullable(z.int()),
  /** A reply that the customer hasn't seen is emailed once they have been away for so long; null: never. */
  mail_after_min: z.nullable(z.int()),
  /** When a member set `resolve_after_days`, also to “never”. Null until then. */
  silence_chosen_at: z.nullable(Time),
  /** Null until they were changed for the first time. */
  updated_at: z.nullable(Time),
  /** Grows with every change, so that an older event never overwrites a newer state. */
  version: z.int(),
})
export type Targets = z.infer<typeof Targets>

const Target = z.nullable(z.literal(replyTargets))
/** By priority; those that are left out stay. */
const TargetChanges = z.object({
  none: z.optional(Target),
  low: z.optional(Target),
  medium: z.optional(Target),
  high: z.optional(Target),
  urgent: z.optional(Target),
})
export const getTargets = schemas({ output: Targets, problems: ['not_found'] })
export const updateTargets = schemas({
  input: z.object({
    first_reply_min: z.optional(TargetChanges),
    next_reply_min: z.optional(TargetChanges),
    resolve_after_days: z.optional(z.nullable(z.literal(inactivityDays))),
    mail_after_min: z.optional(z.nullable(z.literal(mailDelays))),
  }),
  output: Targets,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const targetsChanged = Targets
