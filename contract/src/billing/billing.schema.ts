import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Time } from '../fields.schema.ts'

/** What a plan counts, and how much of each it allows; null: no limit. */
const Limits = z.object({
  members: z.nullable(z.int()),
  indexed_items: z.nullable(z.int()),
  assistant_conversations: z.nullable(z.int()),
})
/** What a workspace uses of its plan. A copy of one's own has one plan, and that has no limits. */
export const Usage = z.object({
  plan: z.literal('self_hosted'),
  limits: Limits,
  members: z.int(),
  /** Pages and files that answers are made from. */
  indexed_items: z.int(),
  /**
   * Conversations in which the assistant posted its first sourced answer since `month_began_at`: each is counted
   * once in its life. Those of the preview page are tests and are not counted.
   */
  assistant_conversations: z.int(),
  /** The first of the month, midnight UTC. */
  month_began_at: Time,
})
export type Usage = z.infer<typeof Usage>
export const getUsage = schemas({
  output: Usage,
  problems: ['not_found', 'forbidden'],
})
