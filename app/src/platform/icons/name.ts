/** The collection of a name that mentions none; the server has it installed. */
const defaultCollection = 'lucide'

/** Lowercase alphanumeric words joined by hyphens. */
const word = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * `rocket` or `lucide:rocket`, as collection and name.
 *
 * @returns null for what names no icon.
 */
export function iconOf(text: string): { collection: string; name: string } | null {
  const [first = '', second, ...more] = text.split(':')
  const [collection, name] = second === undefined ? [defaultCollection, first] : [first, second]
  return more.length === 0 && word.test(collection) && word.test(name) ? { collection, name } : null
}
