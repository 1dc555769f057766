import type { Availability, Member } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'

/** Online, away, or last seen. */
export function MemberState({ member: { last_seen_at }, state }: { member: Member; state: Availability }) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  if (state === 'online') return <span className="text-success">{t('users.online')}</span>
  if (state === 'away') return <span className="text-warning">{t('users.away')}</span>
  return (
    <span className="text-muted">
      {last_seen_at
        ? t('conversations.last_seen', {
            time: formats.relative(last_seen_at, Math.max(now, Date.parse(last_seen_at))),
          })
        : t('users.offline')}
    </span>
  )
}
