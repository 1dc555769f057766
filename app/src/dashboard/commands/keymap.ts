import { useSyncExternalStore } from 'react'
import { logWarning } from '#platform/log.ts'
import { type CommandName, commandNames, table } from './table.ts'
import { createListeners } from '#platform/listeners.ts'

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

const listeners = createListeners()
let cached: Keymap | undefined

/** Stored data may come from another version, or be invalid. */
function readStored(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return stored && typeof stored === 'object' ? { ...stored } : {}
  } catch {
    return {}
  }
}
function read(): Keymap {
  const { has_single_keys, keys } = readStored()
  const customKeys: Record<string, unknown> = keys && typeof keys === 'object' ? { ...keys } : {}
  const keyOf = (command: CommandName) => {
    const key = customKeys[command]
    return key === null || typeof key === 'string' ? key : table[command].key
  }
  return { has_single_keys: has_single_keys !== false, keys: forEachCommand(keyOf) }
}
// The table has an entry for each name.
const forEachCommand = (keyOf: (command: CommandName) => string | null) =>
  Object.fromEntries(commandNames.map((each) => [each, keyOf(each)])) as Keymap['keys']
function save(next: Keymap) {
  const changed = commandNames.flatMap((each) =>
    next.keys[each] === table[each].key ? [] : [[each, next.keys[each]] as const],
  )
  cached = next
  try {
    // Only differences to the table; null is a command without a shortcut.
    const stored = { has_single_keys: next.has_single_keys, keys: Object.fromEntries(changed) }
    localStorage.setItem(name, JSON.stringify(stored))
  } catch (error) {
    logWarning(`Failed to save shortcuts: ${String(error)}`)
  }
  listeners.notify()
}

export const keymap = (): Keymap => (cached ??= read())
/** Another tab may have changed it. */
function onKeymap(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== name) return
    cached = undefined
    listener()
  }
  const unsubscribe = listeners.subscribe(listener)
  addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    removeEventListener('storage', onStorage)
  }
}
export const useKeymap = () => useSyncExternalStore(onKeymap, keymap, keymap)

export const setSingleKeys = (has_single_keys: boolean) => save({ ...keymap(), has_single_keys })
/** Assigns a shortcut, which another command loses. @returns that command */
export function setKey(command: CommandName, key: string | null): CommandName | undefined {
  const { keys } = keymap()
  const previousOwner = commandNames.find((each) => each !== command && key !== null && keys[each] === key)
  save({
    ...keymap(),
    keys: { ...keys, [command]: key, ...(previousOwner ? { [previousOwner]: null } : {}) },
  })
  return previousOwner
}
export const resetKeys = () => save({ ...keymap(), keys: forEachCommand((command) => table[command].key) })
