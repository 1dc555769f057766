import { handOverReasons, type Report, type ReportSlice } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { Change, MetricCard } from './figure-card.tsx'
import { ShareRow } from './share-row.tsx'

const metrics = ['involved', 'answered', 'confirmed', 'silent', 'handed_over', 'reopened_soon'] as const

/** Outcomes of the assistant, each counted separately. */
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
      <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-3">
        {metrics.map((metric) => (
          <MetricCard
            key={metric}
            label={t(`home.figure_${metric}`)}
            onOpen={() => onOpen({ figure: metric })}
            note={<Change now={current[metric]} before={previous[metric]} />}
          >
            {number(current[metric])}
          </MetricCard>
        ))}
      </dl>
      {reasons.length > 0 && (
        <Card className="mt-3 p-4">
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
    </section>
  )
}
