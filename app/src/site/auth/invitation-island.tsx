import {
  acceptInvitation,
  invitationDays,
  Problem,
  type ReceivedInvitation,
  showInvitation,
} from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { formProblem, errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { Rich, useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { useSiteSession } from '#platform/session/site-session.ts'
import { userFetchMessage } from '#platform/user-fetch-message.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  token: string
  has_session: boolean
}
/** Shows what an invitation's link offers to anyone who has it, and lets the invited person join. */
export function Invitation({ token, has_session }: Props) {
  const t = useT()
  const locale = useLocale()
  const formats = useFormats()
  const { session, error } = useSiteSession(has_session)
  const [invitation, setInvitation] = useState<ReceivedInvitation | null>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    call(showInvitation, { token }).then(setInvitation, (error: unknown) => {
      setProblem(formProblem(error, t))
      setClosed(error instanceof Problem && error.code === 'invalid_input')
    })
  }, [token, t])
  const accept = useAsyncAction(async () => {
    const { id } = await call(acceptInvitation, { token })
    location.assign(pagePath(locale, 'app-i-integrationId', { integrationId: id }))
  })
  if (problem && !isClosed) return <Alert tone="danger" title={errorText(problem)} />
  if (problem)
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="warning" title={errorText(problem)}>
          {t('users.invitation_why_closed', { days: invitationDays })}
        </Alert>
        <a href={pagePath(locale, session?.user ? 'app' : 'auth')} className={buttonStyle('primary', 'lg')}>
          {t(session?.user ? 'users.to_workspaces' : 'auth.sign_in')}
        </a>
      </div>
    )
  if (error) return <Alert tone="danger" title={userFetchMessage(error, t)} />
  if (!invitation || !session) return <Skeleton className="h-40" />
  const ownPath = `/invitation?token=${encodeURIComponent(token)}`
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">
        <Rich
          id="users.offer"
          values={{ who: invitation.invited_by, workspace: invitation.integration_name }}
          parts={{ b: (text) => <strong className="font-semibold">{text}</strong> }}
        />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-base">
        <dt className="text-muted">{t('users.role')}</dt>
        <dd>{invitation.custom_role_name ?? t(`users.role_${invitation.role}`)}</dd>
        <dt className="text-muted">{t('auth.email')}</dt>
        <dd className="wrap-anywhere">{invitation.email}</dd>
        <dt className="text-muted">{t('users.valid_until')}</dt>
        <dd>{formats.date(invitation.expires_at)}</dd>
      </dl>
      {accept.problem && <Alert tone="danger" title={errorText(accept.problem)} />}
      {session.user && session.user.email.toLowerCase() !== invitation.email.toLowerCase() ? (
        <>
          <Alert
            tone="warning"
            title={t('users.invited_other', { email: invitation.email, own: session.user.email })}
          />
          <a
            href={withReturnTo(pagePath(locale, 'auth-logout'), ownPath)}
            className={buttonStyle('primary', 'lg')}
          >
            {t('users.sign_in_as', { email: invitation.email })}
          </a>
        </>
      ) : session.user ? (
        <>
          <Button variant="primary" size="lg" isBusy={accept.isBusy} onClick={() => void accept.run()}>
            {t('users.accept')}
          </Button>
          <p className="text-sm text-muted">
            {t('users.signed_in_as', { email: session.user.email })}{' '}
            <Link href={pagePath(locale, 'auth-logout')}>{t('auth.sign_out')}</Link>
          </p>
        </>
      ) : (
        <div className="flex flex-col gap-2">
          <a
            href={withReturnTo(pagePath(locale, 'auth-create-account'), ownPath)}
            className={buttonStyle('primary', 'lg')}
          >
            {t('users.join_new')}
          </a>
          <a href={withReturnTo(pagePath(locale, 'auth'), ownPath)} className={buttonStyle('plain', 'lg')}>
            {t('users.join_existing')}
          </a>
        </div>
      )}
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/invitation-island.tsx',
  component: Invitation,
  messages: ['auth', 'users'],
}
