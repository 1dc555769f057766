import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

export const ContactMerge = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** The current contact, also if the target has been merged into another one since. */
  target_id: Id,
  by_name: z.string(),
  at: Time,
  /** Null where it cannot be taken back: it was already, or the target was merged on since, which is undone first. */
  undo_until: z.nullable(Time),
  undone_at: z.nullable(Time),
})
export type ContactMerge = z.infer<typeof ContactMerge>
export const mergeContact = schemas({
  input: z.object({
    id: Id,
    into_id: Id,
    /** Two who are two in the customer's own system are merged by no accident. */
    gives_up_external_id: z._default(z.boolean(), false),
  }),
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const undoContactMerge = schemas({
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const contactMerged = z.object({
  integration_id: Id,
  source_id: Id,
  target_id: Id,
  is_undone: z.boolean(),
})
