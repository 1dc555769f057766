import type { ScenarioRun } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'

/** The scenario of a run and the step it is at. */
export function ScenarioLine({ run }: { run: ScenarioRun }) {
  const t = useT()
  const name = { name: run.scenario_name, step: run.step_title }
  if (run.status === 'paused')
    return run.step_title ? t('scenario-runs.paused_at', name) : t('scenario-runs.paused', name)
  return run.step_title ? t('scenario-runs.at', name) : t('scenario-runs.active', name)
}
