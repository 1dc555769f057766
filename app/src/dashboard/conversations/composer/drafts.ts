import { useMemo, useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { useUser } from '#platform/session/session.tsx'
import { createListeners } from '#platform/listeners.ts'

/*
 * Drafts by workspace, member, conversation and mode, stored in local storage on every key press, so that
 * they survive reloads and are shared between tabs. `draft-sync.ts` syncs them to other devices.
 */

export type Mode = 'text' | 'note'
interface ConversationKey {
  integration_id: string
  conversation_id: string
}
export const draftKey = ({ integration_id, conversation_id }: ConversationKey, user_id: string, mode: Mode) =>
  `ozvi.draft.${integration_id}.${user_id}.${conversation_id}.${mode}`
/** Key of the time at which a draft was written, in ms by this device's clock. */
export const timeKey = (key: string) => `ozvi.drafted${key.slice(10)}`

/** Receives the changed key, from this page or another tab. */
type DraftListener = (change?: string | StorageEvent) => void
const listeners = createListeners<Parameters<DraftListener>>()
export function onDrafts(listener: DraftListener) {
  const unsubscribe = listeners.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
export function writeDraft(key: string, text: string, at_ms = Date.now()) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
    localStorage.setItem(timeKey(key), `${at_ms}`)
  } catch (error) {
    logWarning(`Failed to save a draft: ${String(error)}`)
  }
  listeners.notify(key)
}

/** The draft of a reply, or else of a note, to display elsewhere. */
export function useDraft(conversation: ConversationKey): string {
  const { id } = useUser()
  return useSyncExternalStore(
    onDrafts,
    () => readDraft(draftKey(conversation, id, 'text')) || readDraft(draftKey(conversation, id, 'note')),
    () => '',
  )
}
/** A sign that opens a menu of the composer isn't a draft yet. */
const opensMenu = (text: string) => ['/', '#', '@'].includes(text.trim())

/** Read once by a composer, written on every key press. */
export function useDraftStore({ integration_id, conversation_id }: ConversationKey, user_id: string) {
  return useMemo(() => {
    const key = (mode: Mode) => draftKey({ integration_id, conversation_id }, user_id, mode)
    return {
      read: (mode: Mode) => readDraft(key(mode)),
      write: (mode: Mode, text: string) => writeDraft(key(mode), opensMenu(text) ? '' : text),
    }
  }, [integration_id, conversation_id, user_id])
}
