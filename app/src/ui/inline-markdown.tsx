import { Fragment, type ReactNode } from 'react'
import { linkStyle } from './link.tsx'

/*
 * The inside of a line of Markdown as nodes: never HTML, never a picture, links to harmless schemes only.
 * Every repeat is bounded, so that no text, however hostile, makes the pattern slow.
 */

/** How a number in square brackets is shown; null leaves it as text. */
export type ShowNumber = (number: number) => ReactNode
/** What is shown otherwise than as text. */
export interface Shows {
  number?: ShowNumber | undefined
  /** Plain words, such as for the names in them. */
  words?: ((text: string) => ReactNode) | undefined
}

const nestingMax = 4
const run = '(?=\\S)(.{1,1000}?)(?<=\\S)'
const inline = new RegExp(
  [
    '\\\\(?<escaped>[!-\\/:-@\\[-`{-~])',
    '`(?<code>[^`]{1,1000})`',
    `\\*\\*(?<strong>${run})\\*\\*`,
    `~~(?<struck>${run})~~`,
    `(?<![\\p{L}\\p{N}_])_(?<low>${run})_(?![\\p{L}\\p{N}_])`,
    `\\*(?<em>${run})\\*`,
    '!?\\[(?<label>[^\\[\\]]{0,500})\\]\\((?<target>[^()\\s]{1,2000})(?:\\s"[^"]{0,300}")?\\)',
    '\\[(?<numbers>\\d{1,3}(?:, ?\\d{1,3}){0,20})\\]',
    '(?<![\\p{L}\\p{N}])(?<address>https?:\\/\\/[^\\s<>"]{1,2000})',
  ].join('|'),
  'gu',
)

/** The address as the browser would open it, when that is harmless; relative ones would point at us. */
function safeUrl(raw: string): string | null {
  if (!URL.canParse(raw)) return null
  const url = new URL(raw)
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null
}
const anchor = (url: string, content: ReactNode) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle('break-words')}>
    {content}
  </a>
)

function nodeOf(match: RegExpExecArray, show: Shows, depth: number): ReactNode {
  const { escaped, code, strong, struck, low, em, label, target, numbers, address } = match.groups ?? {}
  const inside = (text: string) => inlineMarkdown(text, show, depth + 1)
  if (escaped) return escaped
  if (code) return <code className="rounded-[4px] bg-inset px-1 py-0.5 font-mono text-[0.92em]">{code}</code>
  if (strong) return <strong className="font-semibold">{inside(strong)}</strong>
  if (struck) return <del>{inside(struck)}</del>
  if (low ?? em) return <em>{inside(low ?? em ?? '')}</em>
  if (target !== undefined) {
    const isPicture = match[0].startsWith('!')
    const url = isPicture ? null : safeUrl(target)
    return url ? anchor(url, inside(label || url)) : label
  }
  if (numbers) {
    const shown = numbers.split(',').map((number) => show.number?.(Number(number)) ?? null)
    // One that names nothing leaves all as they were written.
    return shown.includes(null) ? match[0] : shown.map((node, at) => <Fragment key={at}>{node}</Fragment>)
  }
  const trimmed = (address ?? '').replace(/[.,;:!?'*_)\]]+$/, '')
  const url = safeUrl(trimmed)
  if (!url) return address
  return (
    <>
      {anchor(url, trimmed)}
      {(address ?? '').slice(trimmed.length)}
    </>
  )
}

export function inlineMarkdown(text: string, show: Shows, depth = 0): ReactNode {
  const words = show.words ?? ((plain: string) => plain)
  if (depth > nestingMax) return text
  const nodes: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(inline)) {
    nodes.push(words(text.slice(at, match.index)), nodeOf(match, show, depth))
    at = match.index + match[0].length
  }
  nodes.push(words(text.slice(at)))
  return nodes.map((node, place) => <Fragment key={place}>{node}</Fragment>)
}

const address = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"]{1,2000}/gu
/** What a person typed, as typed: only its addresses become links. */
export function LinkedText({ text }: { text: string }) {
  const nodes: ReactNode[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const trimmed = found.replace(/[.,;:!?'*_)\]]+$/, '')
    const url = safeUrl(trimmed)
    if (!url) continue
    nodes.push(text.slice(at, index), anchor(url, trimmed))
    at = index + trimmed.length
  }
  nodes.push(text.slice(at))
  return (
    <p className="whitespace-pre-wrap">
      {nodes.map((node, place) => (
        <Fragment key={place}>{node}</Fragment>
      ))}
    </p>
  )
}
