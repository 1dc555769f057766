import { conversationChanged } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useLive } from '#platform/live.ts'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Icon } from '#ui/icon.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { conversationsOf, statusTones, useConversationsOf } from '#dashboard/conversations'

/** Everything somebody has asked, newest first; each leads to the inbox. */
export function ContactConversations({
  integration_id,
  contact_id,
}: {
  integration_id: string
  contact_id: string
}) {
  const t = useT()
  const to = usePath()
  useLive(
    conversationsOf(integration_id, contact_id),
    conversationChanged,
    { integration_id },
    (page, changed) => (changed.contact.id === contact_id ? undefined : page),
  )
  const { data, error, isFetching, refetch } = useConversationsOf(integration_id, contact_id)
  return (
    <section className="px-4 py-4 sm:px-6">
      <h2 className="text-base font-semibold">{t('contacts.conversations')}</h2>
      {!data && !error && (
        <SkeletonArea className="mt-2 flex flex-col gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </SkeletonArea>
      )}
      {!data && error && (
        <ReadFailure
          title={t('contacts.conversations_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
          className="mt-2"
        />
      )}
      {data?.items.length === 0 && <p className="mt-2 text-base text-muted">{t('contacts.silent')}</p>}
      <ul className="mt-1 flex max-w-180 flex-col">
        {data?.items.map((row) => (
          <li key={row.id} className="border-b border-line last:border-0">
            <PageLink
              to={to('app-i-integrationId-conversation-id', { integrationId: integration_id, id: row.id })}
              className="-mx-2 flex items-center gap-3 rounded-control px-2 py-3 hover:bg-inset"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-base font-medium">
                  {row.subject || row.last_message_preview}
                </span>
                {row.last_message_preview !== row.subject && (
                  <span className="block truncate text-sm text-muted">{row.last_message_preview}</span>
                )}
                <span className="mt-1 flex items-center gap-2 text-xs text-muted">
                  <Badge tone={statusTones[row.status]}>{t(`conversations.status_${row.status}`)}</Badge>#
                  {row.number} · <BaseDate time={row.last_message_at} look="ago" />
                </span>
              </span>
              <Icon name="chevron-right" className="text-muted" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
