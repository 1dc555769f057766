/*
 * The URL of a call. Separate from the API client because it imports nothing: the widget has a client of its own.
 */

/** Splits a flat input into the path and the remaining fields for query or body. */
export function address(path: string, input: object): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return { url, rest }
}
/** `?a=1&b=2`, without absent fields; empty when nothing is left. */
export function query(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`
}
