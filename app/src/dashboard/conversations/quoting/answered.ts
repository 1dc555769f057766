import type { Message } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'

/** The message being replied to in each conversation, until sent. */
const answered = new Map<string, Message>()
const ears = new Set<() => void>()
function onChange(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export function setAnswered(conversation_id: string, message: Message | null) {
  if (message) answered.set(conversation_id, message)
  else answered.delete(conversation_id)
  for (const ear of ears) ear()
}
/** Only notes can reply to notes: customers can't see them. */
export function answeredIn(conversation_id: string, mode: 'text' | 'note'): Message | undefined {
  const message = answered.get(conversation_id)
  return message?.kind === 'note' && mode === 'text' ? undefined : message
}
export const useAnswered = (conversation_id: string, mode: 'text' | 'note') =>
  useSyncExternalStore(
    onChange,
    () => answeredIn(conversation_id, mode),
    () => undefined,
  )
