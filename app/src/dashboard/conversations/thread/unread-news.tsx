import type { InboxRow } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'

const silence_ms = 5_000

/** Says how many rows are unread, for those who listen: only when it has become more, and not all the time. */
export function UnreadNews({ rows }: { rows: readonly InboxRow[] }) {
  const t = useT()
  const count = rows.filter(({ seen_seq, last_seq }) => seen_seq < last_seq).length
  const [said, setSaid] = useState({ count, text: '' })
  useEffect(() => {
    if (count === said.count) return
    const timer = setTimeout(
      () => setSaid({ count, text: count > said.count ? t('conversations.unread_count', { count }) : '' }),
      silence_ms,
    )
    return () => clearTimeout(timer)
  }, [count, said, t])
  return (
    <p role="status" className="sr-only">
      {said.text}
    </p>
  )
}
