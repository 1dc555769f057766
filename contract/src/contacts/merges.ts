import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './merges.schema.ts'

export type { ContactMerge } from './merges.schema.ts'

/*
 * Merges two contacts: the source is removed and its data moves to the target. Each browser still sees only the
 * conversations that were started in it, because the merge is the team's claim and not proof of identity.
 */

/** The most conversations that can move from one contact to another in one merge. */
export const mergedConversationsMax = 5_000
/**
 * Merges a contact into another one. The target keeps its values; missing ones come from the source: details,
 * custom fields, tags, the earlier first visit, the later last visit and the longer block. Conversations,
 * visits, notes and changes move to the target, as does everything the source's browser does from now on. The
 * source's id resolves to the target. The caller chooses the id of the merge; a repeated call returns the
 * same result.
 * @throws Problem `invalid_input` on `into_id`: the contact itself, being erased, or too many tags together;
 * on `contact_id`: being erased, or more than `mergedConversationsMax` conversations; on
 * `drop_external_id`: both have an external id and dropping the source’s was not confirmed; on `id`: in
 * use
 */
export const mergeContact = defineRoute<typeof schema.mergeContact>()(
  'POST',
  '/api/integration/:integration_id/contact/:contact_id/merge',
)
/**
 * Undoes a merge: restores the source with everything that moved and with what its browser has done since.
 * Values that the merge filled in on the target are cleared unless they have changed since. What the team has
 * written since stays with the target; a block added since stays with both. Repeating the call returns the
 * same result.
 * @throws Problem `invalid_input` on `merge_id`: too long ago, the target was merged or is being erased, or
 * another contact has the source's external id
 */
export const undoContactMerge = defineRoute<typeof schema.undoContactMerge>()(
  'POST',
  '/api/integration/:integration_id/contact-merge/:merge_id/undo',
)

/**
 * The source stopped being a contact, or is one again. Clients reload both; `ContactChanged` carries their new
 * state.
 */
export const contactMerged = defineEvent<typeof schema.contactMerged>()('ContactMerged', workspaceChannel)
