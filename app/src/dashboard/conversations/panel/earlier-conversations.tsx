import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { useConversationsOf } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'

/** The customer's other conversations. */
export function EarlierConversations({
  contact_id,
  conversation_id,
}: {
  contact_id: string
  conversation_id: string
}) {
  const t = useT()
  const { integration, pathOf } = useInbox()
  const { rows } = useConversationsOf(integration.id, contact_id)
  const otherConversations = rows.filter(({ id }) => id !== conversation_id)
  if (otherConversations.length === 0) return null
  return (
    <section className="border-t border-line px-4 py-4">
      <h3 className="text-base font-semibold">{t('conversations.earlier')}</h3>
      <ul className="mt-1 flex flex-col">
        {otherConversations.map((row) => (
          <li key={row.id}>
            <PageLink
              to={pathOf(row.id)}
              className="-mx-2 block rounded-control px-2 py-1.5 hover:bg-inset touch:py-3"
            >
              <span className="block truncate text-base">
                {row.subject || row.last_message_preview || t('conversations.unsaid')}
              </span>
              <span className="block text-xs text-muted">
                #{row.number} · {t(`conversations.status_${row.status}`)} ·{' '}
                <BaseDate time={row.last_message_at} format="ago" />
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
