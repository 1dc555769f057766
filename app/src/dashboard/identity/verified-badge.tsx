import type { ContactIdentity } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'

/** Shows that a contact is verified, how and when, and whether their address is. */
export function VerifiedBadge({ verified_at, verified_by, email_verified_at }: ContactIdentity) {
  const t = useT()
  const formats = useFormats()
  const marks = [
    { key: 'identity', at: verified_at, label: t('identity.verified') },
    { key: 'email', at: email_verified_at, label: t('identity.email_verified') },
  ]
  return (
    <ul className="mt-1.5 flex flex-wrap gap-1.5">
      {marks.map(({ key, at, label }) => {
        if (!at || !verified_by) return null
        const how = t(`identity.by_${verified_by}`, { time: formats.dateTime(at) })
        return (
          <li key={key} className="flex" title={`${label}: ${how}`}>
            <Badge tone="success">
              <Icon name="circle-check" size={16} className="-ml-1" />
              {label}
              <span className="sr-only">: {how}</span>
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
