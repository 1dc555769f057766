import { Fragment, type ReactNode } from 'react'
import { type Cite, inlineText } from './inline-text.tsx'

/*
 * The part of Markdown that answers use, as nodes: paragraphs, headings, lists, quotes, tables, code and
 * rules. What is not in the part stays text; deeper nesting than anybody reads stays text, too.
 */

const nestingMax = 4
const listItem = /^( {0,12})(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const startsBlock = /^\s{0,3}(?:```|#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s)/
const tableRule = /^\|?[\s:|-]*-[\s:|-]*$/

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

/** Reads blocks one after another off the front of `lines`. */
function blocks(lines: string[], cite: Cite | undefined, depth: number): ReactNode[] {
  const nodes: ReactNode[] = []
  const inside = (inner: string[]) => blocks(inner, cite, depth + 1)
  const takeWhile = (isIn: (line: string) => boolean) => {
    const until = lines.findIndex((line) => !isIn(line))
    return lines.splice(0, until < 0 ? lines.length : until)
  }

  function list(first: RegExpExecArray): ReactNode {
    const isOrdered = first[2] !== undefined
    const indent = first[1]?.length ?? 0
    const items: ReactNode[] = []
    for (let item: RegExpExecArray | null = first; item; item = listItem.exec(lines[0] ?? '')) {
      if ((item[1]?.length ?? 0) > indent + 1 || (item[2] !== undefined) !== isOrdered) break
      lines.shift()
      const more = takeWhile((line) => /^\s{2,}\S/.test(line) && line.search(/\S/) > indent)
      const shift = Math.min(...more.map((line) => line.search(/\S/)), 80)
      const text = inlineText(item[3] ?? '', cite)
      items.push(<li key={items.length}>{[text, inside(more.map((line) => line.slice(shift)))]}</li>)
      const next = lines[0] === '' ? listItem.exec(lines[1] ?? '') : null
      if (next && (next[2] !== undefined) === isOrdered) lines.shift() // a loose list is one list
    }
    return isOrdered ? <ol start={Number(first[2])}>{items}</ol> : <ul>{items}</ul>
  }
  function table(): ReactNode {
    const [head = '', , ...rows] = takeWhile((line) => line.includes('|'))
    return (
      <div className="table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {cells(head).map((cell, at) => (
                <th key={at}>{inlineText(cell, cite)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {cells(row).map((cell, column) => (
                  <td key={column}>{inlineText(cell, cite)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  function paragraph(): ReactNode {
    const first = lines.shift() ?? ''
    const rest = takeWhile((line) => line.trim() !== '' && !startsBlock.test(line))
    return (
      <p>
        {[first, ...rest].map((line, at) => (
          <Fragment key={at}>
            {at > 0 && <br />}
            {inlineText(line.trim(), cite)}
          </Fragment>
        ))}
      </p>
    )
  }
  function block(line: string): ReactNode {
    if (/^\s{0,3}```/.test(line)) {
      lines.shift()
      const inner = takeWhile((each) => !/^\s{0,3}```/.test(each))
      lines.shift()
      return (
        <pre tabIndex={0}>
          <code>{inner.join('\n')}</code>
        </pre>
      )
    }
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)
    if (heading) {
      lines.shift()
      return <p className="heading">{inlineText(heading[1] ?? '', cite)}</p>
    }
    if (/^\s{0,3}([-*_])\s*(?:\1\s*){2,}$/.test(line)) {
      lines.shift()
      return <hr />
    }
    if (depth < nestingMax && line.startsWith('>')) {
      const inner = takeWhile((each) => each.startsWith('>'))
      return <blockquote>{inside(inner.map((each) => each.replace(/^>\s?/, '')))}</blockquote>
    }
    const item = depth < nestingMax ? listItem.exec(line) : null
    if (item) return list(item)
    if (line.includes('|') && tableRule.test(lines[1] ?? '') && lines[1]?.includes('|')) return table()
    return paragraph()
  }

  while (lines.length > 0) {
    const line = lines[0] ?? ''
    if (line.trim() === '') lines.shift()
    else nodes.push(<Fragment key={nodes.length}>{block(line)}</Fragment>)
  }
  return nodes
}

/** @param cite the chip for a cited number, or null when the answer cites no such passage. */
export const Markdown = ({ text, cite }: { text: string; cite?: Cite }) => (
  <>{blocks(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), cite, 0)}</>
)
