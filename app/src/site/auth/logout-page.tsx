import { useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/island.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './logout-island.tsx'

// The router asks for a default export.
export default function LogoutPage() {
  const t = useT()
  const next = useSearchParams()[0].get('next')
  return (
    <AuthCard title={t('auth.sign_out_title')} intro={t('auth.sign_out_intro')}>
      <Island of={island} props={{ next }} />
    </AuthCard>
  )
}
