import { useSearchParams } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './undo-email-change-island.tsx'

// React Router requires a default export.
export default function UndoEmailChangePage() {
  const t = useT()
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <AuthCard title={t('auth.undo_title')}>
      <Island of={island} props={{ token }} />
    </AuthCard>
  )
}
