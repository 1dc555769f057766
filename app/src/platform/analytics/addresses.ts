/*
 * Query parameters that contain secrets or personal data. A URL can contain another one, encoded, as `?next=`
 * does, and that another.
 */
const parameter = /(?:[?&#]|%(?:25)?(?:3F|26|23))([\w.-]+)(?:=|%(?:25)?3D)/gi
const secretName = /^(?:token|email|code|state|search)$/i
const valueEnd = /[?&#\s]/g
const encodedValueEnd = /[?&#\s]|%(?:25)?(?:3F|26|23)/gi
const emailSign = /@|%(?:25)?40/

/** Removes tokens, searched text and values with an email address from the queries of a text. */
export function withoutSecrets(text: string): string {
  let result = ''
  let from = 0
  for (const { 0: start, 1: name = '', index } of text.matchAll(parameter)) {
    if (index < from) continue
    const value = index + start.length
    const ending = start.startsWith('%') ? encodedValueEnd : valueEnd
    ending.lastIndex = value
    const end = ending.exec(text)?.index ?? text.length
    if (!secretName.test(name) && !emailSign.test(text.slice(value, end))) continue
    result += `${text.slice(from, value)}…`
    from = end
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
