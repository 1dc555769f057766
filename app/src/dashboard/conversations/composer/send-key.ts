import { keptChoice } from '#platform/storage/kept-choice.ts'

/** The key that sends; the other one inserts a line break. */
export type SendKey = 'enter' | 'mod_enter'
const chosen = keptChoice('ozvi.send_key')
export const setSendKey = (key: SendKey) => chosen.keep(key)
export const useSendKey = (): SendKey => (chosen.use() === 'mod_enter' ? 'mod_enter' : 'enter')

/** Typing on the screen itself. */
export const isTouchScreen = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  nativeEvent: { isComposing: boolean }
}
/** Whether a key press that sends also resolves. */
export const closes = ({ shiftKey, ctrlKey, metaKey }: Press) => shiftKey && (ctrlKey || metaKey)
/** Whether a key press sends. On touch screens Enter is the only way to a new line, so it never sends. */
export function sends(
  { key, shiftKey, ctrlKey, metaKey, nativeEvent }: Press,
  by: SendKey,
  isTouch: boolean,
) {
  if (key !== 'Enter' || nativeEvent.isComposing) return false
  if (ctrlKey || metaKey) return true
  return by === 'enter' && !shiftKey && !isTouch
}
