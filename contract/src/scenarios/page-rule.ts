import type { PageRule } from './flow.ts'

/*
 * Rules for the addresses of pages. Without regular expressions: they are evaluated on customers' websites, so each
 * takes linear time. Case, the fragment and a slash at the end don't count.
 */

const addressCharsMax = 2_000

const trimmed = (text: string) => (text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text)
/** The part of an address that a rule is compared with: from the path on, unless the rule names a host. */
function comparedPart(url: string, rule: string): string {
  const address = url.slice(0, addressCharsMax).toLowerCase().split('#')[0] ?? ''
  const [page = '', query] = address.split('?')
  const host_at = page.indexOf('://') + 3
  const path_at = host_at < 3 ? 0 : page.indexOf('/', host_at)
  const path = path_at < 0 ? '/' : page.slice(path_at)
  const part = rule.includes('://') ? page : path
  return rule.includes('?') ? `${trimmed(part)}?${query ?? ''}` : trimmed(part)
}
/** `*` matches any number of characters. Each part is found once, from left to right. */
function matchesGlob(text: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= text.length - last.length
}

/**
 * Whether a page fulfills a rule: its address `contains` a text, `equals` a path such as `/pricing` or a whole URL, or
 * fits a `glob` such as `/products/*`. The query counts only in `contains` and where the rule has one.
 */
export function matchesPage({ match, value }: PageRule, url: string): boolean {
  const rule = value.trim().toLowerCase()
  if (match === 'any' || rule === '') return match === 'any'
  if (match === 'contains') return url.slice(0, addressCharsMax).toLowerCase().includes(rule)
  const [path = '', query] = rule.split('?')
  const expected = query === undefined ? trimmed(path) : `${trimmed(path)}?${query}`
  const part = comparedPart(url, rule)
  return match === 'equals' ? part === expected : matchesGlob(part, expected)
}
