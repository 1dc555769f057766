type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'])

/**
 * What was pressed, as the table writes it: `j`, `Shift+j`, `Mod+k`, `?`. What is printed on the key counts, so
 * that `?` is `?` on every layout; only letters tell Shift apart. Undefined for what is no command's business.
 */
export function combinationOf(press: Press): string | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = press
  if (isComposing || modifiers.has(key)) return undefined
  // AltGr writes characters, and looks like Ctrl and Alt held at once.
  const isAltGraph = press.getModifierState('AltGraph')
  if (altKey && !isAltGraph) return undefined
  const isMod = !isAltGraph && (isMac() ? metaKey : ctrlKey)
  if (!isMod && !isAltGraph && (ctrlKey || metaKey)) return undefined
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const isShifted = shiftKey && (isLetter || key.length > 1)
  return `${isMod ? 'Mod+' : ''}${isShifted ? 'Shift+' : ''}${isLetter ? key.toLowerCase() : key}`
}

const shown: Record<string, string> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ' ': '␣' }
/** The keys of a combination as people know them, each by itself. */
export const keysShown = (combination: string): string[] =>
  combination
    .split(' ')
    .flatMap((press) => (press === '+' ? press : press.split('+')))
    .map((key) =>
      key === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (shown[key] ?? (key.length > 1 ? key : key.toUpperCase())),
    )
