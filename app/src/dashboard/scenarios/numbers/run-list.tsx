import type { ScenarioRun } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { linkStyle } from '#ui/link.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { type NumbersScope, type RunSlice, useRunsOf } from './use-numbers.ts'

const stepText = ({ step_number, step_title }: ScenarioRun, t: Translate): string =>
  // An older server sends none.
  typeof step_number !== 'number'
    ? ''
    : step_title
      ? t('scenario-runs.sent_at', { number: step_number, step: step_title })
      : t('scenario-runs.sent', { number: step_number })
/** The button that opened the list is gone. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus()

/** The runs behind a number; each opens its conversation. */
export function RunList({
  of,
  scope,
  slice,
  title,
  onBack,
}: {
  of: { integration_id: string; scenario_id: string }
  scope: NumbersScope
  slice: RunSlice
  /** What the number counts. */
  title: string
  onBack: () => void
}) {
  const t = useT()
  const to = usePath()
  const query = useRunsOf(of, scope, slice)
  const { data, hasNextPage, fetchNextPage, isFetching } = query
  const runs = data?.pages.flatMap(({ items }) => items)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Button size="sm" icon="arrow-left" onClick={onBack}>
          {t('scenario-numbers.back')}
        </Button>
        <h3 ref={focusHeading} tabIndex={-1} className="min-w-0 text-base font-medium wrap-anywhere">
          {title}
        </h3>
      </div>
      {!runs && <LoadFallback title={t('scenario-numbers.runs_failed')} query={query} />}
      {runs && runs.length === 0 && <p className="text-base text-muted">{t('scenario-numbers.runs_none')}</p>}
      {runs && runs.length > 0 && (
        <ul className="divide-y divide-line">
          {runs.map((run) => (
            <li key={run.id} className="py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <PageLink
                  to={to('app-i-integrationId-conversation-id', {
                    integrationId: of.integration_id,
                    id: run.conversation_id,
                  })}
                  className={linkStyle('min-h-6 min-w-0 wrap-anywhere')}
                >
                  {run.contact.name ?? run.contact.email ?? t('scenario-numbers.visitor')} ·{' '}
                  {`#${run.conversation_number}`}
                </PageLink>
                <BaseDate time={run.started_at} className="text-sm text-muted" />
              </p>
              <p className="text-sm text-muted">
                {[
                  t(`scenarios.run_${run.status}`),
                  stepText(run, t),
                  t('scenarios.version', { version: run.scenario_version }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetching} onClick={() => void fetchNextPage()}>
          {t('scenario-numbers.more')}
        </Button>
      )}
    </div>
  )
}
