import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { IconifyJSON } from '@iconify/types'
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons'

/** Collections installed with the product: their files are read when one is first asked for, and kept. */
const installed: Record<string, string> = { lucide: import.meta.resolve('@iconify-json/lucide/icons.json') }
const held = new Map<string, Promise<IconifyJSON>>()

const bare = <T extends object>(names: T): T => Object.assign(Object.create(null), names)

async function read(file: string): Promise<IconifyJSON> {
  const text = await readFile(fileURLToPath(file), 'utf8')
  // The package declares its one file to be of this type.
  const set = JSON.parse(text) as IconifyJSON
  // Looked up by names that anybody makes up; `constructor` is none of its icons.
  return { ...set, icons: bare(set.icons), aliases: bare(set.aliases ?? {}) }
}

/**
 * Icons of a collection in the format of the icon API: those there are, with what their aliases stand for, and
 * the names of the others in `not_found`.
 *
 * @returns undefined for a collection that is not installed.
 */
export async function iconsOf(collection: string, names: string[]): Promise<IconifyJSON | undefined> {
  const file = Object.hasOwn(installed, collection) ? installed[collection] : undefined
  if (!file) return undefined
  const set = held.get(collection) ?? read(file)
  held.set(collection, set)
  return getIcons(await set, names, true) ?? undefined
}
