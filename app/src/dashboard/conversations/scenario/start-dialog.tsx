import type { ScenarioRun } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useScenarios } from '#dashboard/scenarios'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ScenarioLine } from './scenario-line.tsx'
import { type RunKey, useRunActions, useScenarioRun } from './scenario-run.ts'

/** Starts a published scenario; a run that is live is resumed or ended first. */
function StartDialog({ isOpen, close, ...key }: RunKey & OverlayProps<true>) {
  const t = useT()
  const run = useScenarioRun(key)
  const scenarios = useScenarios(key.integration_id)
  const failed = [run, scenarios].find(({ error }) => error)
  const isLoaded = run.data !== undefined && scenarios.data !== undefined
  return (
    <Dialog isOpen={isOpen} onOpenChange={() => close()} title={t('scenario-runs.start')}>
      {isLoaded ? (
        run.data && !run.data.ended_at ? (
          <LiveRun run={run.data} onDone={close} {...key} />
        ) : (
          <Published onDone={close} {...key} />
        )
      ) : (
        <LoadFallback title={t('scenario-runs.failed')} query={failed ?? scenarios}>
          <Skeleton className="h-32 rounded-card" />
        </LoadFallback>
      )}
    </Dialog>
  )
}

interface PartProps extends RunKey {
  onDone: (result: true) => void
}
function LiveRun({ run, onDone, ...key }: PartProps & { run: ScenarioRun }) {
  const t = useT()
  const { resume, end } = useRunActions(key)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base break-words">
        <ScenarioLine run={run} />
      </p>
      <div data-actions className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void end()}>{t('scenario-runs.end')}</Button>
        {run.status === 'paused' && (
          <Button variant="primary" onClick={() => void resume().then((isDone) => isDone && onDone(true))}>
            {t('scenario-runs.resume')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Published({ onDone, ...key }: PartProps) {
  const t = useT()
  const { data: scenarios } = useScenarios(key.integration_id)
  const { start } = useRunActions(key)
  const published = (scenarios ?? []).filter(({ status }) => status === 'published')
  if (published.length === 0) return <p className="text-base text-muted">{t('scenario-runs.none')}</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="text-base text-muted">{t('scenario-runs.text')}</p>
      <ul className="flex max-h-80 flex-col overflow-y-auto">
        {published.map(({ id, name, description }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => void start(id).then((isDone) => isDone && onDone(true))}
              className="block min-h-11 w-full rounded-control px-3 py-1.5 text-left hover:bg-inset"
            >
              <span className="block truncate text-base font-medium">{name}</span>
              {description && <span className="block truncate text-sm text-muted">{description}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const overlay = createOverlay<RunKey, true>(StartDialog)
export const openStartDialog = (key: RunKey) => overlay.open(key)
