import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { useRootData } from '#platform/session/root-data.ts'
import { pagePath } from '#addresses'
import { Link } from '#ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './sign-in-island.tsx'

// React Router requires a default export.
export default function SignInPage() {
  const t = useT()
  const locale = useLocale()
  const { has_session } = useRootData()
  const next = useSearchParams()[0].get('next')
  return (
    <AuthCard
      title={t('auth.sign_in_title')}
      intro={t('auth.sign_in_intro')}
      after={
        <>
          <p>
            {t('auth.no_account')}{' '}
            <Link href={withReturnTo(pagePath(locale, 'auth-create-account'), next)}>
              {t('auth.create_account')}
            </Link>
          </p>
          <p className="mt-2">
            <Link href={withReturnTo(pagePath(locale, 'auth-single-sign-on'), next)}>
              {t('auth.sso_link')}
            </Link>
          </p>
        </>
      }
    >
      <meta name="description" content={t('auth.sign_in_intro')} />
      <Island of={island} props={{ next, has_session }} />
    </AuthCard>
  )
}
