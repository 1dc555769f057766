import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { ScenarioLine } from './scenario-line.tsx'
import { type RunKey, useRunActions, useScenarioRun } from './scenario-run.ts'

/** A run that a reply has paused, and what to do with it; nothing if there is none. */
export function PausedScenario({
  children,
  ...key
}: RunKey & { children: (line: ReactNode, buttons: ReactNode) => ReactNode }) {
  const t = useT()
  const { data: run } = useScenarioRun(key)
  const { resume, end } = useRunActions(key)
  if (run?.status !== 'paused') return null
  return children(
    <ScenarioLine run={run} />,
    <span className="flex flex-wrap justify-end gap-2">
      <Button size="sm" onClick={() => void end()}>
        {t('scenario-runs.end')}
      </Button>
      <Button size="sm" variant="primary" onClick={() => void resume()}>
        {t('scenario-runs.resume')}
      </Button>
    </span>,
  )
}
