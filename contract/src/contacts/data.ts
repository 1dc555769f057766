import * as z from 'zod/mini'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import { Id } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Everything that is held of one person: taken along as a file, or erased, so that nothing of it is left.
 */

/** How far an erasure is, in entries: messages, files, and the person last. */
export const Erasing = z.object({ done: z.int(), total: z.int() })
export type Erasing = z.infer<typeof Erasing>

/**
 * Starts erasing a contact with all their messages, files and notes. The work continues after the response,
 * also after a restart. It can't be undone; repeating the call returns the progress. From now on the visitor's
 * browser counts as a new contact.
 */
export const eraseContact = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact/:contact_id/erase',
  output: Erasing,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
/** A ZIP archive: `contact.json`, and below `files/` what they sent and were sent. */
export const contactDataPath = (integration_id: string, contact_id: string) =>
  `/api/integration/${integration_id}/contact/${contact_id}/data`

const Told = z.object({ integration_id: Id, contact_id: Id })
/** An erasure was begun, or went on. */
export const contactErasing = event('ContactErasing', {
  channel: workspaceChannel,
  data: z.extend(Told, { erasing: Erasing }),
})
/** Nothing is left of them: nowhere are they, nor a conversation of theirs. */
export const contactErased = event('ContactErased', { channel: workspaceChannel, data: Told })
/** To the visitor themselves: the browser forgets, too. */
export const visitorForgotten = event('VisitorForgotten', {
  data: z.object({}),
  channel: visitorChannel,
})

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
