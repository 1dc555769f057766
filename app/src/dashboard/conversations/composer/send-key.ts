import { useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'

/** Which key sends; the other one begins a new line. */
export type SendKey = 'enter' | 'mod_enter'
const name = 'ozvi.send_key'
const ears = new Set<() => void>()

function read(): SendKey {
  try {
    return localStorage.getItem(name) === 'mod_enter' ? 'mod_enter' : 'enter'
  } catch {
    return 'enter'
  }
}
function onChange(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export function setSendKey(key: SendKey) {
  try {
    localStorage.setItem(name, key)
  } catch (error) {
    logWarning(`The choice of key could not be kept: ${String(error)}`)
  }
  for (const ear of ears) ear()
}
export const useSendKey = () => useSyncExternalStore(onChange, read, () => 'enter' as const)

/** Typed on the glass itself. */
export const isTouchScreen = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  nativeEvent: { isComposing: boolean }
}
/** Whether a key press that sends resolves, too. */
export const closes = ({ shiftKey, ctrlKey, metaKey }: Press) => shiftKey && (ctrlKey || metaKey)
/** Whether a key press sends. On a touch screen Enter is the only way to a new line, so there it never does. */
export function sends(
  { key, shiftKey, ctrlKey, metaKey, nativeEvent }: Press,
  by: SendKey,
  isTouch: boolean,
) {
  if (key !== 'Enter' || nativeEvent.isComposing) return false
  if (ctrlKey || metaKey) return true
  return by === 'enter' && !shiftKey && !isTouch
}
