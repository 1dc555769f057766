import type { Message } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/listeners.ts'

/** The message being replied to in each conversation, until sent. */
const targets = new Map<string, Message>()
const listeners = createListeners()
export function setReplyTarget(conversation_id: string, message: Message | null) {
  if (message) targets.set(conversation_id, message)
  else targets.delete(conversation_id)
  listeners.notify()
}
/** Only notes can reply to notes: customers can't see them. */
export function replyTargetIn(conversation_id: string, mode: 'text' | 'note'): Message | undefined {
  const message = targets.get(conversation_id)
  return message?.kind === 'note' && mode === 'text' ? undefined : message
}
export const useReplyTarget = (conversation_id: string, mode: 'text' | 'note') =>
  useSyncExternalStore(
    listeners.subscribe,
    () => replyTargetIn(conversation_id, mode),
    () => undefined,
  )
