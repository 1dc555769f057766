import type { AuditEntry } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Table } from '#ui/table.tsx'
import { type ContactNames, entryText } from './entry-text.ts'

/** Who did what, when and from where. */
export function EntryTable({
  entries,
  contacts,
}: {
  entries: readonly AuditEntry[]
  contacts: ContactNames
}) {
  const t = useT()
  return (
    <Table
      caption={t('audit-log.title')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'at',
          header: t('audit-log.when'),
          cell: ({ at }) => <BaseDate time={at} className="whitespace-nowrap text-muted" />,
        },
        {
          key: 'who',
          header: t('audit-log.actor'),
          cell: ({ actor_name }) => <span className="font-medium">{actor_name}</span>,
        },
        {
          key: 'what',
          header: t('audit-log.action'),
          cell: (entry) => <span className="wrap-anywhere">{entryText(entry, contacts, t)}</span>,
        },
        {
          key: 'ip_prefix',
          header: t('audit-log.ip_prefix'),
          cell: ({ ip_prefix }) => <span className="text-sm whitespace-nowrap text-muted">{ip_prefix}</span>,
        },
      ]}
    />
  )
}
