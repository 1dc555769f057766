import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { pagePath } from '#addresses'
import { Link } from '#ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { island } from './single-sign-on-island.tsx'

// React Router requires a default export.
export default function SingleSignOnPage() {
  const t = useT()
  const locale = useLocale()
  const [params] = useSearchParams()
  const { next, workspace, state, ...answer } = Object.fromEntries(params)
  return (
    <AuthCard
      title={t('auth.sso_title')}
      intro={state ? undefined : t(workspace ? 'auth.sso_required' : 'auth.sso_intro')}
      after={
        <span className="flex flex-col gap-2">
          {workspace && <Link href={pagePath(locale, 'app_account')}>{t('auth.sso_leave')}</Link>}
          <Link href={withReturnTo(pagePath(locale, 'auth'), next ?? null)}>{t('auth.back_to_sign_in')}</Link>
        </span>
      }
    >
      <meta name="robots" content="noindex" />
      <Island
        of={island}
        props={{
          next: next ?? null,
          workspace: workspace ?? null,
          answer: state ? { state, code: answer.code, iss: answer.iss, error: answer.error } : null,
        }}
      />
    </AuthCard>
  )
}
