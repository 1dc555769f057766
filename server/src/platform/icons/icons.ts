import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { IconifyJSON } from '@iconify/types'
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons'

/** Icon collections installed with the product. A file is loaded on first use and cached. */
const installed: Record<string, string> = { lucide: import.meta.resolve('@iconify-json/lucide/icons.json') }
const collections = new Map<string, Promise<IconifyJSON>>()

const withoutPrototype = <T extends object>(names: T): T => Object.assign(Object.create(null), names)

async function read(file: string): Promise<IconifyJSON> {
  const text = await readFile(fileURLToPath(file), 'utf8')
  // The package declares this type for its file.
  const set = JSON.parse(text) as IconifyJSON
  // Looked up by untrusted names; `constructor` isn't an icon.
  return { ...set, icons: withoutPrototype(set.icons), aliases: withoutPrototype(set.aliases ?? {}) }
}

/**
 * Icons of a collection in the format of the icon API: found icons with their resolved aliases, and missing
 * names in `not_found`.
 *
 * @returns undefined if the collection isn't installed
 */
export async function iconsOf(collection: string, names: string[]): Promise<IconifyJSON | undefined> {
  const file = Object.hasOwn(installed, collection) ? installed[collection] : undefined
  if (!file) return undefined
  const set = collections.get(collection) ?? read(file)
  collections.set(collection, set)
  return getIcons(await set, names, true) ?? undefined
}
