import type { DayMetrics, Report, ReportSlice } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import type { Waiting } from './data.ts'
import { Change, MetricCard } from './figure-card.tsx'
import { Sparkline } from './sparkline.tsx'
import { useSpan } from './use-span.ts'

/** The four main metrics; agents see their own. */
export function TopSection({
  report: { current, previous, assistant, by_day },
  waiting,
  onOpen,
}: {
  report: Report
  waiting: Waiting | undefined
  onOpen: (slice: ReportSlice) => void
}) {
  const t = useT()
  const { number, lasted } = useFormats()
  const now = useNow()
  const longest = waiting?.items[0]?.waiting_since
  const span = useSpan()
  const line = (metric: Exclude<keyof DayMetrics, 'day'>) => (
    <Sparkline values={by_day.map((day) => day[metric])} />
  )
  return (
    <section className="mt-6" aria-label={t('home.at_a_glance')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <MetricCard
          label={t('home.figure_waiting')}
          onOpen={() => onOpen({ figure: 'waiting' })}
          note={longest && t('home.longest', { time: lasted(longest, now) })}
        >
          {waiting ? number(waiting.total) : '–'}
        </MetricCard>
        <MetricCard
          label={t('home.figure_replied')}
          onOpen={() => onOpen({ figure: 'replied' })}
          line={line('first_reply_median_s')}
          note={
            <>
              <Change now={current.first_reply_median_s} before={previous.first_reply_median_s} />
              {current.first_reply_p90_s !== null &&
                ` · ${t('home.p90', { time: span(current.first_reply_p90_s) })}`}
            </>
          }
        >
          {span(current.first_reply_median_s)}
        </MetricCard>
        {assistant ? (
          <MetricCard
            label={t('home.figure_resolved_by_assistant')}
            onOpen={() => onOpen({ figure: 'resolved_by_assistant' })}
            line={line('resolved_by_assistant')}
            note={
              <Change
                now={assistant.current.resolved_by_assistant}
                before={assistant.previous.resolved_by_assistant}
              />
            }
          >
            {number(assistant.current.resolved_by_assistant)}
          </MetricCard>
        ) : (
          <MetricCard
            label={t('home.resolved_own')}
            onOpen={() => onOpen({ figure: 'resolved' })}
            line={line('resolved')}
            note={<Change now={current.resolved} before={previous.resolved} />}
          >
            {number(current.resolved)}
          </MetricCard>
        )}
        <MetricCard
          label={t('home.figure_rated')}
          onOpen={() => onOpen({ figure: 'rated' })}
          line={line('rating_average')}
          note={
            <>
              <Change now={current.rating_average} before={previous.rating_average} /> ·{' '}
              {t('home.ratings_n', { n: current.rated })}
            </>
          }
        >
          {current.rating_average === null ? '–' : number(Math.round(current.rating_average * 10) / 10)}
        </MetricCard>
      </dl>
    </section>
  )
}
