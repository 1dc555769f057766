import * as z from 'zod/mini'
import { Id } from '../fields.schema.ts'

export const membersMentioned = z.object({
  integration_id: Id,
  conversation_id: Id,
  /** `seq` of the note. */
  seq: z.int(),
  user_ids: z.array(Id),
  by_id: Id,
  by_name: z.string(),
})
