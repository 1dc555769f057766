import { type Inline, readAddresses } from '@ozvi/contract/inline-markdown'
import { safeUrl } from '@ozvi/wire/safe-url'
import { Fragment, type ReactNode } from 'react'

/** Renders a citation number; null if nothing is cited by it. */
export type Cite = (number: number) => ReactNode

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
      // A number without a citation stays text.
      if (chips.includes(null)) return part.text
      return (
        // Keeps the number on the line of the word before it.
        <span className="cited">
          {/^\s/.test(part.text) && '\u00a0'}
          {chips.map((chip, index) => (
            <Fragment key={index}>{chip}</Fragment>
          ))}
        </span>
      )
    }
  }
}
/** Inline Markdown as nodes: never HTML, never a picture. */
export const inlineNodes = (parts: readonly Inline[], cite?: Cite): ReactNode[] =>
  parts.map((part, index) => <Fragment key={index}>{nodeOf(part, cite)}</Fragment>)

/** A person's text as typed: only URLs become links. */
export const plainText = (text: string): ReactNode[] => inlineNodes(readAddresses(text))
