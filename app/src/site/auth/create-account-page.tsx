import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { useRootData } from '#platform/session/root-data.ts'
import { pagePath } from '#addresses'
import { Link } from '#ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './create-account-island.tsx'

// React Router requires a default export.
export default function CreateAccountPage() {
  const t = useT()
  const locale = useLocale()
  const { has_session } = useRootData()
  const next = useSearchParams()[0].get('next')
  return (
    <AuthCard
      title={t('auth.create_title')}
      intro={t('auth.create_intro')}
      after={
        <>
          {t('auth.have_account')}{' '}
          <Link href={withReturnTo(pagePath(locale, 'auth'), next)}>{t('auth.sign_in')}</Link>
        </>
      }
    >
      <meta name="description" content={t('auth.create_intro')} />
      <Island of={island} props={{ next, has_session }} />
    </AuthCard>
  )
}
