import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

export const ContactMerge = z.object({
  id: Id,
  source: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** The current contact, even if the target has since been merged into another one. */
  target_id: Id,
  by_name: z.string(),
  at: Time,
  /**
   * Null if the merge can't be undone: it was undone already, or the target has been merged into another
   * contact, and that merge must be undone first.
   */
  undo_until: z.nullable(Time),
  undone_at: z.nullable(Time),
})
export type ContactMerge = z.infer<typeof ContactMerge>
export const mergeContact = schemas({
  input: z.object({
    id: Id,
    into_id: Id,
    /** Confirms that the source's external id is dropped if both contacts have one. */
    drop_external_id: z._default(z.boolean(), false),
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
