import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { checkAccess } from '#platform/session/access.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { pageRequest } from '#platform/session/request.ts'
import { AuthCard } from './auth-card.tsx'
import { island } from './logout-island.tsx'

export function loader({ url, context }: LoaderFunctionArgs) {
  checkAccess('member', { url, has_session: context.get(pageRequest).has_session })
  return null
}

// React Router requires a default export.
export default function LogoutPage() {
  const t = useT()
  const next = useSearchParams()[0].get('next')
  return (
    <AuthCard title={t('auth.sign_out_title')} intro={t('auth.sign_out_intro')}>
      <Island of={island} props={{ next }} />
    </AuthCard>
  )
}
