import { keptChoice } from '#platform/storage/kept-choice.ts'

/** Which key sends; the other one begins a new line. */
export type SendKey = 'enter' | 'mod_enter'
const chosen = keptChoice('ozvi.send_key')
export const setSendKey = (key: SendKey) => chosen.keep(key)
export const useSendKey = (): SendKey => (chosen.use() === 'mod_enter' ? 'mod_enter' : 'enter')

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
