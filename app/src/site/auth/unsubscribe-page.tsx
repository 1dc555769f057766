import { useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { AuthCard } from './auth-card.tsx'
import { island, unsubscribeKindOf } from './unsubscribe-island.tsx'

// React Router requires a default export.
export default function UnsubscribePage() {
  const t = useT()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const kind = unsubscribeKindOf(search.get('of'))
  return (
    <AuthCard title={t('auth.stop_mails')}>
      <Island of={island} props={{ token, kind }} />
    </AuthCard>
  )
}
