import { type Platform, platformOf } from '#platform/document/client-hints.ts'

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'])

/**
 * The pressed combination as in the table: `j`, `Shift+j`, `Mod+k`, `?`. The produced character counts, so
 * that `?` is `?` on every layout; Shift matters only for letters. Undefined for keys that can't be
 * shortcuts.
 */
export function combinationOf(press: Press): string | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = press
  if (isComposing || modifiers.has(key)) return undefined
  // AltGr produces characters, and looks like Ctrl+Alt.
  const isAltGraph = press.getModifierState('AltGraph')
  if (altKey && !isAltGraph) return undefined
  const isMod = !isAltGraph && (platformOf(navigator.userAgent) === 'mac' ? metaKey : ctrlKey)
  if (!isMod && !isAltGraph && (ctrlKey || metaKey)) return undefined
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const isShifted = shiftKey && (isLetter || key.length > 1)
  return `${isMod ? 'Mod+' : ''}${isShifted ? 'Shift+' : ''}${isLetter ? key.toLowerCase() : key}`
}

export const modKey = (platform: Platform): string => (platform === 'mac' ? '⌘' : 'Ctrl')
const keyNames: Record<string, string> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ' ': '␣' }
/** The keys of a combination with their common labels. */
export const keyLabels = (combination: string, platform: Platform): string[] =>
  combination
    .split(' ')
    .flatMap((press) => (press === '+' ? press : press.split('+')))
    .map((key) =>
      key === 'Mod' ? modKey(platform) : (keyNames[key] ?? (key.length > 1 ? key : key.toUpperCase())),
    )
