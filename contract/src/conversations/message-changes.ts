import { defineRoute } from '../api.ts'
import type * as schema from './message-changes.schema.ts'

export type { MessageVersion } from './message-changes.schema.ts'

/*
 * Sent messages can be edited and deleted, but never silently: the message is marked, the thread gets an event,
 * and members who can change it can read earlier versions.
 */

const path = '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id' as const

/**
 * Changes the text of the caller's own message or note. Members with `messages.moderate` can also change
 * those of others. The same text changes nothing.
 * @throws Problem `invalid_input` on `body`: empty, or the message is deleted
 */
export const editMessage = defineRoute<typeof schema.editMessage>()('PUT', path)
/**
 * Deletes the text and the files of a message, also for the customer. Its place in the conversation stays,
 * and the message can be restored.
 */
export const deleteMessage = defineRoute<typeof schema.deleteMessage>()('DELETE', path)
/** Restores the text and the files of a deleted message. */
export const restoreMessage = defineRoute<typeof schema.restoreMessage>()('POST', `${path}/restore`)
/**
 * Lists the earlier versions of an edited or deleted message, oldest first. Only members who can change the
 * message can see them.
 */
export const listMessageVersions = defineRoute<typeof schema.listMessageVersions>()('GET', `${path}/version`)
