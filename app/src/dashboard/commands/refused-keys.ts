import type { Keymap } from './keymap.ts'

/** What browsers keep for themselves, or what moves through a page. */
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

/** Whether a browser has a use of its own for a key, which it keeps where somebody writes. */
export const isReserved = (key: string) => reserved.has(key)
/** Why a key cannot be given to a command: it is the browser's, or it begins the keys of others. */
export function refusalOf(key: string, keys: Keymap['keys']): 'reserved' | 'begins_others' | undefined {
  if (reserved.has(key)) return 'reserved'
  return Object.values(keys).some((held) => held?.startsWith(`${key} `)) ? 'begins_others' : undefined
}
