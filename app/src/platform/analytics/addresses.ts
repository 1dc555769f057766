/*
 * Addresses as services receive them: without the fragment, and with no other parameters than these. A list of
 * secrets could never be complete: searches, filters and nested addresses contain what people type.
 */
const harmlessName =
  /^(?:utm_(?:source|medium|campaign|term|content|id)|gclid|gbraid|wbraid|view|page|tab|sort|days|create)$/
/** Words, numbers and identifiers, but no email addresses and no other URLs. */
const harmlessValue = /^[\p{L}\p{M}\p{N} ._~+|:,-]{0,200}$/u

/** Whether services may receive a parameter of an address. */
export const isHarmlessParameter = (name: string, value: string): boolean =>
  harmlessName.test(name) && harmlessValue.test(value)

function harmlessQuery(query: string): string {
  const isHarmless = ([name, value]: [string, string]) => isHarmlessParameter(name, value)
  const harmless = new URLSearchParams([...new URLSearchParams(query)].filter(isHarmless)).toString()
  return harmless && `?${harmless}`
}
function withoutSecretsInWord(word: string): string {
  const end = word.search(/[?#]/)
  // A word that only ends with a question mark is no address.
  if (end < 0 || !/[/=]/.test(word)) return word
  const [query = ''] = word.slice(end).split('#')
  return word.slice(0, end) + harmlessQuery(query)
}

/** Reduces each address in a text to its path and harmless parameters. */
export const withoutSecrets = (text: string): string => text.replaceAll(/\S+/g, withoutSecretsInWord)

/** Applies `withoutSecrets` to every string in a value, recursively. */
export function allWithoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T // a string stays a string
  if (Array.isArray(value)) return value.map((one) => allWithoutSecrets<unknown>(one)) as T // and an array an array
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).map(([key, one]) => [key, allWithoutSecrets<unknown>(one)])
  return Object.fromEntries(entries) as T // the same keys
}
