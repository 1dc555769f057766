import { handOverReasons, type Report, type ReportSlice } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { AssistantFunnel } from './assistant-funnel.tsx'
import { Change, MetricCard } from './figure-card.tsx'
import { ShareRow } from './share-row.tsx'

/** Outcomes of the assistant: where its conversations ended up, and why they were handed over. */
export function AssistantSection({
  assistant: { current, previous },
  onOpen,
}: {
  assistant: NonNullable<Report['assistant']>
  onOpen: (slice: ReportSlice) => void
}) {
  const t = useT()
  const { number } = useFormats()
  const reasons = handOverReasons
    .map((reason) => ({ reason, count: current.handed_over_by[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.assistant')}</h2>
      <AssistantFunnel current={current} previous={previous} onOpen={onOpen} />
      <div className="mt-3 grid gap-3 lg:grid-cols-2">
        <dl className="grid grid-cols-2 gap-3">
          {(['resolved_by_assistant', 'reopened_soon'] as const).map((metric) => (
            <MetricCard
              key={metric}
              label={t(`home.figure_${metric}`)}
              onOpen={() => onOpen({ figure: metric })}
              note={
                <Change
                  now={current[metric]}
                  before={previous[metric]}
                  better={metric === 'reopened_soon' ? 'down' : 'up'}
                />
              }
            >
              {number(current[metric])}
            </MetricCard>
          ))}
        </dl>
        {reasons.length > 0 && (
          <Card className="p-4">
            <h3 className="text-base font-semibold">{t('home.reasons')}</h3>
            <ul className="mt-2 flex flex-col">
              {reasons.map(({ reason, count }) => (
                <ShareRow
                  key={reason}
                  label={t(`home.reason_${reason}`)}
                  count={count}
                  of={current.handed_over}
                  bar="bg-bot"
                  className="min-h-7 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_3rem] gap-3"
                  onOpen={() => onOpen({ figure: 'handed_over', reason })}
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </section>
  )
}
