/*
 * What stands behind these names in an address opens an account or names a person. An address may carry
 * another one inside, encoded, as `?next=` does, and that one another.
 */
const secretName = /(?:[?&#]|%(?:25)?(?:3F|26|23))(?:token|email)(?:=|%(?:25)?3D)/gi
const valueEnd = /[&#\s]|%(?:25)?(?:26|23)/g

/** A text, usually an address, without the tokens and email addresses of its queries. */
export function withoutSecrets(text: string): string {
  let shown = ''
  let from = 0
  for (const { 0: name, index } of text.matchAll(secretName)) {
    const value = index + name.length
    if (index < from) continue
    valueEnd.lastIndex = value
    shown += `${text.slice(from, value)}…`
    from = valueEnd.exec(text)?.index ?? text.length
  }
  return shown + text.slice(from)
}

/** `withoutSecrets` for every text in a value, however deep. */
export function allWithoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T // a text stays a text
  if (Array.isArray(value)) return value.map((one) => allWithoutSecrets<unknown>(one)) as T // and a list a list
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).map(([key, one]) => [key, allWithoutSecrets<unknown>(one)])
  return Object.fromEntries(entries) as T // the same keys
}
