import {
  applyScenarioRunChanged,
  endScenarioRun,
  getScenarioRun,
  resumeScenarioRun,
  type ScenarioRun,
  scenarioRunChanged,
  startScenarioRun,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { storeData } from '#platform/calls/cached-data.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { useT } from '#platform/i18n/provider.tsx'

export interface RunKey {
  integration_id: string
  conversation_id: string
}
const runOf = (key: RunKey) =>
  queryOptions({
    queryKey: ['scenario-run', key],
    queryFn: () => call(getScenarioRun, key),
    staleTime: 0,
  })

/** The last run of a scenario in a conversation, live; null if there was none. */
export function useScenarioRun({ integration_id, conversation_id }: RunKey) {
  const query = runOf({ integration_id, conversation_id })
  useLiveQuery(query, scenarioRunChanged, { integration_id }, (run: ScenarioRun | null, changed) =>
    changed.conversation_id === conversation_id ? applyScenarioRunChanged(run, changed) : run,
  )
  return useQuery(query)
}

/** What a teammate does with runs. Errors are shown as a toast; each returns whether it was done. */
export function useRunActions({ integration_id, conversation_id }: RunKey) {
  const t = useT()
  return useMemo(() => {
    const key = { integration_id, conversation_id }
    async function change(work: Promise<ScenarioRun>) {
      try {
        const run = await work
        // Events of later changes can arrive before the answer.
        const cached = queryClient.getQueryData(runOf(key).queryKey) ?? null
        storeData(queryClient, runOf(key), applyScenarioRunChanged(cached, run))
        return true
      } catch (error) {
        toastError(error, t)
        return false
      }
    }
    return {
      start: (scenario_id: string) => change(call(startScenarioRun, { ...key, scenario_id })),
      resume: () => change(call(resumeScenarioRun, key)),
      end: () => change(call(endScenarioRun, key)),
    }
  }, [t, integration_id, conversation_id])
}
