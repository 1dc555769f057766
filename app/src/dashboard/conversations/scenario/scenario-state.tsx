import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { ScenarioLine } from './scenario-line.tsx'
import { type RunKey, useRunActions, useScenarioRun } from './scenario-run.ts'

/** Which scenario replies to the customer, at which step. */
export function ScenarioState({ canAnswer, ...key }: RunKey & { canAnswer: boolean }) {
  const t = useT()
  const { data: run } = useScenarioRun(key)
  const { end } = useRunActions(key)
  if (!run || run.ended_at) return t('scenario-runs.automatic')
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">
        <ScenarioLine run={run} />
      </span>
      {canAnswer && (
        <Button size="sm" onClick={() => void end()}>
          {t('scenario-runs.end')}
        </Button>
      )}
    </span>
  )
}
