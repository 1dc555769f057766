import {
  applyTargetsToReplyEmail,
  contactChanged,
  getReplyEmail,
  type InboxRow,
  type ReplyEmail,
  targetsChanged,
  visitorOnline,
  visitorOffline,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { Icon } from '#ui/icon.tsx'

const replyEmailQuery = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['reply-email', { integration_id, conversation_id }],
    queryFn: () => call(getReplyEmail, { integration_id, conversation_id }),
  })
/** Loaded again when the contact changes. */
const unlessOf = (contact_id: string) => (mail: ReplyEmail) =>
  mail.contact_id === contact_id ? undefined : mail

function useReplyEmail(integration_id: string, conversation_id: string) {
  const query = replyEmailQuery(integration_id, conversation_id)
  const key = { integration_id }
  useLiveQuery(query, visitorOnline, key, (mail, { id }) => unlessOf(id)(mail))
  useLiveQuery(query, visitorOffline, key, (mail, { contact_id }) => unlessOf(contact_id)(mail))
  useLiveQuery(query, contactChanged, key, (mail, { id }) => unlessOf(id)(mail))
  useLiveQuery(query, targetsChanged, key, applyTargetsToReplyEmail)
  return useQuery(query)
}

function awayText({ email, has_text, is_unsubscribed, after_min }: ReplyEmail, t: Translate): string {
  if (after_min === null) return t('reply-mails.away_off')
  if (email === null) return t('reply-mails.away_no_address')
  if (is_unsubscribed) return t('reply-mails.away_unsubscribed')
  return t('reply-mails.away', { email, minutes: after_min, what: has_text ? 'text' : 'link' })
}

/**
 * How a reply reaches a customer who has left; nothing while they are online or the conversation is resolved.
 */
export function AwayBanner({ row }: { row: InboxRow }) {
  const t = useT()
  const { data: mail } = useReplyEmail(row.integration_id, row.id)
  if (!mail || mail.is_online || row.status === 'spam' || row.status === 'resolved') return null
  return (
    <p className="flex items-start gap-2 pb-2 text-sm text-muted">
      <Icon
        name={mail.after_min && mail.email && !mail.is_unsubscribed ? 'mail' : 'clock'}
        size={16}
        className="mt-0.5 shrink-0"
      />
      <span className="min-w-0 wrap-anywhere">{awayText(mail, t)}</span>
    </p>
  )
}
