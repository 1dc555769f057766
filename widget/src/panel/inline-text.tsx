import { Fragment, type ReactNode } from 'react'

/*
 * The inside of a line of Markdown as nodes. A hand-written scanner: one step per character and plain
 * searches, so that no message, however hostile, makes it slow. Never HTML, never an image.
 */

export type Cite = (number: number) => ReactNode
const nestingMax = 4

/** The address as the browser would open it, when that is harmless; relative ones would point at us. */
export function safeUrl(raw: string): string | undefined {
  try {
    const url = new URL(raw)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
const link = (url: string, content: ReactNode) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow">
    {content}
  </a>
)

interface Found {
  node: ReactNode
  end: number
}
type Rule = (text: string, at: number, cite: Cite | undefined, depth: number) => Found | undefined

/** A pair of marks with something between that neither begins nor ends with a space. */
function between(text: string, at: number, mark: string): { inner: string; end: number } | undefined {
  const from = at + mark.length
  const to = text.indexOf(mark, from + 1)
  if (to < 0) return undefined
  const inner = text.slice(from, to)
  return /^\s|\s$/.test(inner) ? undefined : { inner, end: to + mark.length }
}
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

const emphasis: Rule = (text, at, cite, depth) => {
  for (const [mark, Tag] of [
    ['**', 'strong'],
    ['__', 'strong'],
    ['~~', 'del'],
    ['*', 'em'],
    ['_', 'em'],
  ] as const) {
    if (!text.startsWith(mark, at)) continue
    const found = between(text, at, mark)
    if (!found || depth >= nestingMax) return undefined
    // snake_case_names are no emphasis
    if (mark.startsWith('_') && (isWord(text[at - 1]) || isWord(text[found.end]))) return undefined
    return { node: <Tag>{inlineText(found.inner, cite, depth + 1)}</Tag>, end: found.end }
  }
  return undefined
}
const code: Rule = (text, at) => {
  const mark = /^`+/.exec(text.slice(at, at + 8))?.[0] ?? '`'
  const to = text.indexOf(mark, at + mark.length)
  return to < 0
    ? undefined
    : { node: <code>{text.slice(at + mark.length, to).trim()}</code>, end: to + mark.length }
}
const citation: Rule = (text, at, cite) => {
  const numbers = /^\[(\d{1,3}(?:, ?\d{1,3})*)\]/.exec(text.slice(at, at + 40))
  if (!cite || !numbers?.[1]) return undefined
  const chips = numbers[1].split(',').map((number) => cite(Number(number)))
  // A number that cites nothing stays text.
  if (chips.some((chip) => chip === null)) return undefined
  return {
    node: chips.map((chip, index) => <Fragment key={index}>{chip}</Fragment>),
    end: at + numbers[0].length,
  }
}
/** `[text](address)`, and `![text](address)`, of which only the text is shown: pictures could spy. */
const bracketed: Rule = (text, at, cite, depth) => {
  const isImage = text[at] === '!'
  const from = isImage ? at + 1 : at
  if (text[from] !== '[') return undefined
  if (!isImage) {
    const chips = citation(text, at, cite, depth)
    if (chips) return chips
  }
  const middle = text.indexOf('](', from)
  const to = middle < 0 ? -1 : text.indexOf(')', middle)
  if (to < 0 || depth >= nestingMax) return undefined
  const label = inlineText(text.slice(from + 1, middle), undefined, depth + 1)
  const url = isImage ? undefined : safeUrl(text.slice(middle + 2, to).split(/\s/)[0] ?? '')
  return { node: url ? link(url, label) : label, end: to + 1 }
}
const address: Rule = (text, at) => {
  if (isWord(text[at - 1])) return undefined
  const raw = /^https?:\/\/[^\s<>"]+/i.exec(text.slice(at, at + 2_000))?.[0].replace(/[.,;:!?'*_)\]]+$/, '')
  const url = raw && safeUrl(raw)
  return url ? { node: link(url, raw), end: at + raw.length } : undefined
}
const escaped: Rule = (text, at) => {
  const next = text[at + 1]
  return next && /[!-/:-@[-`{-~]/.test(next) ? { node: next, end: at + 2 } : undefined
}
const rules: Record<string, Rule> = {
  '*': emphasis,
  _: emphasis,
  '~': emphasis,
  '`': code,
  '[': bracketed,
  '!': bracketed,
  h: address,
  H: address,
  '\\': escaped,
}

function scan(text: string, rulesHere: Record<string, Rule>, cite: Cite | undefined, depth: number) {
  const nodes: ReactNode[] = []
  let plain_from = 0
  for (let at = 0; at < text.length; at++) {
    const found = rulesHere[text[at] ?? '']?.(text, at, cite, depth)
    if (!found) continue
    if (at > plain_from) nodes.push(text.slice(plain_from, at))
    nodes.push(<Fragment key={at}>{found.node}</Fragment>)
    plain_from = found.end
    at = found.end - 1
  }
  if (plain_from < text.length) nodes.push(text.slice(plain_from))
  return nodes
}
export const inlineText = (text: string, cite?: Cite, depth = 0): ReactNode[] =>
  scan(text, rules, cite, depth)
/** What a person typed, as typed: only its addresses become links. */
export const plainText = (text: string): ReactNode[] => scan(text, { h: address, H: address }, undefined, 0)
