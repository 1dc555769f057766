import type { OnlineVisitor } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { OnlineDot } from '#ui/online-dot.tsx'
import { CustomerAvatar, isWeb, pathOf } from '#dashboard/conversations'
import { contactName } from './names.ts'

/** Of the heads and of every row, from a tablet on. */
export const onlineColumns =
  'md:grid md:items-center md:gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_7rem_7rem_7rem]'
const minute_ms = 60_000

export function OnlineRow({
  row,
  integration_id,
  rowIndex,
}: {
  row: OnlineVisitor
  integration_id: string
  rowIndex: number
}) {
  const t = useT()
  const now = useNow()
  const to = usePath()
  const formats = useFormats()
  const isNew = (since: string) => now - Date.parse(since) < minute_ms
  const lasted = (since: string) => (isNew(since) ? t('contacts.just_now') : formats.lasted(since, now))
  /** The same where no head says what it is. */
  const onPage = (since: string) =>
    isNew(since)
      ? t('conversations.on_page_now')
      : t('conversations.on_page', { time: formats.lasted(since, now) })
  return (
    <div className="max-md:px-3 max-md:py-1">
      <div
        role="row"
        aria-rowindex={rowIndex}
        className={cn(
          'relative hover:bg-subtle max-md:rounded-card max-md:border max-md:border-line max-md:bg-raised max-md:p-3 md:h-16 md:border-b md:border-line md:px-6',
          onlineColumns,
        )}
      >
        <div role="cell" className="flex min-w-0 items-center gap-3">
          <span className="relative shrink-0">
            <CustomerAvatar contact={row} size="lg" />
            <OnlineDot />
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
            <span className="block truncate text-sm text-muted">
              {row.conversations > 0
                ? t('contacts.conversation_count', { count: row.conversations })
                : t('contacts.silent')}
            </span>
          </span>
        </div>
        <div role="cell" className="min-w-0 max-md:mt-2 max-md:pl-12">
          <PageCell page={row.page} />
        </div>
        <div role="cell" className="text-muted max-md:pl-12 max-md:text-sm">
          {row.page ? (
            <>
              <span className="max-md:hidden">{lasted(row.page.at)}</span>
              <span className="md:hidden">{onPage(row.page.at)}</span>
            </>
          ) : (
            <span className="max-md:hidden">–</span>
          )}
        </div>
        <div role="cell" className="text-muted max-lg:hidden">
          {lasted(row.here_since)}
        </div>
        <div role="cell" className="text-muted max-lg:hidden">
          {row.locale === 'sk' ? 'Slovenčina' : 'English'}
        </div>
      </div>
    </div>
  )
}

/** Over the row, which leads to the contact, the page leads to itself. */
function PageCell({ page }: { page: OnlineVisitor['page'] }) {
  if (!page) return <span className="text-muted">–</span>
  const { url, title } = page
  const path = pathOf(url)
  const words = (
    <>
      <span className="block truncate">{title || path}</span>
      {title && <span className="block truncate text-sm text-muted">{path}</span>}
    </>
  )
  if (!isWeb(url)) return words
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={url}
      className="relative z-1 block w-fit max-w-full rounded-[3px] hover:underline"
    >
      {words}
    </a>
  )
}
