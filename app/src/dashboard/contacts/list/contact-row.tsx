import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/now.ts'
import { Badge } from '#ui/badge.tsx'
import type { RowTick } from '#dashboard/bulk-acts'
import { ColumnCell, type Known } from './column-cell.tsx'
import type { ColumnName } from './columns.ts'
import type { ListedContact } from './contact-list.ts'
import { kindTones } from '../names.ts'
import { PersonRow } from './person-row.tsx'

/** Grid of header and rows, from tablets on; the table sets the widths. */
export const columnsGrid = 'md:grid md:grid-cols-(--columns) md:items-center md:gap-4'

export function ContactRow({
  row,
  integration_id,
  rowIndex,
  columns,
  known,
  tick,
  preview,
}: {
  row: ListedContact
  integration_id: string
  rowIndex: number
  columns: readonly ColumnName[]
  known: Known
  tick: RowTick | undefined
  preview: { isOn: boolean; show: () => void } | undefined
}) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const ago = row.last_seen_at ? formats.ago(row.last_seen_at, now) : t('contacts.never_seen')
  const seen = row.is_online ? t('contacts.online') : ago
  return (
    <PersonRow
      row={row}
      integration_id={integration_id}
      rowIndex={rowIndex}
      columns={columnsGrid}
      isOnline={row.is_online}
      tick={tick}
      preview={preview}
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
      {columns.map((name) => (
        <ColumnCell key={name} name={name} row={row} known={known} />
      ))}
    </PersonRow>
  )
}
