import { useT } from '#platform/i18n/provider.tsx'
import { useUnreadCount } from '../data/lists.ts'
import { useInbox } from './inbox-context.ts'

/** `(3) Eva – Inbox – Acme`, so that a background tab shows the unread count. */
export function InboxTitle({ of }: { of?: string }) {
  const t = useT()
  const { integration, listParams } = useInbox()
  const unread = useUnreadCount(integration.id, listParams)
  const parts = [of, t('conversations.inbox'), integration.name].filter(Boolean).join(' – ')
  return <title>{unread > 0 ? `(${unread}) ${parts}` : parts}</title>
}
