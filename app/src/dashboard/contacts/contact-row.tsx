import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import { OnlineDot } from '#ui/online-dot.tsx'
import { CustomerAvatar } from '#dashboard/conversations'
import type { ListedContact } from './contact-list.ts'
import { contactName, kindTones } from './names.ts'

export const rowHeight_px = 64
/** Of the heads and of every row, from a tablet on. */
export const columns =
  'md:grid md:items-center md:gap-4 md:grid-cols-[minmax(0,1fr)_7rem_8rem_7rem] lg:grid-cols-[minmax(0,1fr)_8rem_8rem_8rem_8rem]'

export function ContactRow({
  row,
  integration_id,
  rowIndex,
}: {
  row: ListedContact
  integration_id: string
  rowIndex: number
}) {
  const t = useT()
  const now = useNow()
  const to = usePath()
  const formats = useFormats()
  const seen = row.is_online ? t('contacts.online') : formats.ago(row.last_seen_at, now)
  return (
    <div className="max-md:px-3 max-md:py-1">
      <div
        role="row"
        aria-rowindex={rowIndex}
        className={cn(
          'relative hover:bg-subtle max-md:rounded-card max-md:border max-md:border-line max-md:bg-raised max-md:p-3 md:h-16 md:border-b md:border-line md:px-6',
          columns,
        )}
      >
        <div role="cell" className="flex min-w-0 items-center gap-3">
          <span className="relative shrink-0">
            <CustomerAvatar contact={row} size="lg" />
            {row.is_online && <OnlineDot />}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <PageLink
                to={to('app-i-integrationId-contacts-uuid', { integrationId: integration_id, uuid: row.id })}
                prefetch="none"
                className="min-w-0 truncate font-medium -outline-offset-2 after:absolute after:inset-0 max-md:after:rounded-card"
              >
                {contactName(row, t)}
              </PageLink>
              {row.is_test && <Badge className="h-4 px-1.5">{t('conversations.test')}</Badge>}
            </span>
            {row.name && row.email && <span className="block truncate text-sm text-muted">{row.email}</span>}
            <span className="block truncate text-sm text-muted md:hidden" aria-hidden="true">
              {seen} · {t('contacts.conversation_count', { count: row.conversations })}
            </span>
          </span>
          <Badge tone={kindTones[row.kind]} className="md:hidden">
            {t(`contacts.kind_${row.kind}`)}
          </Badge>
        </div>
        <div role="cell" className="max-md:hidden">
          <Badge tone={kindTones[row.kind]}>{t(`contacts.kind_${row.kind}`)}</Badge>
        </div>
        <div role="cell" className="text-muted max-md:sr-only">
          {row.is_online ? seen : <BaseDate time={row.last_seen_at} look="ago" now={now} />}
        </div>
        <div role="cell" className="text-muted max-lg:hidden">
          <BaseDate time={row.first_seen_at} look="ago" now={now} />
        </div>
        <div role="cell" className={cn('text-right max-md:sr-only', row.conversations === 0 && 'text-muted')}>
          {formats.number(row.conversations)}
        </div>
      </div>
    </div>
  )
}
