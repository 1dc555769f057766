import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Priority } from './conversations/conversations.ts'
import { Time } from './fields.ts'
import { event, route } from './api.ts'

/** How soon a team wants to reply, when silence ends a conversation, and when replies are emailed. */

/** Minutes of open time that may be aimed at. */
export const replyTargets = [5, 15, 30, 60, 120, 240, 480, 1440, 2880] as const
/** Days of silence that may be allowed. */
export const inactivityDays = [1, 2, 3, 5, 7, 14, 30] as const

/** Days of silence after which a new workspace resolves conversations. */
export const defaultInactivityDays = 3

/** Minutes a customer can be away before replies are emailed. */
export const mailDelays = [2, 10, 60] as const
/** Of them, what a new workspace has. */
export const defaultMailDelay = 2

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
  /** When a member chose `resolve_after_days`, be it never; null: not yet. */
  silence_chosen_at: z.nullable(Time),
  /** Null until they were changed for the first time. */
  updated_at: z.nullable(Time),
  /** Grows with every change, so that an older event never overwrites a newer state. */
  version: z.int(),
})
export type Targets = z.infer<typeof Targets>
/** Whether its owner and admins are asked when silence should resolve conversations: once, where it never does. */
export const usesInactivity = ({ resolve_after_days, silence_chosen_at }: Targets): boolean =>
  resolve_after_days === null && silence_chosen_at === null

const Target = z.nullable(z.literal(replyTargets))
/** By priority; those that are left out stay. */
const TargetChanges = z.object({
  none: z.optional(Target),
  low: z.optional(Target),
  medium: z.optional(Target),
  high: z.optional(Target),
  urgent: z.optional(Target),
})
const path = '/api/integration/:integration_id/targets'
export const getTargets = route({ method: 'GET', path, output: Targets, problems: ['not_found'] })
/** Counts from each conversation's next change on. */
export const updateTargets = route({
  method: 'PUT',
  path,
  input: z.object({
    first_reply_min: z.optional(TargetChanges),
    next_reply_min: z.optional(TargetChanges),
    resolve_after_days: z.optional(z.nullable(z.literal(inactivityDays))),
    mail_after_min: z.optional(z.nullable(z.literal(mailDelays))),
  }),
  output: Targets,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const targetsChanged = event('TargetsChanged', {
  data: Targets,
  channel: workspaceChannel,
})
