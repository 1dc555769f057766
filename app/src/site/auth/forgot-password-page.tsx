import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { pagePath } from '#addresses'
import { Link } from '#ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './forgot-password-island.tsx'

// React Router requires a default export.
export default function ForgotPasswordPage() {
  const t = useT()
  const locale = useLocale()
  const { has_mailbox } = usePublicConfig()
  return (
    <AuthCard
      title={t('auth.forgot_title')}
      intro={t('auth.forgot_intro')}
      after={<Link href={pagePath(locale, 'auth')}>{t('auth.back_to_sign_in')}</Link>}
    >
      <Island of={island} props={{ has_mailbox }} />
    </AuthCard>
  )
}
