import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id, Time } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Merges two contacts: the source is removed and its data moves to the target. Each browser still sees only the
 * conversations that were started in it, because the merge is the team's claim and not proof of identity.
 */

/** The most conversations that can move from one contact to another in one merge. */
export const mergedConversationsMax = 5_000

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
/**
 * The target keeps its values; missing ones come from the source: details, custom fields, tags, the earlier
 * first visit, the later last visit and the longer block. Conversations, visits, notes and changes move to the
 * target, as does everything the source's browser does from now on; the source's id resolves to the target. The
 * caller chooses the merge's id; repeating the call with it returns the same result.
 * @throws Problem `invalid_input` on `into_id`: the contact itself, being erased, or too many tags together; on
 * `contact_id`: being erased, or more than `mergedConversationsMax` conversations; on `gives_up_external_id`:
 * both have an external id and dropping the source's was not confirmed; on `id`: in use
 */
export const mergeContact = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact/:contact_id/merge',
  input: z.object({
    id: Id,
    into_id: Id,
    /** Two who are two in the customer's own system are merged by no accident. */
    gives_up_external_id: z._default(z.boolean(), false),
  }),
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Restores the source with everything that moved and with what its browser has done since. Values that the
 * merge filled in on the target are cleared unless they were changed since. What the team has written since
 * stays with the target; a block added since stays with both. Repeating the call returns the same result.
 * @throws Problem `invalid_input` on `merge_id`: too long ago, the target was merged or is being erased, or
 * another contact has the source's external id
 */
export const undoContactMerge = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact-merge/:merge_id/undo',
  output: ContactMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/**
 * The source stopped being a contact, or is one again. Clients reload both; `ContactChanged` carries their new
 * state.
 */
export const contactMerged = event('ContactMerged', {
  channel: workspaceChannel,
  data: z.object({ integration_id: Id, source_id: Id, target_id: Id, is_undone: z.boolean() }),
})
