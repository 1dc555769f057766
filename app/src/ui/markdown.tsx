import { Fragment, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { inlineMarkdown, type ShowNumber, type Shows } from './inline-markdown.tsx'

/*
 * The part of Markdown that people write to each other, as nodes: paragraphs, headings, lists, quotes, tables,
 * code and rules. Anything else stays text.
 */

const nestingMax = 4
const fence = /^ {0,3}```/
const heading = /^#{1,6}\s+(.*?)\s*#*$/
const rule = /^ {0,3}([-*_])\s*(?:\1\s*){2,}$/
const bullet = /^( {0,12})(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const quote = /^> ?/
const tableRule = /^\|?[\s:|-]*-[\s:|-]*$/
const startsBlock = /^ {0,3}(?:```|#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s)/

const indentOf = (line: string) => line.search(/\S|$/)
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** Takes blocks off the front of `lines`, one after another. */
function blocks(lines: string[], show: Shows, depth: number): ReactNode[] {
  const inside = (inner: string[]) => blocks(inner, show, depth + 1)
  const takeWhile = (isIn: (line: string) => boolean) => {
    const end = lines.findIndex((line) => !isIn(line))
    return lines.splice(0, end < 0 ? lines.length : end)
  }
  function list(first: RegExpExecArray): ReactNode {
    const indent = indentOf(first[0])
    const isOrdered = first[2] !== undefined
    const items: ReactNode[] = []
    for (let item: RegExpExecArray | null = first; item; item = bullet.exec(lines[0] ?? '')) {
      if (indentOf(item[0]) > indent + 1 || (item[2] !== undefined) !== isOrdered) break
      lines.shift()
      const more = takeWhile((line) => line.trim() !== '' && indentOf(line) > indent + 1)
      const cut = Math.min(...more.map(indentOf), 80)
      items.push(
        <li key={items.length}>
          {inlineMarkdown(item[3] ?? '', show)}
          {inside(more.map((line) => line.slice(cut)))}
        </li>,
      )
      if (lines[0] === '' && bullet.test(lines[1] ?? '')) lines.shift() // a loose list is one list
    }
    return isOrdered ? (
      <ol start={Number(first[2])} className="list-decimal pl-5">
        {items}
      </ol>
    ) : (
      <ul className="list-disc pl-5">{items}</ul>
    )
  }
  function table(): ReactNode {
    const [head = '', , ...rows] = takeWhile((line) => line.includes('|'))
    return (
      <div className="overflow-x-auto" tabIndex={0}>
        <table className="text-sm [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
          <thead>
            <tr>
              {cellsOf(head).map((cell, at) => (
                <th key={at}>{inlineMarkdown(cell, show)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                {cellsOf(row).map((cell, at) => (
                  <td key={at}>{inlineMarkdown(cell, show)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  function block(line: string): ReactNode {
    if (fence.test(line)) {
      lines.shift()
      const code = takeWhile((each) => !fence.test(each))
      lines.shift()
      return (
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-inset p-2.5 font-mono text-sm">
          {code.join('\n')}
        </pre>
      )
    }
    const title = heading.exec(line)
    if (title) {
      lines.shift()
      return <p className="font-semibold">{inlineMarkdown(title[1] ?? '', show)}</p>
    }
    if (rule.test(line)) {
      lines.shift()
      return <hr className="border-line" />
    }
    if (depth < nestingMax && quote.test(line)) {
      const quoted = takeWhile((each) => quote.test(each)).map((each) => each.replace(quote, ''))
      return <blockquote className="border-l-2 border-strong pl-3 text-muted">{inside(quoted)}</blockquote>
    }
    const item = depth < nestingMax ? bullet.exec(line) : null
    if (item) return list(item)
    if (line.includes('|') && lines[1]?.includes('|') && tableRule.test(lines[1])) return table()
    lines.shift()
    const rest = takeWhile((each) => each.trim() !== '' && !startsBlock.test(each))
    return (
      <p>
        {[line, ...rest].map((each, at) => (
          <Fragment key={at}>
            {at > 0 && <br />}
            {inlineMarkdown(each.trim(), show)}
          </Fragment>
        ))}
      </p>
    )
  }
  const nodes: ReactNode[] = []
  while (lines.length > 0) {
    const line = lines[0] ?? ''
    if (line.trim() === '') lines.shift()
    else nodes.push(<Fragment key={nodes.length}>{block(line)}</Fragment>)
  }
  return nodes
}

/**
 * @param showNumber how `[1]` is shown, such as a chip that opens a source
 * @param showWords how plain words are shown, such as with the names in them marked
 */
export function Markdown({
  text,
  showNumber,
  showWords,
  className,
}: {
  text: string
  showNumber?: ShowNumber
  showWords?: Shows['words']
  className?: string
}) {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n')
  return (
    <div className={cn('flex flex-col gap-2 break-words', className)}>
      {blocks(lines, { number: showNumber, words: showWords }, 0)}
    </div>
  )
}
