import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Instant, text, Time } from '../fields.schema.ts'

export const Blocked = z.object({
  at: Time,
  /** Null if the block doesn't expire. */
  until: z.nullable(Time),
  /** Visible to the team only; may be empty. */
  why: z.string(),
  by_name: z.string(),
})
export type Blocked = z.infer<typeof Blocked>
export const blockContact = schemas({
  input: z.object({ until: z.nullable(Instant), why: z._default(text(0, 300), '') }),
  output: Blocked,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const unblockContact = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
