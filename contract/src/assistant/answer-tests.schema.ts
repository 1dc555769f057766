import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { questionCharsMax } from '../data-sources/data-sources.ts'
import { Id, Locale, text, Time } from '../fields.schema.ts'
import { answerTestExpectations, answerTestFilters, answerTestsCharsMax } from './answer-tests.ts'
import { Band } from './assistant.schema.ts'

const fields = {
  question: text(1, questionCharsMax),
  locale: Locale,
  /** `hand_over` if the assistant must not answer. */
  expects: z._default(z.enum(answerTestExpectations), 'answer'),
  /** Title or URL of the page that the answer must quote; empty for any page. */
  expected_page: z._default(z.string().check(z.trim(), z.maxLength(2_000)), ''),
  /** Words that the answer must contain; empty for any text. */
  expected_text: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
}
const isChecked = ({ expects, expected_page, expected_text }: Expectation) =>
  expects === 'hand_over' || expected_page !== '' || expected_text !== ''
interface Expectation {
  expects: (typeof answerTestExpectations)[number]
  expected_page: string
  expected_text: string
}
/** Fields of a test. Unless a handover is expected, it needs a page or a text. */
export const AnswerTestFields = z
  .object(fields)
  .check(z.refine(isChecked, { error: 'expectation_missing', path: ['expected_text'] }))

export const AnswerTest = z.object({
  id: Id,
  question: z.string(),
  locale: Locale,
  expects: z.enum(answerTestExpectations),
  expected_page: z.string(),
  expected_text: z.string(),
})
export type AnswerTest = z.infer<typeof AnswerTest>

/**
 * Why a test failed: `no_answer` the assistant handed over · `answered` although it had to hand over · `wrong_page`
 * another page was quoted · `wrong_text` the expected words are missing
 */
export const AnswerTestFailure = z.enum(['no_answer', 'answered', 'wrong_page', 'wrong_text'])
export type AnswerTestFailure = z.infer<typeof AnswerTestFailure>
export const AnswerTestResult = z.object({
  answer_test_id: Id,
  /** The question at the time of the run. */
  question: z.string(),
  failure: z.nullable(AnswerTestFailure),
  band: Band,
  confidence: z.number(),
  /** What the assistant quoted; empty if it handed over. */
  quote: z.string(),
  title: z.string(),
  url: z.nullable(z.string()),
})
export type AnswerTestResult = z.infer<typeof AnswerTestResult>

export const AnswerTestRun = z.object({
  id: Id,
  integration_id: Id,
  /** `content` if the content has changed. */
  trigger: z.enum(['member', 'content']),
  /** `failed` if questions couldn't be asked. */
  status: z.enum(['running', 'done', 'canceled', 'failed']),
  total: z.int(),
  done: z.int(),
  passed: z.int(),
  started_at: Time,
  ended_at: z.nullable(Time),
  /** Null if the run was started by a change of the content. */
  started_by_name: z.nullable(z.string()),
})
export type AnswerTestRun = z.infer<typeof AnswerTestRun>

const problems = ['not_found', 'forbidden', 'invalid_input'] as const
export const listAnswerTests = schemas({ output: z.array(AnswerTest), problems: ['not_found', 'forbidden'] })
export const saveAnswerTest = schemas({ input: z.object(fields), output: AnswerTest, problems })
export const deleteAnswerTest = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const AnswerTestImport = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Rejected rows. `row` starts at 1 and includes the header. */
  rejected: z.array(
    z.object({
      row: z.int(),
      reason: z.enum(['no_question', 'no_expectation', 'too_long', 'bad_language', 'repeated', 'too_many']),
    }),
  ),
})
export type AnswerTestImport = z.infer<typeof AnswerTestImport>
export const importAnswerTests = schemas({
  input: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(answerTestsCharsMax)),
    /** Used for rows without a language. */
    locale: Locale,
    is_trial: z._default(z.boolean(), false),
  }),
  output: AnswerTestImport,
  problems,
})
export const listAnswerTestRuns = schemas({
  output: z.array(AnswerTestRun),
  problems: ['not_found', 'forbidden'],
})
export const startAnswerTestRun = schemas({ output: AnswerTestRun, problems })
export const cancelAnswerTestRun = schemas({ output: AnswerTestRun, problems: ['not_found', 'forbidden'] })
export const getAnswerTestRun = schemas({
  input: z.object({ only: z._default(z.enum(answerTestFilters), 'all') }),
  output: z.object({ run: AnswerTestRun, results: z.array(AnswerTestResult) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const answerTestsChanged = z.object({ integration_id: Id })
export const answerTestRunChanged = AnswerTestRun
