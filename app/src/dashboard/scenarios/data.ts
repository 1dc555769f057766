import {
  applyScenarioDeleted,
  applyScenarioSaved,
  applyScenariosReordered,
  archiveScenario,
  deleteScenario,
  type Flow,
  getScenario,
  getScenarioVersion,
  listScenarios,
  listScenarioVersions,
  pauseScenario,
  publishScenario,
  reorderScenarios,
  resumeScenario,
  rollBackScenario,
  saveScenario,
  type Scenario,
  scenarioDeleted,
  scenarioSaved,
  scenariosReordered,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useInvalidateOn, useLiveQuery } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { toast } from '#ui/toast.ts'

export const scenariosOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['scenarios', { integration_id }],
    queryFn: () => call(listScenarios, { integration_id }),
  })
/** Scenarios in order, live. */
export function useScenarios(integration_id: string) {
  const query = scenariosOf(integration_id)
  useLiveQuery(query, scenarioSaved, { integration_id }, applyScenarioSaved)
  useLiveQuery(query, scenarioDeleted, { integration_id }, applyScenarioDeleted)
  useLiveQuery(query, scenariosReordered, { integration_id }, applyScenariosReordered)
  return useQuery(query)
}

/** One with its draft. Read when the editor opens; the editor owns the draft from then on. */
export const scenarioOf = (integration_id: string, scenario_id: string) =>
  queryOptions({
    queryKey: ['scenario', { integration_id, scenario_id }],
    queryFn: () => call(getScenario, { integration_id, scenario_id }),
    staleTime: 0,
  })

const versionsOf = (integration_id: string, scenario_id: string) =>
  queryOptions({
    queryKey: ['scenario-versions', { integration_id, scenario_id }],
    queryFn: () => call(listScenarioVersions, { integration_id, scenario_id }),
    staleTime: 0,
  })
/** Newest first, live. */
export function useVersions(integration_id: string, scenario_id: string) {
  const query = versionsOf(integration_id, scenario_id)
  useInvalidateOn(query, scenarioSaved, { integration_id })
  return useQuery(query)
}
/** Versions don't change. */
export const versionOf = (integration_id: string, scenario_id: string, version: number) =>
  queryOptions({
    queryKey: ['scenario-version', { integration_id, scenario_id, version }],
    queryFn: () => call(getScenarioVersion, { integration_id, scenario_id, version: String(version) }),
    staleTime: Infinity,
  })

/** What the editor changes. */
export interface ScenarioFields {
  name: string
  description: string
  flow: Flow
}
const change = (integration_id: string, next: (cached: Scenario[]) => Scenario[]) =>
  changeData(queryClient, scenariosOf(integration_id), next)

/**
 * Creates or saves a scenario.
 *
 * @param base_version the draft that was changed; without it, the draft is overwritten
 * @throws Problem for the form to show
 */
export async function saveFields(
  integration_id: string,
  scenario_id: string,
  fields: ScenarioFields,
  base_version?: number,
) {
  const base = base_version === undefined ? {} : { base_version }
  const saved = await call(saveScenario, { integration_id, scenario_id, ...fields, ...base })
  const { flow: _flow, blocked_urls: _urls, ...scenario } = saved
  change(integration_id, (cached) => applyScenarioSaved(cached, scenario))
  return saved
}
/** @throws Problem for the dialog to show */
export async function publish(integration_id: string, scenario_id: string, note: string) {
  const scenario = await call(publishScenario, { integration_id, scenario_id, note })
  change(integration_id, (cached) => applyScenarioSaved(cached, scenario))
  await queryClient.invalidateQueries(versionsOf(integration_id, scenario_id))
  return scenario
}
/** @throws Problem for the dialog to show */
export async function rollBack(integration_id: string, scenario_id: string, version: number, note: string) {
  const scenario = await call(rollBackScenario, {
    integration_id,
    scenario_id,
    version: String(version),
    note,
  })
  change(integration_id, (cached) => applyScenarioSaved(cached, scenario))
  await queryClient.invalidateQueries(versionsOf(integration_id, scenario_id))
  return scenario
}

const statusRoutes = { pause: pauseScenario, resume: resumeScenario, archive: archiveScenario }

/** Actions in the list. Errors are shown as a toast, and the list is read again. */
export function useScenarioActions(integration_id: string) {
  const t = useT()
  return useMemo(() => {
    const tryTo = async (work: () => Promise<unknown>) => {
      try {
        await work()
        return true
      } catch (error) {
        toastError(error, t)
        await queryClient.invalidateQueries(scenariosOf(integration_id))
        return false
      }
    }
    const order = async (ids: string[]) => {
      change(integration_id, (cached) => applyScenariosReordered(cached, { ids }))
      await call(reorderScenarios, { integration_id, ids })
    }
    const fieldsOf = async (scenario_id: string): Promise<ScenarioFields> => {
      const { name, description, flow } = await call(getScenario, { integration_id, scenario_id })
      return { name, description, flow }
    }
    return {
      order: (ids: string[]) => tryTo(() => order(ids)),
      setStatus: (scenario_id: string, action: keyof typeof statusRoutes) =>
        tryTo(async () => {
          const scenario = await call(statusRoutes[action], { integration_id, scenario_id })
          change(integration_id, (cached) => applyScenarioSaved(cached, scenario))
        }),
      duplicate: (scenario: Scenario, name: string) =>
        tryTo(async () => {
          await saveFields(integration_id, crypto.randomUUID(), { ...(await fieldsOf(scenario.id)), name })
          toast.success(t('scenarios.duplicated', { name: scenario.name }))
        }),
      /** @param ids the order to restore on undo */
      async remove(scenario: Scenario, ids: string[]) {
        let fields: ScenarioFields | undefined
        const isGone = await tryTo(async () => {
          fields = await fieldsOf(scenario.id)
          await call(deleteScenario, { integration_id, scenario_id: scenario.id })
          change(integration_id, (cached) => applyScenarioDeleted(cached, scenario))
        })
        if (!isGone || !fields) return
        const restored = fields
        toast.success(t('scenarios.deleted', { name: scenario.name }), {
          label: t('scenarios.undo'),
          onClick: () =>
            void tryTo(async () => {
              await saveFields(integration_id, scenario.id, restored)
              await order(ids)
            }),
        })
      },
    }
  }, [integration_id, t])
}
