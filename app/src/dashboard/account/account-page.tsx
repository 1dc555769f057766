import { entryProblem } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Email } from './email.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { PublicProfileForm } from './public-profile-form.tsx'
import { SignIns } from './sign-ins.tsx'
import { LockedOut, TwoFactor } from './two-factor.tsx'
import { passkeysQuery, signInsQuery, ssoLinksQuery, twoFactorQuery, useSsoLinks } from './data.ts'

/* Most accounts have neither. */
const SsoLinks = lazy(async () => ({ default: (await import('./sso-links.tsx')).SsoLinks }))
const BlockedWorkspaces = lazy(async () => ({
  default: (await import('./blocked-workspaces.tsx')).BlockedWorkspaces,
}))

export const queries: Queries = () => [signInsQuery, twoFactorQuery, passkeysQuery, ssoLinksQuery]
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AccountPage() {
  const t = useT()
  const to = usePath()
  const { active_integration } = useUser()
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('account.title')} – Ozvi`}</title>
      <div>
        {active_integration && (
          <BackLink to={to('app-i-integrationId', { integrationId: active_integration.id })}>
            {t('account.back', { name: active_integration.name })}
          </BackLink>
        )}
        <h1 className="mt-3 text-2xl font-semibold tracking-tight">{t('account.title')}</h1>
      </div>
      <LockedOut />
      <Profile />
      <PublicProfileForm />
      <Email />
      <Password />
      <Passkeys />
      <TwoFactor />
      <SingleSignOn />
      <SignIns />
    </div>
  )
}

function SingleSignOn() {
  const user = useUser()
  const links = useSsoLinks()
  const blocked = user.integrations.filter(
    (each) => !each.deletes_at && entryProblem(user, each) === 'single_sign_on_required',
  )
  return (
    <Suspense>
      {links.length > 0 && <SsoLinks links={links} />}
      {blocked.length > 0 && <BlockedWorkspaces workspaces={blocked} />}
    </Suspense>
  )
}
