import type { InboxRow } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'

const silence_ms = 5_000

/** Announces the number of unread rows to screen readers, only when it increases. */
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
