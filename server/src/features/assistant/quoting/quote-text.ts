import { readHeading } from '@ozvi/contract'

const FENCE = /^\s*(?:```|~~~)/
const ROW = /^\s*\|/
const TABLE_RULE = /^\s*\|[\s:|-]+$/
/** Lines of tables and fences, to which no citation number can be appended. */
const endsBlock = (line: string) => ROW.test(line) || FENCE.test(line)

/** A placeholder for a bar inside a cell while the row is split. */
const BAR = '\0'
const cellsOf = (row: string) =>
  row
    .trim()
    .replaceAll('\\|', BAR)
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replaceAll(BAR, '|'))

/** A quote as plain text: without Markdown, cells of a table separated by tabs. */
export function plainQuote(markdown: string): string {
  let is_code = false
  return markdown
    .split('\n')
    .flatMap((line) => {
      if (FENCE.test(line)) {
        is_code = !is_code
        return []
      }
      if (is_code) return line
      if (TABLE_RULE.test(line)) return []
      return ROW.test(line) ? cellsOf(line).join('\t') : (readHeading(line)?.text ?? line)
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A quote as shown in an answer: under its heading, with its number, and with all code blocks closed. */
export function shownQuote({ quote, lead }: { quote: string; lead: string }, number: number): string {
  const isOpen = quote.split('\n').filter((line) => FENCE.test(line)).length % 2 > 0
  const closed = isOpen ? `${quote}\n\`\`\`` : quote
  const mark = endsBlock(closed.slice(closed.lastIndexOf('\n') + 1)) ? `\n\n[${number}]` : ` [${number}]`
  const isHeaded = lead === '' || readHeading(quote.split('\n')[0] ?? '') !== undefined
  return `${isHeaded ? '' : `### ${lead}\n\n`}${closed}${mark}`
}
