import {
  type AnswerTest,
  answerTestRunChanged,
  answerTestsChanged,
  applyAnswerTestRunChanged,
  cancelAnswerTestRun,
  deleteAnswerTest,
  getAnswerTestRun,
  importAnswerTests,
  type Locale,
  listAnswerTestRuns,
  listAnswerTests,
  saveAnswerTest,
  startAnswerTestRun,
} from '@ozvi/contract'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { useInvalidateOn, useLiveQuery } from '#platform/calls/use-live-query.ts'

export const testsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['answer-tests', { integration_id }],
    queryFn: () => call(listAnswerTests, { integration_id }),
  })
export const runsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['answer-test-runs', { integration_id }],
    queryFn: () => call(listAnswerTestRuns, { integration_id }),
  })
const runOf = (integration_id: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['answer-test-run', { integration_id }, id],
    queryFn: id ? () => call(getAnswerTestRun, { integration_id, answer_test_run_id: id }) : skipToken,
  })

/** The tests of the workspace, live. */
export function useTests(integration_id: string) {
  const query = testsOf(integration_id)
  useInvalidateOn(query, answerTestsChanged, { integration_id })
  return useQuery(query)
}
/** Loads the runs of the answer tests, newest first, and applies their events. */
export function useRuns(integration_id: string) {
  const query = runsOf(integration_id)
  useLiveQuery(query, answerTestRunChanged, { integration_id }, applyAnswerTestRunChanged)
  return useQuery(query)
}
/** The results of a run, refetched while it is running. */
export function useRun(integration_id: string, id: string | undefined) {
  const query = runOf(integration_id, id)
  useInvalidateOn(query, answerTestRunChanged, { integration_id })
  return useQuery(query)
}

export type TestFields = Omit<AnswerTest, 'id'>

export function useTestActions(integration_id: string) {
  const cache = useQueryClient()
  return useMemo(() => {
    const refetchTests = () => cache.invalidateQueries(testsOf(integration_id))
    const refetchRuns = () => cache.invalidateQueries(runsOf(integration_id))
    return {
      /** @param answer_test_id the same for every attempt, so that it can be retried */
      async save(answer_test_id: string, fields: TestFields) {
        await call(saveAnswerTest, { integration_id, answer_test_id, ...fields })
        await refetchTests()
      },
      async remove(answer_test_id: string) {
        await call(deleteAnswerTest, { integration_id, answer_test_id })
        await refetchTests()
      },
      /** @param is_trial returns the changes without saving them */
      async importCells(text: string, locale: Locale, is_trial: boolean) {
        const outcome = await call(importAnswerTests, { integration_id, text, locale, is_trial })
        if (!is_trial) await refetchTests()
        return outcome
      },
      async start() {
        await call(startAnswerTestRun, { integration_id })
        await refetchRuns()
      },
      async cancel(answer_test_run_id: string) {
        await call(cancelAnswerTestRun, { integration_id, answer_test_run_id })
        await refetchRuns()
      },
    }
  }, [cache, integration_id])
}
export type TestActions = ReturnType<typeof useTestActions>
