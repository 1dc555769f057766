import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'
import type { SearchResult, SearchKind } from './finder.ts'

/* Recent choices in the palette. Commands are stored; names of people stay in memory, so that nothing about
   customers remains in the browser after signing out. */

const recentMax = 5
const commandKeys = createLocalStorageValue('ozvi.recent_commands')
let items: { kind: SearchKind; result: SearchResult }[] = []

export function addRecentCommand(key: string) {
  const others = recentCommands().filter((each) => each !== key)
  commandKeys.save([key, ...others].slice(0, recentMax).join('\n'))
}
export const recentCommands = (): string[] => commandKeys.read().split('\n').filter(Boolean)

export function addRecentItem(kind: SearchKind, result: SearchResult) {
  items = [{ kind, result }, ...items.filter((each) => each.result.id !== result.id)].slice(0, recentMax)
}
/** Only of the workspace whose pages start with `base`. */
export const recentItems = (base: string) => items.filter(({ result }) => result.path.startsWith(base))
