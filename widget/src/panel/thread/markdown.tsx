import { type Block, readMarkdown } from '@ozvi/contract/markdown'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { type Cite, inlineNodes } from './inline-text.tsx'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

function list({ isOrdered, first, items }: Of<'list'>, cite: Cite | undefined): ReactNode {
  const nodes = items.map(({ children, blocks }, index) => (
    <li key={index}>{[inlineNodes(children, cite), nodesOf(blocks, cite)]}</li>
  ))
  return isOrdered ? <ol start={first}>{nodes}</ol> : <ul>{nodes}</ul>
}
function table({ head, rows }: Of<'table'>, cite: Cite | undefined): ReactNode {
  return (
    <div className="table" tabIndex={0}>
      <table>
        {/* A table without a head has an empty one in Markdown. */}
        {head.some(({ length }) => length > 0) && (
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index}>{inlineNodes(cell, cite)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{inlineNodes(cell, cite)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
function nodeOf(block: Block, cite: Cite | undefined): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            <Fragment key={index}>
              {index > 0 && <br />}
              {inlineNodes(line, cite)}
            </Fragment>
          ))}
        </p>
      )
    case 'heading':
      return <p className="heading">{inlineNodes(block.children, cite)}</p>
    case 'list':
      return list(block, cite)
    case 'quote':
      return <blockquote>{nodesOf(block.blocks, cite)}</blockquote>
    case 'table':
      return table(block, cite)
    case 'code':
      return <CodeBlock text={block.text} />
    case 'rule':
      return <hr />
  }
}
const nodesOf = (blocks: readonly Block[], cite: Cite | undefined): ReactNode[] =>
  blocks.map((block, index) => <Fragment key={index}>{nodeOf(block, cite)}</Fragment>)

/** @param cite renders a citation number, null if there is no such citation */
export const Markdown = ({ text, cite }: { text: string; cite?: Cite }) => (
  <>{nodesOf(readMarkdown(text), cite)}</>
)
