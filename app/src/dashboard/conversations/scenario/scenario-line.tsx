import type { ScenarioRun } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'

/** The scenario of a run and the step it is at: its title, or its number if it has none. */
export function ScenarioLine({ run }: { run: ScenarioRun }) {
  const t = useT()
  const { scenario_name: name, step_number: number, step_title: step, status } = run
  const isPaused = status === 'paused'
  if (step) return t(isPaused ? 'scenario-runs.paused_at' : 'scenario-runs.at', { name, step })
  // An older server sends none.
  if (typeof number === 'number')
    return t(isPaused ? 'scenario-runs.paused_at_number' : 'scenario-runs.at_number', { name, number })
  return t(isPaused ? 'scenario-runs.paused' : 'scenario-runs.active', { name })
}
