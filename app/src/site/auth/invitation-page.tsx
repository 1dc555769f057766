import { useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { useRootData } from '#platform/session/root-data.ts'
import { AuthCard } from './auth-card.tsx'
import { island } from './invitation-island.tsx'

// React Router requires a default export.
export default function InvitationPage() {
  const t = useT()
  const { has_session } = useRootData()
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <AuthCard title={t('users.invitation_title')}>
      <Island of={island} props={{ token, has_session }} />
    </AuthCard>
  )
}
