import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import type { RowSelection } from '#dashboard/bulk-actions'
import { ColumnCell, type ColumnContext } from './column-cell.tsx'
import type { ColumnName } from './columns.ts'
import type { ListedContact } from './contact-list.ts'
import { kindTones } from '../names.ts'
import { ContactRowFrame } from './contact-row-frame.tsx'

/** Grid of header and rows, from tablets on; the table sets the widths. */
export const columnsGrid = 'md:grid md:grid-cols-(--columns) md:items-center md:gap-4'

export function ContactRow({
  row,
  integration_id,
  rowIndex,
  columns,
  columnContext,
  selection,
  preview,
}: {
  row: ListedContact
  integration_id: string
  rowIndex: number
  columns: readonly ColumnName[]
  columnContext: ColumnContext
  selection: RowSelection | undefined
  preview: { isOn: boolean; show: () => void } | undefined
}) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const ago = row.last_seen_at ? formats.ago(row.last_seen_at, now) : t('contacts.never_seen')
  const lastSeen = row.is_online ? t('contacts.online') : ago
  return (
    <ContactRowFrame
      row={row}
      integration_id={integration_id}
      rowIndex={rowIndex}
      columns={columnsGrid}
      isOnline={row.is_online}
      selection={selection}
      preview={preview}
      below={
        <>
          {row.name && row.email && <span className="block truncate text-sm text-muted">{row.email}</span>}
          <span className="block truncate text-sm text-muted md:hidden" aria-hidden="true">
            {lastSeen} · {t('contacts.conversation_count', { count: row.conversations })}
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
        <ColumnCell key={name} name={name} row={row} columnContext={columnContext} />
      ))}
    </ContactRowFrame>
  )
}
