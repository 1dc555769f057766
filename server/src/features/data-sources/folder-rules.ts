import type { Tx } from '#platform/context/context.ts'
import { findFolderRules, type FolderRules } from './folder-store.ts'
import type { Key } from './store.ts'

/** Whether pages at a path are used unless they are switched themselves: the longest prefix applies. */
export function isUsedByRules(rules: FolderRules, source_path: string): boolean {
  const [longest] = Object.keys(rules)
    .filter((path) => source_path.startsWith(path))
    .sort((a, b) => b.length - a.length)
  return longest === undefined || rules[longest] === true
}

/** The rules after a folder is switched: those of its subfolders end, and it needs none if it inherits its state. */
export function switchFolder(rules: FolderRules, path: string, is_enabled: boolean): FolderRules {
  const others = Object.fromEntries(Object.entries(rules).filter(([each]) => !each.startsWith(path)))
  return isUsedByRules(others, path) === is_enabled ? others : { ...others, [path]: is_enabled }
}

/** Whether a page that is indexed for the first time is used. */
export const isUsedAt = async (tx: Tx, key: Key, source_path: string): Promise<boolean> =>
  isUsedByRules(await findFolderRules(tx, key), source_path)
