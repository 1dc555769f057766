import { useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { useRootData } from '#platform/session/root-data.ts'
import { AuthCard } from './auth-card.tsx'
import { island } from './verify-email-island.tsx'

// React Router requires a default export.
export default function VerifyEmailPage() {
  const t = useT()
  const { has_session, public_config } = useRootData()
  const [search] = useSearchParams()
  return (
    <AuthCard title={t('auth.verify_title')} intro={t('auth.verify_intro')}>
      <Island
        of={island}
        props={{
          token: search.get('token'),
          next: search.get('next'),
          has_mailbox: public_config.has_mailbox,
          has_session,
        }}
      />
    </AuthCard>
  )
}
