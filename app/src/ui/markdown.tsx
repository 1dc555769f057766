import { type Block, type Inline, readMarkdown } from '@ozvi/contract'
import { Fragment, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { inlineMarkdown, type RenderCitation, type Renderers } from './inline-markdown.tsx'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

function list({ isOrdered, first, items }: Of<'list'>, show: Renderers): ReactNode {
  const nodes = items.map(({ children, blocks }, index) => (
    <li key={index}>
      {inlineMarkdown(children, show)}
      {nodesOf(blocks, show)}
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
function table({ head, rows }: Of<'table'>, show: Renderers): ReactNode {
  return (
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="text-sm [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        {/* In Markdown, a table without a header has an empty one. */}
        {head.some(({ length }) => length > 0) && (
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index}>{inlineMarkdown(cell, show)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, index) => (
                <td key={index}>{inlineMarkdown(cell, show)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
const lines = (parts: readonly Inline[][], show: Renderers): ReactNode =>
  parts.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {inlineMarkdown(line, show)}
    </Fragment>
  ))

function nodeOf(block: Block, show: Renderers): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{lines(block.lines, show)}</p>
    case 'heading':
      return <p className="font-semibold">{inlineMarkdown(block.children, show)}</p>
    case 'list':
      return list(block, show)
    case 'quote':
      return (
        <blockquote className="border-l-2 border-strong pl-3 text-muted">
          {nodesOf(block.blocks, show)}
        </blockquote>
      )
    case 'table':
      return table(block, show)
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
const nodesOf = (blocks: readonly Block[], show: Renderers): ReactNode =>
  blocks.map((block, index) => <Fragment key={index}>{nodeOf(block, show)}</Fragment>)

/**
 * @param showNumber how `[1]` is shown, such as a chip that opens a source
 * @param showWords how plain text is shown, such as with names marked
 */
export function Markdown({
  text,
  showNumber,
  renderText,
  className,
}: {
  text: string
  showNumber?: RenderCitation
  renderText?: Renderers['renderText']
  className?: string
}) {
  return (
    <div className={cn('flex flex-col gap-2 break-words', className)}>
      {nodesOf(readMarkdown(text), { number: showNumber, renderText: renderText })}
    </div>
  )
}
