import type { RuleRun } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { linkStyle } from '#ui/link.tsx'
import { contactName } from '#dashboard/contact-names'
import { useIntegration } from '#dashboard/integrations'

type Named = Pick<RuleRun, 'conversation_id' | 'number' | 'contact' | 'subject' | 'at'>
/** A conversation in a list of executions, with the time. */
export function ConversationLine({
  item: { conversation_id, number, contact, subject, at },
  children,
}: {
  item: Named
  children?: ReactNode
}) {
  const t = useT()
  const to = usePath()
  const { id } = useIntegration()
  const key = { integrationId: id, id: conversation_id }
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <PageLink
          to={to('app-i-integrationId-conversation-id', key)}
          className={`${linkStyle()} min-w-0 truncate text-base touch:py-2.5`}
        >
          {t('rules.conversation', { number, name: contactName(contact, t) })}
        </PageLink>
        <BaseDate time={at} className="text-sm text-muted" />
      </p>
      <p className="truncate text-sm text-muted">{subject}</p>
      {children}
    </li>
  )
}
