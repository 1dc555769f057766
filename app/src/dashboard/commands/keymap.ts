import { useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { type CommandName, commandNames, table } from './table.ts'

/*
 * The shortcuts of this user in this browser. Single keys can be turned off (WCAG 2.1.4), because speech
 * input and accidental key presses would trigger them.
 */

const name = 'ozvi.keys'
export interface Keymap {
  has_single_keys: boolean
  /** Null: none. */
  keys: Record<CommandName, string | null>
}

const ears = new Set<() => void>()
let held: Keymap | undefined

/** Stored data may come from another version, or be invalid. */
function readKept(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return kept && typeof kept === 'object' ? { ...kept } : {}
  } catch {
    return {}
  }
}
function read(): Keymap {
  const { has_single_keys, keys } = readKept()
  const chosen: Record<string, unknown> = keys && typeof keys === 'object' ? { ...keys } : {}
  const keyOf = (command: CommandName) => {
    const key = chosen[command]
    return key === null || typeof key === 'string' ? key : table[command].key
  }
  return { has_single_keys: has_single_keys !== false, keys: forEach(keyOf) }
}
// One entry per name of the table.
const forEach = (keyOf: (command: CommandName) => string | null) =>
  Object.fromEntries(commandNames.map((each) => [each, keyOf(each)])) as Keymap['keys']
function keep(next: Keymap) {
  const changed = commandNames.flatMap((each) =>
    next.keys[each] === table[each].key ? [] : [[each, next.keys[each]] as const],
  )
  held = next
  try {
    // Only differences to the table; null is a command without a shortcut.
    const kept = { has_single_keys: next.has_single_keys, keys: Object.fromEntries(changed) }
    localStorage.setItem(name, JSON.stringify(kept))
  } catch (error) {
    logWarning(`The choice of keys could not be kept: ${String(error)}`)
  }
  for (const ear of ears) ear()
}

export const keymap = (): Keymap => (held ??= read())
/** Another tab may have changed it. */
function onKeymap(ear: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== name) return
    held = undefined
    ear()
  }
  ears.add(ear)
  addEventListener('storage', onStorage)
  return () => {
    ears.delete(ear)
    removeEventListener('storage', onStorage)
  }
}
export const useKeymap = () => useSyncExternalStore(onKeymap, keymap, keymap)

export const setSingleKeys = (has_single_keys: boolean) => keep({ ...keymap(), has_single_keys })
/** Assigns a shortcut, which another command loses. @returns that command */
export function setKey(command: CommandName, key: string | null): CommandName | undefined {
  const { keys } = keymap()
  const loser = commandNames.find((each) => each !== command && key !== null && keys[each] === key)
  keep({ ...keymap(), keys: { ...keys, [command]: key, ...(loser ? { [loser]: null } : {}) } })
  return loser
}
export const resetKeys = () => keep({ ...keymap(), keys: forEach((command) => table[command].key) })
