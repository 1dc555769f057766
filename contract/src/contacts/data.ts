import { defineEvent, defineRoute } from '../api.ts'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import type { Erasing } from './data.schema.ts'
import type * as schema from './data.schema.ts'

export type { Erasing } from './data.schema.ts'

/*
 * All data of one person: exported as a file, or erased completely.
 */

/**
 * Starts erasing a contact with all their messages, files and notes. The work continues in the background and
 * can't be undone. Repeating the call returns the progress. From now on the contact's browser counts as a new
 * visitor.
 */
export const eraseContact = defineRoute<typeof schema.eraseContact>()(
  'POST',
  '/api/integration/:integration_id/contact/:contact_id/erase',
)
/** A ZIP archive: `contact.json`, and the sent and received files in `files/`. */
export const contactDataPath = (integration_id: string, contact_id: string) =>
  `/api/integration/${integration_id}/contact/${contact_id}/data`
/** An erasure started or progressed. */
export const contactErasing = defineEvent<typeof schema.contactErasing>()('ContactErasing', workspaceChannel)
/** The contact and all of their conversations were erased. */
export const contactErased = defineEvent<typeof schema.contactErased>()('ContactErased', workspaceChannel)
/** Sent to the visitor: the browser deletes its data too. */
export const visitorForgotten = defineEvent<typeof schema.visitorForgotten>()(
  'VisitorForgotten',
  visitorChannel,
)

/** The list without the erased contact. */
export const applyContactErased = <R extends { id: string }>(
  list: readonly R[],
  { contact_id }: { contact_id: string },
): R[] => list.filter(({ id }) => id !== contact_id)
/** Older progress is ignored. */
export const applyContactErasing = <P extends { id: string; erasing: Erasing | null }>(
  profile: P,
  { contact_id, erasing }: { contact_id: string; erasing: Erasing },
): P =>
  profile.id === contact_id && (profile.erasing?.done ?? -1) < erasing.done
    ? { ...profile, erasing }
    : profile
