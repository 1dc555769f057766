import { savedAnswersMax } from '@ozvi/contract'
import { QuestionConfig } from '@ozvi/contract/schemas'
import { readRows } from './csv.ts'

type Config = ReturnType<typeof QuestionConfig.parse>
export type RowProblem =
  | 'no_question'
  | 'no_answer'
  | 'question_too_long'
  | 'answer_too_long'
  | 'bad_alternatives'
  | 'repeated'

export interface AnswerRows {
  answers: Config[]
  /** `row` starts at 1 and includes the header. */
  rejected: { row: number; reason: RowProblem }[]
}

const names = {
  question: /^(question|otázka|otazka)$/i,
  answer: /^(answer|odpoveď|odpoved)$/i,
  alternatives:
    /^(alternatives?|alternative questions|other words|iné znenia|alternatívy|to isté inými slovami)$/i,
}

/** Returns the same key for questions that differ only in letter case and whitespace. */
export const questionKey = (question: string) => question.toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Reads questions and answers from a CSV file or pasted cells. Without a header, the columns are question, answer
 * and alternatives. Alternatives are separated by newlines or `|`.
 *
 * @throws ExtractionError with the reason shown to the member
 */
export function readAnswerRows(bytes: Uint8Array): AnswerRows {
  const rows = readRows(bytes, { rows_max: savedAnswersMax })
  const [head = []] = rows
  const column = (name: RegExp) => head.findIndex((cell) => name.test(cell.trim()))
  const hasHead = column(names.question) >= 0 && column(names.answer) >= 0
  const columns = hasHead
    ? {
        question: column(names.question),
        answer: column(names.answer),
        alternatives: column(names.alternatives),
      }
    : { question: 0, answer: 1, alternatives: 2 }
  const answers: Config[] = []
  const rejected: AnswerRows['rejected'] = []
  const seen = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    if (hasHead && index === 0) continue
    const fields = {
      question: cells[columns.question] ?? '',
      answer: cells[columns.answer] ?? '',
      alternatives: (cells[columns.alternatives] ?? '')
        .split(/[\n|]/)
        .map((line) => line.trim())
        .filter(Boolean),
    }
    const read = QuestionConfig.safeParse(fields)
    if (!read.success) {
      rejected.push({ row: index + 1, reason: reasonOf(fields, read.error.issues) })
      continue
    }
    const key = questionKey(read.data.question)
    if (seen.has(key)) rejected.push({ row: index + 1, reason: 'repeated' })
    else {
      seen.add(key)
      answers.push(read.data)
    }
  }
  return { answers, rejected }
}

function reasonOf(
  { question, answer }: { question: string; answer: string },
  issues: readonly { path: PropertyKey[] }[],
): RowProblem {
  if (!question.trim()) return 'no_question'
  if (!answer.trim()) return 'no_answer'
  const [field] = issues[0]?.path ?? []
  if (field === 'question') return 'question_too_long'
  return field === 'answer' ? 'answer_too_long' : 'bad_alternatives'
}
