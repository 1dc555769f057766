import { type Inline, readAddresses } from '@ozvi/contract'
import { safeUrl } from '@ozvi/wire/safe-url'
import { Fragment, type ReactNode } from 'react'
import { linkStyle } from './link.tsx'

/*
 * Inline Markdown as nodes: never HTML or images, and links only to safe schemes.
 */

/** How some nodes are rendered. */
export interface Renderers {
  /** A number in square brackets; null leaves it as text. */
  renderCitation?: ((number: number) => ReactNode) | undefined
  /** Plain text, for example to mark names in it. */
  renderText?: ((text: string) => ReactNode) | undefined
}

function nodeOf(part: Inline, renderers: Renderers): ReactNode {
  switch (part.type) {
    case 'text':
      return renderers.renderText ? renderers.renderText(part.text) : part.text
    case 'code':
      return <code className="rounded-[4px] bg-inset px-1 py-0.5 font-mono text-[0.92em]">{part.text}</code>
    case 'strong':
      return <strong className="font-semibold">{inlineMarkdown(part.children, renderers)}</strong>
    case 'em':
      return <em>{inlineMarkdown(part.children, renderers)}</em>
    case 'del':
      return <del>{inlineMarkdown(part.children, renderers)}</del>
    case 'link': {
      const url = safeUrl(part.address)
      const label = inlineMarkdown(part.children, { renderText: renderers.renderText })
      return url ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle('break-words')}>
          {label}
        </a>
      ) : (
        label
      )
    }
    case 'numbers': {
      const rendered = part.numbers.map((number) => renderers.renderCitation?.(number) ?? null)
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

export const inlineMarkdown = (parts: readonly Inline[], renderers: Renderers): ReactNode =>
  parts.map((part, index) => <Fragment key={index}>{nodeOf(part, renderers)}</Fragment>)

/** User input as typed: only its URLs become links. */
export function LinkedText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{inlineMarkdown(readAddresses(text), {})}</p>
}
