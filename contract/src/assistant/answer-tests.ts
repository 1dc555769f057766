import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './answer-tests.schema.ts'

export type {
  AnswerTest,
  AnswerTestFailure,
  AnswerTestImport,
  AnswerTestResult,
  AnswerTestRun,
} from './answer-tests.schema.ts'

/*
 * Questions whose answers are checked: when a member starts a run, and whenever the content that the assistant answers
 * from has changed. Nothing is sent to anyone, and no language model is asked.
 */

export const answerTestsMax = 200
/** Older runs are deleted. */
export const answerTestRunsKept = 50
export const answerTestExpectations = ['answer', 'hand_over'] as const
/** Filters of the results of a run. */
export const answerTestFilters = ['all', 'passed', 'failed'] as const
/** Maximum length of pasted cells, in characters. */
export const answerTestsCharsMax = 200_000

const tests = '/api/integration/:integration_id/answer-test'
const runs = '/api/integration/:integration_id/answer-test-run'

/** Lists the answer tests, oldest first. */
export const listAnswerTests = defineRoute<typeof schema.listAnswerTests>()('GET', tests)
/**
 * Creates or updates the test with this id.
 * @throws Problem `invalid_input` on `question`: the workspace has `answerTestsMax` tests
 */
export const saveAnswerTest = defineRoute<typeof schema.saveAnswerTest>()('PUT', `${tests}/:answer_test_id`)
export const deleteAnswerTest = defineRoute<typeof schema.deleteAnswerTest>()(
  'DELETE',
  `${tests}/:answer_test_id`,
)
/**
 * Adds tests from the text of a CSV file or pasted cells, with the columns question, page, text and language.
 * Tests with the same question are updated. With `is_trial`, nothing is saved.
 */
export const importAnswerTests = defineRoute<typeof schema.importAnswerTests>()('POST', `${tests}/import`)

/** Lists the test runs, newest first. */
export const listAnswerTestRuns = defineRoute<typeof schema.listAnswerTestRuns>()('GET', runs)
/**
 * Runs all tests in the background. While a run is in progress, returns it and starts no other.
 * @throws Problem `invalid_input` on `run`: there are no tests
 */
export const startAnswerTestRun = defineRoute<typeof schema.startAnswerTestRun>()('POST', runs)
export const cancelAnswerTestRun = defineRoute<typeof schema.cancelAnswerTestRun>()(
  'POST',
  `${runs}/:answer_test_run_id/cancel`,
)
/** Returns a test run with its results, in the order of the tests. */
export const getAnswerTestRun = defineRoute<typeof schema.getAnswerTestRun>()(
  'GET',
  `${runs}/:answer_test_run_id`,
)

/** Tests were added, changed or deleted. Clients reload their list. */
export const answerTestsChanged = defineEvent<typeof schema.answerTestsChanged>()(
  'AnswerTestsChanged',
  workspaceChannel,
)
/** Also sent during a run, at most twice a second. */
export const answerTestRunChanged = defineEvent<typeof schema.answerTestRunChanged>()(
  'AnswerTestRunChanged',
  workspaceChannel,
)

/** The list of runs after a change of one of them, newest first. */
export const applyAnswerTestRunChanged = (
  list: readonly schema.AnswerTestRun[],
  changed: schema.AnswerTestRun,
): schema.AnswerTestRun[] => {
  const known = list.find(({ id }) => id === changed.id)
  if (!known) return [changed, ...list].slice(0, answerTestRunsKept)
  if (known.done > changed.done || (known.status !== 'running' && changed.status === 'running'))
    return [...list]
  return list.map((run) => (run.id === changed.id ? changed : run))
}
