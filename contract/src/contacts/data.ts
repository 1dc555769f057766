import { defineEvent, defineRoute } from '../api.ts'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import type { Erasing } from './data.schema.ts'
import type * as schema from './data.schema.ts'

export type { Erasing } from './data.schema.ts'

/*
 * Everything that is held of one person: taken along as a file, or erased, so that nothing of it is left.
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
/** A ZIP archive: `contact.json`, and below `files/` what they sent and were sent. */
export const contactDataPath = (integration_id: string, contact_id: string) =>
  `/api/integration/${integration_id}/contact/${contact_id}/data`
/** An erasure was begun, or went on. */
export const contactErasing = defineEvent<typeof schema.contactErasing>()('ContactErasing', workspaceChannel)
/** Nothing is left of them: nowhere are they, nor a conversation of theirs. */
export const contactErased = defineEvent<typeof schema.contactErased>()('ContactErased', workspaceChannel)
/** To the visitor themselves: the browser forgets, too. */
export const visitorForgotten = defineEvent<typeof schema.visitorForgotten>()(
  'VisitorForgotten',
  visitorChannel,
)

/** Without them. */
export const applyContactErased = <R extends { id: string }>(
  list: readonly R[],
  { contact_id }: { contact_id: string },
): R[] => list.filter(({ id }) => id !== contact_id)
/** An older word of it changes nothing. */
export const applyContactErasing = <P extends { id: string; erasing: Erasing | null }>(
  profile: P,
  { contact_id, erasing }: { contact_id: string; erasing: Erasing },
): P =>
  profile.id === contact_id && (profile.erasing?.done ?? -1) < erasing.done
    ? { ...profile, erasing }
    : profile
