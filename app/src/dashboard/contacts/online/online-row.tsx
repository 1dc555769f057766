import type { OnlineVisitor } from '@ozvi/contract'
import { minute_ms } from '@ozvi/contract'
import { languageNames } from '#platform/i18n/languages.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { isWeb, pathOf } from '#dashboard/conversations'
import { ContactRowFrame } from '../list/contact-row-frame.tsx'

/** Grid of header and rows, from tablets on. */
export const onlineColumns =
  'md:grid md:items-center md:gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_7rem_7rem_7rem]'

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
  const formats = useFormats()
  const isNew = (since: string) => now - Date.parse(since) < minute_ms
  const lasted = (since: string) => (isNew(since) ? t('contacts.just_now') : formats.lasted(since, now))
  /** The time on the page, without a heading. */
  const onPage = (since: string) =>
    isNew(since)
      ? t('conversations.on_page_now')
      : t('conversations.on_page', { time: formats.lasted(since, now) })
  return (
    <ContactRowFrame
      row={row}
      integration_id={integration_id}
      rowIndex={rowIndex}
      columns={onlineColumns}
      isOnline
      below={
        <span className="block truncate text-sm text-muted">
          {row.conversations > 0
            ? t('contacts.conversation_count', { count: row.conversations })
            : t('conversations.unsaid')}
        </span>
      }
    >
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
        {lasted(row.online_since)}
      </div>
      <div role="cell" className="text-muted max-lg:hidden">
        {row.locale && languageNames[row.locale]}
      </div>
    </ContactRowFrame>
  )
}

/** The page's own link, above the row's link to the contact. */
function PageCell({ page }: { page: OnlineVisitor['page'] }) {
  if (!page) return <span className="text-muted">–</span>
  const { url, title } = page
  const path = pathOf(url)
  const pageText = (
    <>
      <span className="block truncate">{title || path}</span>
      {title && <span className="block truncate text-sm text-muted">{path}</span>}
    </>
  )
  if (!isWeb(url)) return pageText
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={url}
      className="relative z-1 block w-fit max-w-full rounded-[3px] hover:underline"
    >
      {pageText}
    </a>
  )
}
