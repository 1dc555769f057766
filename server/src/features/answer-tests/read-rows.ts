import type { AnswerTestImport, Locale } from '@ozvi/contract'
import { AnswerTestFields } from '@ozvi/contract/schemas'
import { questionKey } from '#features/data-sources'

type Fields = ReturnType<typeof AnswerTestFields.parse>
export interface TestRows {
  tests: Fields[]
  rejected: AnswerTestImport['rejected']
}
type Reason = TestRows['rejected'][number]['reason']

const names = {
  question: /^(question|otázka|otazka)$/i,
  page: /^(page|expected page|stránka|stranka|očakávaná stránka)$/i,
  text: /^(text|answer|expected text|odpoveď|odpoved|očakávaný text)$/i,
  locale: /^(language|locale|jazyk)$/i,
}
/** In place of a text: the assistant must not answer. */
const handOver = /^(hand over|hand-over|handover|odovzdať|odovzdat)$/i

/**
 * Reads tests from the cells of a table. Without a header, the columns are question, page, text and language.
 *
 * @param locale of rows without a language
 */
export function readTestRows(rows: readonly string[][], locale: Locale): TestRows {
  const [head = []] = rows
  const column = (name: RegExp) => head.findIndex((cell) => name.test(cell.trim()))
  const hasHead = column(names.question) >= 0
  const columns = hasHead
    ? {
        question: column(names.question),
        page: column(names.page),
        text: column(names.text),
        locale: column(names.locale),
      }
    : { question: 0, page: 1, text: 2, locale: 3 }
  const tests: Fields[] = []
  const rejected: TestRows['rejected'] = []
  const seen = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    if (hasHead && index === 0) continue
    const cell = (columnIndex: number) => (cells[columnIndex] ?? '').trim()
    const isHandOver = handOver.test(cell(columns.text))
    const fields = {
      question: cell(columns.question),
      expects: isHandOver ? 'hand_over' : 'answer',
      expected_page: isHandOver ? '' : cell(columns.page),
      expected_text: isHandOver ? '' : cell(columns.text),
      locale: cell(columns.locale).toLowerCase() || locale,
    }
    const read = AnswerTestFields.safeParse(fields)
    const key = questionKey(fields.question)
    if (!read.success) rejected.push({ row: index + 1, reason: reasonOf(fields, read.error.issues) })
    else if (seen.has(key)) rejected.push({ row: index + 1, reason: 'repeated' })
    else {
      seen.add(key)
      tests.push(read.data)
    }
  }
  return { tests, rejected }
}

function reasonOf(
  { question }: { question: string },
  issues: readonly { path: PropertyKey[]; code: string }[],
): Reason {
  if (!question) return 'no_question'
  if (issues.some(({ path }) => path[0] === 'locale')) return 'bad_language'
  return issues.some(({ code }) => code === 'custom') ? 'no_expectation' : 'too_long'
}
