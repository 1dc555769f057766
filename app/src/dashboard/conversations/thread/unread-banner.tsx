import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUnreadCount } from '../data/lists.ts'
import { useInbox } from '../layout/inbox-context.ts'

const announceDelay_ms = 5_000

/** Announces the number of unread rows to screen readers, only when it increases. */
export function UnreadBanner() {
  const t = useT()
  const { integration, listParams } = useInbox()
  const count = useUnreadCount(integration.id, listParams)
  const [announced, setAnnounced] = useState({ count, text: '' })
  useEffect(() => {
    if (count === announced.count) return
    const timer = setTimeout(
      () =>
        setAnnounced({
          count,
          text: count > announced.count ? t('conversations.unread_count', { count }) : '',
        }),
      announceDelay_ms,
    )
    return () => clearTimeout(timer)
  }, [count, announced, t])
  return (
    <p role="status" className="sr-only">
      {announced.text}
    </p>
  )
}
