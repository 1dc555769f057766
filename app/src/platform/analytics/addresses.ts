/*
 * Query parameters that contain secrets or personal data. A URL can contain another one, encoded, as `?next=`
 * does, and that another.
 */
const secretName = /(?:[?&#]|%(?:25)?(?:3F|26|23))(?:token|email|code|state)(?:=|%(?:25)?3D)/gi
const valueEnd = /[&#\s]|%(?:25)?(?:26|23)/g

/** Removes tokens and email addresses from the queries of a text. */
export function withoutSecrets(text: string): string {
  let result = ''
  let from = 0
  for (const { 0: name, index } of text.matchAll(secretName)) {
    const value = index + name.length
    if (index < from) continue
    valueEnd.lastIndex = value
    result += `${text.slice(from, value)}…`
    from = valueEnd.exec(text)?.index ?? text.length
  }
  return result + text.slice(from)
}

/** Applies `withoutSecrets` to every string in a value, recursively. */
export function allWithoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T // a string stays a string
  if (Array.isArray(value)) return value.map((one) => allWithoutSecrets<unknown>(one)) as T // and an array an array
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).map(([key, one]) => [key, allWithoutSecrets<unknown>(one)])
  return Object.fromEntries(entries) as T // the same keys
}
