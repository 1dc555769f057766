import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { Viewer, ViewerChange } from './viewers.schema.ts'
import type * as schema from './viewers.schema.ts'

export type { Viewer, ViewerChange, TypingChange } from './viewers.schema.ts'

/*
 * Which members have a conversation open, and who is typing in it, for clients that show the list. A page that
 * missed an event reloads after a while.
 */

/**
 * Lists who has which conversation open, including the caller, for the conversations that the caller can see.
 */
export const listViewers = defineRoute<typeof schema.listViewers>()(
  'GET',
  '/api/integration/:integration_id/viewers',
)
/** Sent to every member who can see the conversation. */
export const viewerChanged = defineEvent<typeof schema.viewerChanged>()('ViewerChanged', workspaceChannel, {
  is_ephemeral: true,
})
/**
 * Sent to every member who can see the conversation. A typing indicator that isn't renewed expires after
 * `typingTtl_ms`.
 */
export const teammateTypingChanged = defineEvent<typeof schema.teammateTypingChanged>()(
  'TeammateTypingChanged',
  workspaceChannel,
  { is_ephemeral: true },
)

export function applyViewerChanged(
  viewers: readonly Viewer[],
  { conversation_id, user_id, is_viewing }: ViewerChange,
): Viewer[] {
  const others = viewers.filter(
    (viewer) => viewer.conversation_id !== conversation_id || viewer.user_id !== user_id,
  )
  return is_viewing ? [...others, { conversation_id, user_id }] : others
}
