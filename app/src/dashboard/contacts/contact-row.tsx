import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { cn } from '#ui/cn.ts'
import type { ListedContact } from './contact-list.ts'
import { kindTones } from './names.ts'
import { PersonRow } from './person-row.tsx'

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
  const formats = useFormats()
  const seen = row.is_online ? t('contacts.online') : formats.ago(row.last_seen_at, now)
  return (
    <PersonRow
      row={row}
      integration_id={integration_id}
      rowIndex={rowIndex}
      columns={columns}
      isOnline={row.is_online}
      below={
        <>
          {row.name && row.email && <span className="block truncate text-sm text-muted">{row.email}</span>}
          <span className="block truncate text-sm text-muted md:hidden" aria-hidden="true">
            {seen} · {t('contacts.conversation_count', { count: row.conversations })}
          </span>
        </>
      }
      aside={
        <Badge tone={kindTones[row.kind]} className="md:hidden">
          {t(`contacts.kind_${row.kind}`)}
        </Badge>
      }
    >
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
    </PersonRow>
  )
}
