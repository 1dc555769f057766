import { truncate } from '../text/plain-text.ts'

/*
 * Texts of a flow name values as `{{name}}`, or `{{name|fallback}}` for a value that may be unknown. A value is
 * inserted as is: placeholders in it have no meaning.
 */

const placeholderCharsMax = 120
const name = /^[A-Za-z][\w.]*$/

interface Placeholder {
  name: string
  fallback: string
}
function readPlaceholder(inside: string): Placeholder | null {
  const bar = inside.indexOf('|')
  const [before, after] = bar < 0 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)]
  return name.test(before.trim()) ? { name: before.trim(), fallback: after.trim() } : null
}

/** Splits a text into its parts in one pass. The search for an end is bounded, so any text takes linear time. */
function* readTemplate(template: string): Generator<string | Placeholder> {
  let at = 0
  for (;;) {
    const open = template.indexOf('{{', at)
    if (open < 0) break
    const inside = template.slice(open + 2, open + 2 + placeholderCharsMax)
    const end = inside.indexOf('}}')
    const placeholder = end < 0 ? null : readPlaceholder(inside.slice(0, end))
    if (placeholder) {
      yield template.slice(at, open)
      yield placeholder
      at = open + 2 + end + 2
    } else {
      yield template.slice(at, open + 1)
      at = open + 1
    }
  }
  yield template.slice(at)
}

/** The names that a text inserts, each once. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set([...readTemplate(template)].flatMap((part) => (typeof part === 'string' ? [] : [part.name]))),
]

/** @param valueOf returns '' for an unknown value and undefined for an unknown name, which stays as written */
export function renderTemplate(
  template: string,
  valueOf: (name: string) => string | undefined,
  charsMax: number,
  escape: (value: string) => string = (value) => value,
): string {
  let text = ''
  for (const part of readTemplate(template)) {
    if (typeof part === 'string') text += part
    else {
      const value = valueOf(part.name)
      text += value === undefined ? `{{${part.name}}}` : escape(value || part.fallback)
    }
    if (text.length > charsMax) return truncate(text, charsMax)
  }
  return text
}
