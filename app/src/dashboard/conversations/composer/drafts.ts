import { useMemo, useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { useUser } from '#platform/session/session.tsx'

/*
 * Unfinished words, by workspace, member, conversation and mode. Kept in local storage at every key press, so a
 * draft outlives reloads and is there in every tab; how it gets to other devices, `draft-sync.ts` knows.
 */

export type Mode = 'text' | 'note'
interface Place {
  integration_id: string
  conversation_id: string
}
export const draftKey = ({ integration_id, conversation_id }: Place, user_id: string, mode: Mode) =>
  `ozvi.draft.${integration_id}.${user_id}.${conversation_id}.${mode}`
/** Where the time stands at which the words of a key were written, in ms by this device's clock. */
export const timeKey = (key: string) => `ozvi.drafted${key.slice(10)}`

/** Hears which key this page has written, or what another tab has. */
type Ear = (what?: string | StorageEvent) => void
const ears = new Set<Ear>()
export function onDrafts(ear: Ear) {
  ears.add(ear)
  addEventListener('storage', ear)
  return () => {
    ears.delete(ear)
    removeEventListener('storage', ear)
  }
}
export function readKept(key: string): string {
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
    logWarning(`A draft could not be kept: ${String(error)}`)
  }
  for (const ear of ears) ear(key)
}

/** What is written of a reply, or else of a note, for showing it elsewhere. */
export function useDraft(place: Place): string {
  const { id } = useUser()
  return useSyncExternalStore(
    onDrafts,
    () => readKept(draftKey(place, id, 'text')) || readKept(draftKey(place, id, 'note')),
    () => '',
  )
}
/** What a composer reads once and writes at every key. */
export function useDraftKeeper({ integration_id, conversation_id }: Place, user_id: string) {
  return useMemo(() => {
    const key = (mode: Mode) => draftKey({ integration_id, conversation_id }, user_id, mode)
    return {
      read: (mode: Mode) => readKept(key(mode)),
      write: (mode: Mode, text: string) => writeDraft(key(mode), text),
    }
  }, [integration_id, conversation_id, user_id])
}
