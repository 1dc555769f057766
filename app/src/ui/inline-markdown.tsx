import { type Inline, readAddresses } from '@ozvi/contract'
import { Fragment, type ReactNode } from 'react'
import { linkStyle } from './link.tsx'

/*
 * The inside of a line of Markdown as nodes: never HTML, never a picture, links to harmless schemes only.
 */

/** How a number in square brackets is shown; null leaves it as text. */
export type ShowNumber = (number: number) => ReactNode
/** What is shown otherwise than as text. */
export interface Shows {
  number?: ShowNumber | undefined
  /** Plain words, such as for the names in them. */
  words?: ((text: string) => ReactNode) | undefined
}

/** The address as the browser would open it, when that is harmless; relative ones would point at us. */
function safeUrl(raw: string): string | null {
  const url = URL.canParse(raw) ? new URL(raw) : null
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null
}

function nodeOf(part: Inline, show: Shows): ReactNode {
  switch (part.type) {
    case 'text':
      return show.words ? show.words(part.text) : part.text
    case 'code':
      return <code className="rounded-[4px] bg-inset px-1 py-0.5 font-mono text-[0.92em]">{part.text}</code>
    case 'strong':
      return <strong className="font-semibold">{inlineMarkdown(part.children, show)}</strong>
    case 'em':
      return <em>{inlineMarkdown(part.children, show)}</em>
    case 'del':
      return <del>{inlineMarkdown(part.children, show)}</del>
    case 'link': {
      const url = safeUrl(part.address)
      const label = inlineMarkdown(part.children, { words: show.words })
      return url ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle('break-words')}>
          {label}
        </a>
      ) : (
        label
      )
    }
    case 'numbers': {
      const shown = part.numbers.map((number) => show.number?.(number) ?? null)
      // One that names nothing leaves all as they were written.
      return shown.includes(null)
        ? part.text
        : shown.map((node, place) => <Fragment key={place}>{node}</Fragment>)
    }
  }
}

export const inlineMarkdown = (parts: readonly Inline[], show: Shows): ReactNode =>
  parts.map((part, place) => <Fragment key={place}>{nodeOf(part, show)}</Fragment>)

/** What a person typed, as typed: only its addresses become links. */
export function LinkedText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{inlineMarkdown(readAddresses(text), {})}</p>
}
