import type { BlockedContact } from '@ozvi/contract'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import { contactName } from '#dashboard/contact-names'

/** Who is blocked, until when, by whom and why. */
export function BlockedTable({
  integration_id,
  contacts,
  onUnblock,
}: {
  integration_id: string
  contacts: readonly BlockedContact[]
  /** Undefined for members who can't unblock. */
  onUnblock: ((contact: BlockedContact) => void) | undefined
}) {
  const t = useT()
  const formats = useFormats()
  const to = usePath()
  return (
    <Table
      caption={t('shell.blocked_contacts')}
      rows={contacts}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'contact',
          header: t('blocked-contacts.contact'),
          cell: (contact) => (
            <div className="min-w-0 wrap-anywhere">
              <PageLink
                to={to('app-i-integrationId-contacts-uuid', {
                  integrationId: integration_id,
                  uuid: contact.id,
                })}
                className="font-medium text-primary hover:underline"
              >
                {contactName(contact, t)}
              </PageLink>
              {contact.name && contact.email && <p className="text-sm text-muted">{contact.email}</p>}
            </div>
          ),
        },
        {
          key: 'until',
          header: t('blocked-contacts.block'),
          cell: ({ until, reason }) => (
            <div className="wrap-anywhere">
              {until ? t('blocking.is_until', { time: formats.dateTime(until) }) : t('blocking.is_ever')}
              {reason && <p className="text-sm text-muted">{reason}</p>}
            </div>
          ),
        },
        {
          key: 'by',
          header: t('blocked-contacts.blocked_by'),
          cell: ({ at, by_name }) => (
            <div className="wrap-anywhere">
              {by_name}
              <p className="text-sm text-muted">
                <BaseDate time={at} />
              </p>
            </div>
          ),
        },
        ...(onUnblock
          ? [
              {
                key: 'unblock',
                header: t('blocking.unblock'),
                isHeaderHidden: true,
                align: 'end' as const,
                cell: (contact: BlockedContact) => (
                  <Button
                    size="sm"
                    aria-label={t('blocked-contacts.unblock', { name: contactName(contact, t) })}
                    onClick={() => onUnblock(contact)}
                  >
                    {t('blocking.unblock')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
