import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Which members have which conversation open, and who is typing in it, for clients that show the list. A page
 * that missed an event reloads after a while.
 */

/** A member who has a conversation open. */
export const Viewer = z.object({ conversation_id: Id, user_id: Id })
export type Viewer = z.infer<typeof Viewer>
/** Of the conversations that the caller sees; the caller among them. */
export const listViewers = route({
  method: 'GET',
  path: '/api/integration/:integration_id/viewers',
  output: z.array(Viewer),
  problems: ['not_found'],
})

export const ViewerChange = z.extend(Viewer, { integration_id: Id, is_here: z.boolean() })
export type ViewerChange = z.infer<typeof ViewerChange>
/** To every member who sees the conversation. */
export const viewerChanged = event('ViewerChanged', {
  data: ViewerChange,
  channel: workspaceChannel,
  is_ephemeral: true,
})
export const TypingChange = z.extend(Viewer, { integration_id: Id, is_writing: z.boolean() })
export type TypingChange = z.infer<typeof TypingChange>
/** To every member who sees the conversation; a mark not renewed for `typingTtl_ms` is over. */
export const teammateTypingChanged = event('WriterChanged', {
  data: TypingChange,
  channel: workspaceChannel,
  is_ephemeral: true,
})

export function applyViewerChanged(
  viewers: readonly Viewer[],
  { conversation_id, user_id, is_here }: ViewerChange,
): Viewer[] {
  const others = viewers.filter(
    (viewer) => viewer.conversation_id !== conversation_id || viewer.user_id !== user_id,
  )
  return is_here ? [...others, { conversation_id, user_id }] : others
}
