import {
  getScenarioNumbers,
  listScenarioRuns,
  type Locale,
  type RunMeasure,
  type ScenarioNumbers,
  scenarioRunChanged,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'

export const numberDays = [7, 30, 90] as const
/** Which runs are counted. */
export interface NumbersScope {
  days: (typeof numberDays)[number]
  version?: number | undefined
  locale?: Locale | undefined
}
/** What one number counts. */
export interface RunSlice {
  measure: RunMeasure
  step_id?: string | undefined
  arm_id?: string | undefined
  version?: number | undefined
  locale?: Locale | undefined
}
interface Key {
  integration_id: string
  scenario_id: string
}
const inputOf = ({ days, version, locale }: NumbersScope) => ({
  days: String(days),
  ...(version === undefined ? {} : { version: String(version) }),
  ...(locale === undefined ? {} : { locale }),
})
const numbersOf = (key: Key, scope: NumbersScope) =>
  queryOptions({
    queryKey: ['scenario-numbers', key, scope],
    queryFn: () => call(getScenarioNumbers, { ...key, ...inputOf(scope) }),
    staleTime: 10_000,
  })
/** The numbers of a scenario, live. */
export function useNumbers(key: Key, scope: NumbersScope, isShown = true) {
  const query = numbersOf(key, scope)
  useInvalidateOn(query, scenarioRunChanged, { integration_id: key.integration_id })
  return useQuery({ ...query, enabled: isShown, placeholderData: keepPreviousData })
}

/** The runs behind a number, newest first. */
export const useRunsOf = (key: Key, scope: NumbersScope, slice: RunSlice) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['scenario-runs', key, scope, slice],
      queryFn: ({ pageParam }) => {
        const { step_id, arm_id, measure } = slice
        return call(listScenarioRuns, {
          ...key,
          ...inputOf({
            days: scope.days,
            version: slice.version ?? scope.version,
            locale: slice.locale ?? scope.locale,
          }),
          measure,
          ...(step_id === undefined ? {} : { step_id }),
          ...(arm_id === undefined ? {} : { arm_id }),
          ...(pageParam ? { cursor: pageParam } : {}),
        })
      },
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    }),
  )

const none: ReadonlyMap<string, ScenarioNumbers['steps'][number]> = new Map()
/** The numbers of each step, for the canvas and the outline. */
export function useFigures(key: Key, scope: NumbersScope, isShown: boolean) {
  const { data } = useNumbers(key, scope, isShown)
  return useMemo(
    () => (isShown && data ? new Map(data.steps.map((step) => [step.step_id, step])) : none),
    [isShown, data],
  )
}
