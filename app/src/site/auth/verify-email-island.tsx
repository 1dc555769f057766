import { verifyEmail } from '@ozvi/contract'
import { useCallback, useEffect, useState } from 'react'
import { formProblem, errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { type Session, signedOut } from '#platform/session/read-session.ts'
import { continueToApp, readSiteSession } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PollVerification } from './poll-verification.tsx'
import { choosePassword } from './choose-password.ts'

interface Props {
  /** From the link in the email; null if the page waits for one. */
  token: string | null
  next: string | null
  has_mailbox: boolean
  has_session: boolean
}

/**
 * Confirms the address. Without a session of its account, a password has to be chosen next.
 *
 * @returns whether the page is being left for that
 */
function useConfirm({ token, next }: Pick<Props, 'token' | 'next'>) {
  const locale = useLocale()
  return useCallback(async () => {
    if (!token) return false
    const { reset_token } = await call(verifyEmail, { token }).finally(() => {
      // The token is used up: this is the return from a sign-in that an error redirected to.
      history.replaceState(null, '', withReturnTo(location.pathname, next))
    })
    if (reset_token) choosePassword(locale, reset_token)
    return reset_token !== undefined
  }, [token, next, locale])
}

/**
 * Confirms an address: immediately if the link in the email redirected here and the user is signed in,
 * otherwise after a click, because email scanners open every link. Without a link it shows where the email was
 * sent and waits.
 */
export function VerifyEmail(props: Props) {
  return props.token && !props.has_session ? <ConfirmButton {...props} /> : <ConfirmOrWait {...props} />
}

function ConfirmButton(props: Props) {
  const t = useT()
  const confirm = useAsyncAction(useConfirm(props))
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">{t('auth.verify_here')}</p>
      {confirm.problem && <Alert tone="danger" title={errorText(confirm.problem)} />}
      <Button variant="primary" size="lg" isBusy={confirm.isBusy} onClick={() => void confirm.run()}>
        {t('auth.verify_confirm')}
      </Button>
      {confirm.problem && <SignInLink {...props} />}
    </div>
  )
}

/** This page, with the token if it is still valid. */
const ownPath = ({ token, next }: Pick<Props, 'token' | 'next'>) =>
  token ? `/verify-email?token=${encodeURIComponent(token)}` : withReturnTo('/verify-email', next)

function SignInLink(props: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <a href={withReturnTo(pagePath(locale, 'auth'), ownPath(props))} className={buttonStyle('plain', 'lg')}>
      {t('auth.sign_in')}
    </a>
  )
}
/** The link was used before, or it is for another account than the one that is signed in. */
function OtherAccount(props: Props) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <a href={pagePath(locale, 'app')} className={buttonStyle('primary', 'lg')}>
        {t('auth.open_app')}
      </a>
      <a
        href={withReturnTo(pagePath(locale, 'auth-logout'), ownPath(props))}
        className={buttonStyle('plain', 'lg')}
      >
        {t('auth.other_account')}
      </a>
    </>
  )
}

function ConfirmOrWait(props: Props) {
  const t = useT()
  const { next, has_mailbox, has_session } = props
  const [session, setSession] = useState<Session | null>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const confirm = useConfirm(props)

  useEffect(() => {
    async function startVerification() {
      const result = await confirm().catch((error: unknown) => formProblem(error, t))
      if (result === true) return
      if (result) setProblem(result)
      const now = has_session ? await readSiteSession() : signedOut
      if (now.user?.email_verified_at && !result) continueToApp(now.user, next)
      setSession(now)
    }
    startVerification().catch((error: unknown) => setProblem(formProblem(error, t)))
  }, [confirm, next, has_session, t])

  const isVerified = Boolean(session?.user?.email_verified_at)
  return (
    <div className="flex flex-col gap-4">
      {problem && <Alert tone="danger" title={errorText(problem)} />}
      {!session && !problem && <Skeleton className="h-32" />}
      {session?.user && !isVerified && (
        <PollVerification email={session.user.email} next={next} has_mailbox={has_mailbox} />
      )}
      {problem && isVerified && <OtherAccount {...props} />}
      {session && !session.user && (
        <>
          <p className="text-base text-muted">{t('auth.verify_signed_out')}</p>
          <SignInLink {...props} token={null} />
        </>
      )}
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/verify-email-island.tsx',
  component: VerifyEmail,
  messages: ['auth'],
}
