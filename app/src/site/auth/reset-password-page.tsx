import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { pagePath } from '#addresses'
import { Link } from '#ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './reset-password-island.tsx'

// React Router requires a default export.
export default function ResetPasswordPage() {
  const t = useT()
  const locale = useLocale()
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <AuthCard
      title={t('auth.reset_title')}
      intro={t('auth.reset_intro')}
      after={<Link href={pagePath(locale, 'auth')}>{t('auth.back_to_sign_in')}</Link>}
    >
      <Island of={island} props={{ token }} />
    </AuthCard>
  )
}
