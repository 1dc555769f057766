import { type Member, type MemberStats, canSeeAllStats } from '@ozvi/contract'
import { type ReactNode, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Segments } from '#ui/segments.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useMemberStats } from '../data.ts'

const spans = [7, 30] as const
const nothing = {
  conversations: 0,
  replied: 0,
  first_reply_median_s: null,
  resolved: 0,
  rated: 0,
  rating_average: null,
}
type Stats = Omit<MemberStats, 'user_id'>
const shownStats = ['replied', 'first_reply', 'resolved', 'rating'] as const

/** The member's own statistics and, if their role allows, everyone's. */
export function MemberStatsSection({ users }: { users: readonly Member[] }) {
  const t = useT()
  const { id: integration_id, role } = useIntegration()
  const { id: user_id } = useUser()
  const [days, setDays] = useState<(typeof spans)[number]>(7)
  const query = useMemberStats(integration_id, days)
  const { data } = query
  const ownStats = users.find((one) => one.user_id === user_id)
  const statsOf = (member: Member): Stats => data?.find((one) => one.user_id === member.user_id) ?? nothing
  return (
    <section className="mt-8" aria-labelledby="figures">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="text-md font-semibold">
          {t('users.figures_own')}
        </h2>
        <Segments
          label={t('users.figures_days')}
          value={String(days)}
          onChange={(value) => setDays(spans.find((one) => String(one) === value) ?? 7)}
          options={spans.map((n) => ({ value: String(n), label: t('home.days', { n }) }))}
        />
      </div>
      <p className="mt-1 max-w-[72ch] text-sm text-muted">{t('users.figures_text')}</p>
      {data && ownStats && <OwnStats member={ownStats} stats={statsOf(ownStats)} />}
      {!data && (
        <LoadFallback title={t('users.figures_failed')} query={query} className="mt-3">
          <Skeleton className="h-24 rounded-card" />
        </LoadFallback>
      )}
      {data && canSeeAllStats(role) && users.length > 1 && (
        <>
          <h3 className="mt-6 text-base font-semibold">{t('users.figures_team')}</h3>
          <Card className="mt-3">
            <TeamStats users={users} statsOf={statsOf} />
          </Card>
        </>
      )}
    </section>
  )
}

/** Formats a metric. */
function useStat() {
  const { number, rating, duration } = useFormats()
  return (which: (typeof shownStats)[number], stats: Stats): string => {
    if (which === 'first_reply') return duration(stats.first_reply_median_s)
    if (which === 'rating') return stats.rating_average === null ? '–' : rating(stats.rating_average)
    return number(stats[which])
  }
}

function OwnStats({ member, stats }: { member: Member; stats: Stats }) {
  const t = useT()
  const { number } = useFormats()
  const stat = useStat()
  const one = (label: string, value: ReactNode, note?: string) => (
    <Card key={label} className="flex flex-col gap-1 p-4">
      <dt className="text-base text-muted">{label}</dt>
      <dd className="-order-1 text-2xl font-semibold proportional-nums">{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </Card>
  )
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-5">
      {one(t('users.figure_now'), number(member.open_conversations))}
      {shownStats.map((which) =>
        one(
          t(`users.figure_${which}`),
          stat(which, stats),
          which === 'rating'
            ? t('home.ratings_n', { n: stats.rated })
            : which === 'replied'
              ? t('users.figures_of', { n: stats.conversations })
              : undefined,
        ),
      )}
    </dl>
  )
}

/** Most replies first. */
function TeamStats({ users, statsOf }: { users: readonly Member[]; statsOf: (member: Member) => Stats }) {
  const t = useT()
  const { number } = useFormats()
  const stat = useStat()
  const rows = users.toSorted((a, b) => statsOf(b).replied - statsOf(a).replied)
  /** On a phone values are below the name, so they have labels. */
  const withLabel = (label: string, value: string) => (
    <>
      <span className="text-muted sm:hidden">{label}: </span>
      {value}
    </>
  )
  return (
    <Table
      caption={t('users.figures_team')}
      rows={rows}
      rowKey={({ user_id }) => user_id}
      columns={[
        {
          key: 'name',
          header: t('users.name'),
          cell: ({ name, email }) => <span className="font-medium">{name || email}</span>,
        },
        {
          key: 'now',
          header: t('users.figure_now'),
          align: 'end' as const,
          cell: ({ open_conversations }: Member) =>
            withLabel(t('users.figure_now'), number(open_conversations)),
        },
        ...shownStats.map((which) => ({
          key: which,
          header: t(`users.figure_${which}`),
          align: 'end' as const,
          cell: (member: Member) => withLabel(t(`users.figure_${which}`), stat(which, statsOf(member))),
        })),
      ]}
    />
  )
}
