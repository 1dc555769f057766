import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { conversationDaysMax, conversationDaysMin } from './retention.ts'

const KeepDays = z.int().check(z.gte(conversationDaysMin), z.lte(conversationDaysMax))

/** What one run has deleted. */
export const RetentionRun = z.object({
  id: Id,
  /** Conversations closed before this time, without a later message, were deleted. */
  before: Time,
  conversations: z.int(),
  messages: z.int(),
  files: z.int(),
  started_at: Time,
  /** Null while it runs. */
  finished_at: z.nullable(Time),
})
export type RetentionRun = z.infer<typeof RetentionRun>
export const Retention = z.object({
  /** Null if conversations are kept until someone deletes them. */
  keep_days: z.nullable(KeepDays),
  /** Whether the workspace's plan includes retention. If not, nothing is deleted by age. */
  is_in_plan: z.boolean(),
  /** The newest ten, newest first. A run that deletes nothing is listed only while it runs. */
  runs: z.array(RetentionRun),
})
export type Retention = z.infer<typeof Retention>
export const RetentionPreview = z.object({
  conversations: z.int(),
  messages: z.int(),
  files: z.int(),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const getRetention = schemas({ output: Retention, problems: ['not_found', 'forbidden'] })
export const previewRetention = schemas({
  input: z.object({
    keep_days: z.coerce.number().check(z.int(), z.gte(conversationDaysMin), z.lte(conversationDaysMax)),
  }),
  output: RetentionPreview,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateRetention = schemas({
  input: z.object({ keep_days: z.nullable(KeepDays) }),
  output: Retention,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit', 'confirm_identity'],
})
