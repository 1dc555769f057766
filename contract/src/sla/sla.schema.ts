import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Priority } from '../conversations/conversations.schema.ts'
import { Time } from '../fields.schema.ts'
import { inactivityDays, mailDelays, replyTargets } from './sla.ts'

/** Minutes by priority; null: no target. */
const ByPriority = z.record(Priority, z.nullable(z.int()))
export const Targets = z.object({
  integration_id: z.uuid(),
  /** Time to the team's first reply, from when the customer started waiting. */
  first_reply_min: ByPriority,
  /** Time to each later reply. */
  next_reply_min: ByPriority,
  /**
   * Resolves a conversation that waits for its customer after this many days of inactivity; null for never.
   */
  resolve_after_days: z.nullable(z.int()),
  /**
   * Emails a reply that the customer hasn't seen once they have been offline for this many minutes; null for
   * never.
   */
  email_delay_min: z.nullable(z.int()),
  /** When a member last set `resolve_after_days`, including to “never”; null if none has. */
  inactivity_set_at: z.nullable(Time),
  /** Null if the settings are the defaults. */
  updated_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Targets = z.infer<typeof Targets>

const Target = z.nullable(z.literal(replyTargets))
/** Minutes by priority. Omitted priorities don't change. */
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
    email_delay_min: z.optional(z.nullable(z.literal(mailDelays))),
  }),
  output: Targets,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const targetsChanged = Targets
