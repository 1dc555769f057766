import * as z from 'zod/mini'
import { Instant, text, Time } from './fields.ts'
import { Nothing, route } from './api.ts'

/*
 * A blocked contact can read their conversations but not write: requests are refused with `blocked`. A block
 * with an end expires automatically.
 */

export const Blocked = z.object({
  at: Time,
  /** Null: for ever. */
  until: z.nullable(Time),
  /** For the team alone; may be empty. */
  why: z.string(),
  by_name: z.string(),
})
export type Blocked = z.infer<typeof Blocked>

const path = '/api/integration/:integration_id/contact/:contact_id/block'
/** Replaces an existing block. @throws Problem `invalid_input` on `until`: in the past */
export const blockContact = route({
  method: 'POST',
  path,
  input: z.object({ until: z.nullable(Instant), why: z._default(text(0, 300), '') }),
  output: Blocked,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Who is not blocked stays so. */
export const unblockContact = route({
  method: 'DELETE',
  path,
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
