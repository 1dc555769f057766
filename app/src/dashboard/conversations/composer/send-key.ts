import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'

/** The key that sends; the other one inserts a line break. */
export type SendKey = 'enter' | 'mod_enter'
const stored = createLocalStorageValue('ozvi.send_key')
export const setSendKey = (key: SendKey) => stored.save(key)
export const useSendKey = (): SendKey => (stored.use() === 'mod_enter' ? 'mod_enter' : 'enter')

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
