/*
 * What stands behind these names in an address opens an account or names a person. An address may carry
 * another one inside, encoded, as `?next=` does, and that one another.
 */
const secret =
  /((?:[?&#]|%(?:25)?(?:3F|26|23))(?:token|email)(?:=|%(?:25)?3D))(?:(?!%(?:25)?(?:26|23))[^&#\s])*/gi

/** A text, as a rule an address, without the tokens and e-mail addresses of its queries. */
export const withoutSecrets = (text: string): string => text.replace(secret, '$1…')

/** `withoutSecrets` for every text in a value, however deep. */
export function allWithoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return withoutSecrets(value) as T // a text stays a text
  if (Array.isArray(value)) return value.map((one) => allWithoutSecrets<unknown>(one)) as T // and a list a list
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).map(([key, one]) => [key, allWithoutSecrets<unknown>(one)])
  return Object.fromEntries(entries) as T // the same keys
}
