import { useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { type CommandName, commandNames, table } from './table.ts'

/*
 * Which key gives which command, as this person wants it in this browser. Single keys can be switched off
 * (WCAG 2.1.4): who dictates, or types with one finger, would give commands without meaning to.
 */

const name = 'ozvi.keys'
export interface Keymap {
  has_single_keys: boolean
  /** Null: none. */
  keys: Record<CommandName, string | null>
}

const ears = new Set<() => void>()
let held: Keymap | undefined

/** What was kept is of this browser, and may be of another version or of anybody's making. */
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
// One entry for each name of the table.
const forEach = (keyOf: (command: CommandName) => string | null) =>
  Object.fromEntries(commandNames.map((each) => [each, keyOf(each)])) as Keymap['keys']
function keep(next: Keymap) {
  const changed = commandNames.flatMap((each) =>
    next.keys[each] === table[each].key ? [] : [[each, next.keys[each]] as const],
  )
  held = next
  try {
    // Only what differs from the table; null is a command without a key.
    const kept = { has_single_keys: next.has_single_keys, keys: Object.fromEntries(changed) }
    localStorage.setItem(name, JSON.stringify(kept))
  } catch (error) {
    logWarning(`The choice of keys could not be kept: ${String(error)}`)
  }
  for (const ear of ears) ear()
}

export const keymap = (): Keymap => (held ??= read())
/** Another tab of the same person may have changed it. */
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
/** Gives a command its key, which another one loses. @returns that other one */
export function setKey(command: CommandName, key: string | null): CommandName | undefined {
  const { keys } = keymap()
  const loser = commandNames.find((each) => each !== command && key !== null && keys[each] === key)
  keep({ ...keymap(), keys: { ...keys, [command]: key, ...(loser ? { [loser]: null } : {}) } })
  return loser
}
export const resetKeys = () => keep({ ...keymap(), keys: forEach((command) => table[command].key) })
