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

/** Names a secret of the workspace in a header: `{{secrets.shop}}`. */
const secretStart = 'secrets.'
/** The secret that a placeholder names; undefined for a variable or field. */
export const secretOf = (placeholder: string): string | undefined =>
  placeholder.startsWith(secretStart) ? placeholder.slice(secretStart.length) : undefined

/** A part of a header's value: a text, or the name of a secret that is inserted when the request is sent. */
export type HeaderPart = string | { secret: string }
/** Fills in everything except secrets. What a customer wrote can't name one: values are inserted as text. */
export function renderHeader(
  template: string,
  valueOf: (name: string) => string | undefined,
  charsMax: number,
  escape: (value: string) => string,
): HeaderPart[] {
  const parts: HeaderPart[] = []
  let text = ''
  let left = charsMax
  const addText = () => {
    if (text !== '') parts.push(truncate(text, left))
    left = Math.max(0, left - text.length)
    text = ''
  }
  for (const part of readTemplate(template)) {
    const secret = typeof part === 'string' ? undefined : secretOf(part.name)
    if (secret === undefined) {
      text += typeof part === 'string' ? part : insert(part, valueOf, escape)
      continue
    }
    addText()
    parts.push({ secret })
  }
  addText()
  return parts
}
function insert(
  { name, fallback }: Placeholder,
  valueOf: (name: string) => string | undefined,
  escape: (value: string) => string,
): string {
  const value = valueOf(name)
  return value === undefined ? `{{${name}}}` : escape(value || fallback)
}

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
    else text += insert(part, valueOf, escape)
    if (text.length > charsMax) return truncate(text, charsMax)
  }
  return text
}
