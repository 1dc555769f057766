import type { Keymap } from './keymap.ts'

/** Keys used by browsers, or for navigating a page. */
const reserved = new Set(
  ['Mod+t', 'Mod+w', 'Mod+n', 'Mod+r', 'Mod+l', 'Mod+c', 'Mod+v', 'Mod+x', 'Mod+a', 'Mod+z'].concat([
    'Enter',
    ' ',
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageUp',
    'PageDown',
  ]),
)

/** Whether a browser uses the key itself in text fields. */
export const isReserved = (key: string) => reserved.has(key)
/** Why a key can't be a shortcut: the browser uses it, or it starts other sequences. */
export function reservedReason(key: string, keys: Keymap['keys']): 'reserved' | 'begins_others' | undefined {
  if (reserved.has(key)) return 'reserved'
  return Object.values(keys).some((assigned) => assigned?.startsWith(`${key} `)) ? 'begins_others' : undefined
}
