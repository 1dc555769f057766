import { type PeriodMetrics, type Report, type ReportSlice, resolverKinds, scores } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { Change, MetricCard } from './figure-card.tsx'
import { HeatMap } from './heat-map.tsx'
import { ShareRow } from './share-row.tsx'

/** Share of conversations with a target in which no reply was late; null if there are none. */
const shareMet = ({ sla_met, sla_missed }: PeriodMetrics) =>
  sla_met + sla_missed === 0 ? null : sla_met / (sla_met + sla_missed)

/** Smaller figures of the period: resolved conversations, ratings, and busiest hours. */
export function PeriodSection({
  report,
  onOpen,
  hasOpen = true,
}: {
  report: Report
  onOpen: (slice: ReportSlice) => void
  /** Whether the period ends now, so that the open conversations can be listed. */
  hasOpen?: boolean
}) {
  const t = useT()
  const { number, percent } = useFormats()
  const { current, previous } = report
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.details')}</h2>
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-5">
        <dl className="contents">
          {hasOpen && (
            <MetricCard
              label={t('home.figure_open')}
              onOpen={() => onOpen({ figure: 'open' })}
              note={<Change now={current.open} before={previous.open} better="down" />}
            >
              {number(current.open)}
            </MetricCard>
          )}
          <MetricCard
            label={t('home.resolved')}
            onOpen={() => onOpen({ figure: 'resolved' })}
            note={<Change now={current.resolved} before={previous.resolved} better="up" />}
          >
            {number(current.resolved)}
          </MetricCard>
          <MetricCard
            label={t('home.figure_reopened')}
            onOpen={() => onOpen({ figure: 'reopened' })}
            note={<Change now={current.reopened} before={previous.reopened} better="down" />}
          >
            {number(current.reopened)}
          </MetricCard>
          <MetricCard
            label={t('home.figure_sla_met')}
            onOpen={() => onOpen({ figure: 'sla_met' })}
            note={<Change now={shareMet(current)} before={shareMet(previous)} better="up" />}
          >
            {shareMet(current) === null ? '–' : percent(shareMet(current) ?? 0)}
          </MetricCard>
          <MetricCard
            label={t('home.figure_sla_missed')}
            onOpen={() => onOpen({ figure: 'sla_missed' })}
            note={<Change now={current.sla_missed} before={previous.sla_missed} better="down" />}
          >
            {number(current.sla_missed)}
          </MetricCard>
        </dl>
      </div>
      <Shares current={current} onOpen={onOpen} />
      <Card className="mt-3 p-4">
        <h3 className="mb-2 text-base font-semibold">{t('home.busiest')}</h3>
        <HeatMap
          by_hour={report.by_hour}
          onOpen={(weekday, hour) => onOpen({ figure: 'conversations', weekday, hour })}
        />
      </Card>
    </section>
  )
}

/** Distribution of ratings, and who resolved. */
function Shares({ current, onOpen }: { current: Report['current']; onOpen: (slice: ReportSlice) => void }) {
  const t = useT()
  const resolvers = resolverKinds
    .map((resolved_by) => ({ resolved_by, count: current.resolved_by[resolved_by] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  return (
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <Card className="p-4">
        <h3 className="text-base font-semibold">{t('home.scores')}</h3>
        <ul className="mt-2 flex flex-col">
          {scores.toReversed().map((score) => (
            <ShareRow
              key={score}
              label={t(`conversations.score_${score}`)}
              count={current.rating_counts[score - 1] ?? 0}
              of={current.rated}
              bar="bg-primary"
              className="grid-cols-[5.5rem_1fr_2.5rem]"
              onOpen={() => onOpen({ figure: 'rated', score })}
            />
          ))}
        </ul>
      </Card>
      {resolvers.length > 0 && (
        <Card className="p-4">
          <h3 className="text-base font-semibold">{t('home.resolvers')}</h3>
          <ul className="mt-2 flex flex-col">
            {resolvers.map(({ resolved_by, count }) => (
              <ShareRow
                key={resolved_by}
                label={t(`home.resolver_${resolved_by}`)}
                count={count}
                of={current.resolved}
                bar="bg-primary"
                className="grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.5rem]"
                onOpen={() => onOpen({ figure: 'resolved', resolved_by })}
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
