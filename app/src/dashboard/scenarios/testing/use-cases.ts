import {
  type CaseCheck,
  deleteScenarioCase,
  type Flow,
  listScenarioCases,
  saveScenarioCase,
  type ScenarioCase,
} from '@ozvi/contract'
import { type CaseResult, runCase } from '@ozvi/contract/scenario-cases'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHours } from '#dashboard/hours'
import { call } from '#platform/calls/api-client.ts'
import { queryClient } from '#platform/calls/query-client.ts'

interface Key {
  integration_id: string
  scenario_id: string
}
const casesOf = (key: Key) =>
  queryOptions({
    queryKey: ['scenario-cases', key],
    queryFn: () => call(listScenarioCases, key),
    staleTime: 0,
  })

/** The saved tests of a scenario; undefined until they are read. */
export const useSavedCases = (key: Key): ScenarioCase[] | undefined => useQuery(casesOf(key)).data

export interface CheckedCase {
  saved: ScenarioCase
  result: CaseResult
}
/** The saved tests of a scenario with what the draft makes of them; undefined until they are read. */
export function useCases(key: Key, flow: Flow): CheckedCase[] | undefined {
  const saved = useSavedCases(key)
  const { data: hours } = useHours(key.integration_id)
  return useMemo(
    () => hours && saved?.map((each) => ({ saved: each, result: runCase(flow, each, hours) })),
    [saved, flow, hours],
  )
}
export const hasFailed = ({ result }: CheckedCase): boolean => result.failed.length > 0

/** @throws Problem for the form to show */
export async function saveCase(key: Key, { id, ...fields }: ScenarioCase) {
  await call(saveScenarioCase, { ...key, case_id: id, ...fields })
  await queryClient.invalidateQueries(casesOf(key))
}
export async function deleteCase(key: Key, case_id: string) {
  await call(deleteScenarioCase, { ...key, case_id })
  await queryClient.invalidateQueries(casesOf(key))
}

/** The checks that a result fulfills: its end and its path. */
export const checksOf = ({ state }: Pick<CaseResult, 'state'>): CaseCheck[] => [
  { kind: 'status', status: state.status },
  { kind: 'path', step_ids: state.path },
]
