import { type Inline, readAddresses } from '@ozvi/contract'
import { safeUrl } from '@ozvi/wire/safe-url'
import { Fragment, type ReactNode } from 'react'
import { linkStyle } from './link.tsx'

/*
 * Inline Markdown as nodes: never HTML or images, and links only to safe schemes.
 */

/** How a number in square brackets is shown; null leaves it as text. */
export type RenderCitation = (number: number) => ReactNode
/** Components for nodes that aren't shown as text. */
export interface Renderers {
  number?: RenderCitation | undefined
  /** Plain text, for example to mark names in it. */
  renderText?: ((text: string) => ReactNode) | undefined
}

function nodeOf(part: Inline, show: Renderers): ReactNode {
  switch (part.type) {
    case 'text':
      return show.renderText ? show.renderText(part.text) : part.text
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
      const label = inlineMarkdown(part.children, { renderText: show.renderText })
      return url ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle('break-words')}>
          {label}
        </a>
      ) : (
        label
      )
    }
    case 'numbers': {
      const rendered = part.numbers.map((number) => show.number?.(number) ?? null)
      // Without a match the text stays as written.
      if (rendered.includes(null)) return part.text
      return (
        // Keeps the number on the line of the word before it.
        <span className="whitespace-nowrap">
          {/^\s/.test(part.text) && '\u00a0'}
          {rendered.map((node, index) => (
            <Fragment key={index}>{node}</Fragment>
          ))}
        </span>
      )
    }
  }
}

export const inlineMarkdown = (parts: readonly Inline[], show: Renderers): ReactNode =>
  parts.map((part, index) => <Fragment key={index}>{nodeOf(part, show)}</Fragment>)

/** User input as typed: only its URLs become links. */
export function LinkedText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{inlineMarkdown(readAddresses(text), {})}</p>
}
