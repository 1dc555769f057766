import { type Inline, readAddresses } from '@ozvi/contract/inline-markdown'
import { Fragment, type ReactNode } from 'react'

/** The chip of a cited number; null when nothing is cited by it. */
export type Cite = (number: number) => ReactNode

/** The address as the browser would open it, when that is harmless; relative ones would point at us. */
export function safeUrl(raw: string): string | undefined {
  try {
    const url = new URL(raw)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

function nodeOf(part: Inline, cite: Cite | undefined): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = part.type
      return <Tag>{inlineNodes(part.children, cite)}</Tag>
    }
    case 'link': {
      const url = safeUrl(part.address)
      const label = inlineNodes(part.children)
      return url ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {label}
        </a>
      ) : (
        label
      )
    }
    case 'numbers': {
      const chips = part.numbers.map((number) => cite?.(number) ?? null)
      // A number that cites nothing stays text.
      return chips.includes(null)
        ? part.text
        : chips.map((chip, place) => <Fragment key={place}>{chip}</Fragment>)
    }
  }
}
/** The inside of a line of Markdown as nodes: never HTML, never a picture. */
export const inlineNodes = (parts: readonly Inline[], cite?: Cite): ReactNode[] =>
  parts.map((part, place) => <Fragment key={place}>{nodeOf(part, cite)}</Fragment>)

/** What a person typed, as typed: only its addresses become links. */
export const plainText = (text: string): ReactNode[] => inlineNodes(readAddresses(text))
