import { type Block, type Inline, readMarkdown } from '@ozvi/contract'
import { Fragment, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { inlineMarkdown, type Renderers } from './inline-markdown.tsx'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

function list({ isOrdered, first, items }: Of<'list'>, renderers: Renderers): ReactNode {
  const nodes = items.map(({ children, blocks }, index) => (
    <li key={index}>
      {inlineMarkdown(children, renderers)}
      {nodesOf(blocks, renderers)}
    </li>
  ))
  return isOrdered ? (
    <ol start={first} className="list-decimal pl-5">
      {nodes}
    </ol>
  ) : (
    <ul className="list-disc pl-5">{nodes}</ul>
  )
}
function table({ head, rows }: Of<'table'>, renderers: Renderers): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="text-sm [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        {/* In Markdown, a table without a header has an empty one. */}
        {head.some(({ length }) => length > 0) && (
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index}>{inlineMarkdown(cell, renderers)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, index) => (
                <td key={index}>{inlineMarkdown(cell, renderers)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
const lines = (parts: readonly Inline[][], renderers: Renderers): ReactNode =>
  parts.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {inlineMarkdown(line, renderers)}
    </Fragment>
  ))

function nodeOf(block: Block, renderers: Renderers): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{lines(block.lines, renderers)}</p>
    case 'heading':
      return <p className="font-semibold">{inlineMarkdown(block.children, renderers)}</p>
    case 'list':
      return list(block, renderers)
    case 'quote':
      return (
        <blockquote className="border-l-2 border-strong pl-3 text-muted">
          {nodesOf(block.blocks, renderers)}
        </blockquote>
      )
    case 'table':
      return table(block, renderers)
    case 'code':
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-inset p-2.5 font-mono text-sm">
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr className="border-line" />
  }
}
const nodesOf = (blocks: readonly Block[], renderers: Renderers): ReactNode =>
  blocks.map((block, index) => <Fragment key={index}>{nodeOf(block, renderers)}</Fragment>)

/**
 * @param renderCitation how `[1]` is shown, such as a chip that opens a source
 * @param renderText how plain text is shown, such as with names marked
 */
export function Markdown({
  text,
  renderCitation,
  renderText,
  className,
}: {
  text: string
  renderCitation?: Renderers['renderCitation']
  renderText?: Renderers['renderText']
  className?: string
}) {
  return (
    <div className={cn('flex flex-col gap-2 break-words', className)}>
      {nodesOf(readMarkdown(text), { renderCitation, renderText })}
    </div>
  )
}
