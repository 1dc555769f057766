/** The default collection, installed on the server. */
const defaultCollection = 'lucide'

/** Lowercase alphanumeric words joined by hyphens. */
const word = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Parses `rocket` or `lucide:rocket`.
 *
 * @returns null if it isn't a valid icon name
 */
export function iconOf(text: string): { collection: string; name: string } | null {
  const [first = '', second, ...more] = text.split(':')
  const [collection, name] = second === undefined ? [defaultCollection, first] : [first, second]
  return more.length === 0 && word.test(collection) && word.test(name) ? { collection, name } : null
}
