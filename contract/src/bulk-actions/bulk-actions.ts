import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './bulk-actions.schema.ts'

export type { BulkChange, ContactBulkChange, BulkAction } from './bulk-actions.schema.ts'

/** Limits of one action: the conversations that it changes, and the ids that a call can contain. */
export const bulkMax = 10_000
export const bulkNamedMax = 1_000

/** Limits of one action: the contacts that it changes, and the ids that a call can contain. */
export const contactBulkMax = 10_000
export const contactsNamedMax = 1_000

/**
 * Changes several conversations: those with the given ids (unknown ids are skipped), the newest `bulkMax` in a
 * list, or those that an earlier action couldn't resolve. The caller chooses the id; a repeated call returns the
 * existing action.
 * @throws Problem `forbidden`: deleting needs a separate right · `not_found`: none of them exists ·
 * `invalid_input` on the field of `change`, or on `conversation_ids` unless exactly one of the three is given
 */
export const startBulkAction = defineRoute<typeof schema.startBulkAction>()(
  'POST',
  '/api/integration/:integration_id/bulk-action',
)
/**
 * Lists the conversations that one of the caller's bulk actions couldn't resolve because required fields are
 * empty.
 */
export const listIncomplete = defineRoute<typeof schema.listIncomplete>()(
  'GET',
  '/api/integration/:integration_id/bulk-action/:bulk_action_id/incomplete',
)
/**
 * Changes several contacts: those with the given ids, or the `contactBulkMax` in a list that were seen last.
 *
 * @throws Problem `forbidden`: erasing needs a separate right · `confirm_identity`: erasing without a recent confirmation ·
 * `not_found`, `invalid_input` as `startBulkAction`, on `contact_ids`
 */
export const startContactBulkAction = defineRoute<typeof schema.startContactBulkAction>()(
  'POST',
  '/api/integration/:integration_id/contact-bulk-action',
)
/** Returns the progress of one of the caller's bulk actions. Bulk actions are stored for a day. */
export const getBulkAction = defineRoute<typeof schema.getBulkAction>()(
  'GET',
  '/api/integration/:integration_id/bulk-action/:bulk_action_id',
)
/**
 * Restores everything that the action changed, except what has changed since. Erased contacts and deleted
 * conversations can't be restored. A running action is stopped first. Repeating the call returns the action.
 */
export const undoBulkAction = defineRoute<typeof schema.undoBulkAction>()(
  'POST',
  '/api/integration/:integration_id/bulk-action/:bulk_action_id/undo',
)
/** The progress of an action changed. Sent only to the member who started it. */
export const bulkActionChanged = defineEvent<typeof schema.bulkActionChanged>()(
  'BulkActionChanged',
  workspaceChannel,
)

/** Older versions and other actions are ignored. */
export const applyBulkActionChanged = (
  current: schema.BulkAction,
  changed: schema.BulkAction,
): schema.BulkAction => (changed.id === current.id && changed.version > current.version ? changed : current)
