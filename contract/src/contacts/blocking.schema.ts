import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { searchCharsMax } from '../conversations/search.ts'
import { Id, Instant, text, Time } from '../fields.schema.ts'

export const Blocked = z.object({
  at: Time,
  /** Null if the block doesn't expire. */
  until: z.nullable(Time),
  /** Visible to the team only; may be empty. */
  reason: z.string(),
  by_name: z.string(),
})
export type Blocked = z.infer<typeof Blocked>
export const BlockedContact = z.extend(Blocked, {
  id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type BlockedContact = z.infer<typeof BlockedContact>
export const listBlockedContacts = schemas({
  input: z.object({
    /** Works like the search in the list of contacts. */
    search: z._default(text(0, searchCharsMax), ''),
  }),
  output: z.object({
    items: z.array(BlockedContact),
    /** Number of matches, including those not listed. */
    total: z.int(),
  }),
  problems: ['invalid_input'],
})
export const blockContact = schemas({
  input: z.object({ until: z.nullable(Instant), reason: z._default(text(0, 300), '') }),
  output: Blocked,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const unblockContact = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
