import { useMemo, useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'

/*
 * Unfinished words, by workspace, conversation and mode. Kept in local storage at every key press, so a draft
 * outlives reloads and is there in every tab.
 */

export type Mode = 'text' | 'note'
interface Place {
  integration_id: string
  conversation_id: string
}
const keyOf = ({ integration_id, conversation_id }: Place, mode: Mode) =>
  `ozvi.draft.${integration_id}.${conversation_id}.${mode}`

const ears = new Set<() => void>()
function onDrafts(ear: () => void) {
  ears.add(ear)
  addEventListener('storage', ear)
  return () => {
    ears.delete(ear)
    removeEventListener('storage', ear)
  }
}
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
function write(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch (error) {
    logWarning(`A draft could not be kept: ${String(error)}`)
  }
  for (const ear of ears) ear()
}

/** The draft as kept, for showing it elsewhere; the composer itself holds what is being typed. */
export function useDraft(place: Place, mode: Mode): string {
  const key = keyOf(place, mode)
  return useSyncExternalStore(
    onDrafts,
    () => read(key),
    () => '',
  )
}
/** What a composer reads once and writes at every key. */
export function useDraftKeeper({ integration_id, conversation_id }: Place) {
  return useMemo(() => {
    const place = { integration_id, conversation_id }
    return {
      read: (mode: Mode) => read(keyOf(place, mode)),
      write: (mode: Mode, text: string) => write(keyOf(place, mode), text),
    }
  }, [integration_id, conversation_id])
}
