import type { AnswerTestRun } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Meter } from '#ui/progress-bar.tsx'

/** Runs shown as bars. */
const barsMax = 20

const shareOf = ({ passed, total }: Pick<AnswerTestRun, 'passed' | 'total'>) =>
  total > 0 ? passed / total : 0

/** The pass rate of a run, and of the runs before it as bars that open them. */
export function PassRate({
  runs,
  chosen,
  onChoose,
  onCancel,
}: {
  /** Newest first. */
  runs: readonly AnswerTestRun[]
  chosen: AnswerTestRun | undefined
  onChoose: (id: string) => void
  onCancel?: (id: string) => void
}) {
  const t = useT()
  const formats = useFormats()
  if (!chosen) return null
  const { id, status, total, done, passed, trigger, started_at, started_by_name } = chosen
  const isRunning = status === 'running'
  return (
    <Card className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 p-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
        <p className="text-sm text-muted">{t('answer-tests.pass_rate')}</p>
        {isRunning ? (
          <div className="flex flex-col gap-2" role="status">
            <p className="text-base font-medium">{t('answer-tests.running', { done, total })}</p>
            <Meter
              label={t('answer-tests.progress')}
              value={done}
              max={Math.max(1, total)}
              className="max-w-80"
            />
            {onCancel && (
              <Button size="sm" icon="stop" className="self-start" onClick={() => onCancel(id)}>
                {t('answer-tests.cancel')}
              </Button>
            )}
          </div>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">
              {formats.percent(shareOf(chosen))}
            </span>
            <span className="text-base text-muted">{t('answer-tests.passed_of', { passed, total })}</span>
            {status === 'canceled' && <Badge tone="neutral">{t('answer-tests.canceled')}</Badge>}
            {status === 'failed' && <Badge tone="danger">{t('answer-tests.broken_off')}</Badge>}
          </p>
        )}
        <p className="text-sm text-muted">
          {trigger === 'content'
            ? t('answer-tests.by_content')
            : t('answer-tests.by_member', { name: started_by_name ?? '' })}
          {' · '}
          <BaseDate time={started_at} format="ago" />
        </p>
      </div>
      {runs.length > 1 && <Bars runs={runs} chosen={chosen} onChoose={onChoose} />}
    </Card>
  )
}

function Bars({
  runs,
  chosen,
  onChoose,
}: {
  runs: readonly AnswerTestRun[]
  chosen: AnswerTestRun
  onChoose: (id: string) => void
}) {
  const t = useT()
  const formats = useFormats()
  return (
    <ol
      className="flex h-20 max-w-full items-end gap-2 overflow-x-auto"
      aria-label={t('answer-tests.history')}
    >
      {runs
        .slice(0, barsMax)
        .toReversed()
        .map((run) => {
          const share = formats.percent(shareOf(run))
          const label = t('answer-tests.run_label', { share, time: formats.dateTime(run.started_at) })
          return (
            <li key={run.id} className="h-full">
              <button
                type="button"
                aria-label={label}
                aria-pressed={run.id === chosen.id}
                title={label}
                onClick={() => onChoose(run.id)}
                className="flex h-full w-4 cursor-pointer items-end rounded-[3px] bg-inset forced-colors:border"
              >
                <span
                  className={cn(
                    'block w-full rounded-[3px]',
                    run.id === chosen.id ? 'bg-primary' : 'bg-primary/40',
                    'forced-colors:bg-[Highlight]',
                  )}
                  style={{ height: `${Math.max(4, shareOf(run) * 100)}%` }}
                />
              </button>
            </li>
          )
        })}
    </ol>
  )
}
