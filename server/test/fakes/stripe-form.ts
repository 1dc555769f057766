export type Fields = { [name: string]: Value }
export type Value = string | Fields | Value[]

/** Stripe's form encoding: `items[0][price]=price_1`. */
export function parseForm(text: string): Fields {
  const root: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = root
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Fields
    const last = path.at(-1) ?? ''
    if (name.endsWith('[]')) at[last] = [...((at[last] as Value[] | undefined) ?? []), value]
    else at[last] = value
  }
  return root
}
export const listOf = (value: Value | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : Object.values(value as Fields)
export const text = (value: Value | undefined, fallback = '') =>
  typeof value === 'string' ? value : fallback
