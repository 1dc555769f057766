import { availabilityNow, type Conversation, type Member } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { contactName } from '#dashboard/contact-names'
import { useOnlineMembers } from '#dashboard/users'
import { useOnlineVisitors } from '#dashboard/contacts/online'
import type { useWaiting } from './data.ts'
import { MetricCard } from './figure-card.tsx'

/** What needs attention now. Each metric links to the list it counts. */
export function NowSection({
  integration_id,
  counts,
  waiting,
  team,
  inbox,
  onOpenWaiting,
}: {
  integration_id: string
  counts: { unassigned: number; mine: number }
  /** Null for members who can't see reports. */
  waiting: ReturnType<typeof useWaiting> | null
  team: readonly Member[]
  inbox: string
  onOpenWaiting: () => void
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  const longest = waiting?.data?.items[0]?.waiting_since
  const visitors = useOnlineVisitors(integration_id)
  const onlineIds = useOnlineMembers(integration_id)
  const online = team.filter((one) => availabilityNow(one, onlineIds.has(one.user_id)) === 'online')
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{t('home.now')}</h2>
      <dl className={cn('mt-3 grid grid-cols-2 gap-3', waiting ? 'lg:grid-cols-5' : 'lg:grid-cols-4')}>
        {waiting && (
          <MetricCard
            label={t('home.figure_waiting')}
            onOpen={onOpenWaiting}
            note={longest && t('home.longest', { time: formats.lasted(longest, now) })}
          >
            {waiting.data ? formats.number(waiting.data.total) : '–'}
          </MetricCard>
        )}
        <MetricCard
          label={t('home.unassigned')}
          definition={t('home.definition_unassigned')}
          href={`${inbox}?view=unassigned`}
        >
          {formats.number(counts.unassigned)}
        </MetricCard>
        <MetricCard label={t('home.mine')} definition={t('home.definition_mine')} href={`${inbox}?view=mine`}>
          {formats.number(counts.mine)}
        </MetricCard>
        <MetricCard
          label={t('home.teammates_online')}
          definition={t('home.definition_teammates_online')}
          href={to('app-i-integrationId-users', { integrationId: integration_id })}
        >
          {formats.number(online.length)}
        </MetricCard>
        <MetricCard
          label={t('home.visitors_online')}
          definition={t('home.definition_visitors_online')}
          href={`${to('app-i-integrationId-contacts', { integrationId: integration_id })}?view=online`}
        >
          {visitors.data ? formats.number(visitors.data.total) : '–'}
        </MetricCard>
      </dl>
      {waiting?.error && (
        <LoadError {...waiting} title={t('home.failed')} error={waiting.error} className="mt-3" />
      )}
      {waiting?.isLoading && (
        <SkeletonArea>
          <Skeleton className="mt-3 h-32" />
        </SkeletonArea>
      )}
      {waiting?.data && waiting.data.items.length > 0 && (
        <Card className="mt-3">
          <h3 className="px-4 pt-3 text-base font-semibold">{t('home.needs_you')}</h3>
          <ul className="flex flex-col py-1.5">
            {waiting.data.items.map((row) => (
              <li key={row.id}>
                <ConversationLink row={row} integration_id={integration_id} time={row.waiting_since} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/** A conversation in a dashboard list. */
export function ConversationLink({
  row,
  integration_id,
  time,
}: {
  row: Conversation
  integration_id: string
  time: string | null
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  return (
    <PageLink
      to={to('app-i-integrationId-conversation-id', { integrationId: integration_id, id: row.id })}
      className="flex items-center gap-4 px-4 py-2 hover:bg-inset"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-medium">{contactName(row.contact, t)}</span>
        <span className="block truncate text-sm text-muted">
          {row.last_message_preview || row.subject || t('conversations.unsaid')}
        </span>
      </span>
      {time && <span className="shrink-0 text-sm text-muted">{formats.lasted(time, now)}</span>}
    </PageLink>
  )
}
