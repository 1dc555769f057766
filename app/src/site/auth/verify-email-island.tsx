import { verifyEmail } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { problemWords, sentence } from '#platform/action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/island.tsx'
import { withNext } from '#platform/next.ts'
import { readSession, type Session, signedOut } from '#platform/read-session.ts'
import { goOn } from '#platform/site-session.ts'
import { call } from '#platform/wire.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { buttonStyle } from '#ui/button.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AwaitConfirmation } from './await-confirmation.tsx'

interface Props {
  /** From the link in the mail; null when the page is opened to wait for one. */
  token: string | null
  next: string | null
  has_mailbox: boolean
  has_session: boolean
}
/**
 * Confirms an address: at once when the mail's link led here, with or without a session; otherwise shows
 * where the mail went and waits for it to be opened, here or elsewhere.
 */
export function VerifyEmail({ token, next, has_mailbox, has_session }: Props) {
  const t = useT()
  const locale = useLocale()
  const [session, setSession] = useState<Session | null>(null)
  const [confirmed, setConfirmed] = useState('')
  const [problem, setProblem] = useState<FormProblem | null>(null)

  useEffect(() => {
    async function begin() {
      try {
        if (token) {
          // Used up by the next line, so it need not stay in the address.
          history.replaceState(null, '', withNext(location.pathname, next))
          setConfirmed((await call(verifyEmail, { token }, { stays: true })).email)
        }
      } catch (error) {
        setProblem(problemWords(error, t))
      }
      const now = has_session ? await readSession() : signedOut
      if (now.user?.email_verified_at) goOn(now.user, next)
      setSession(now)
    }
    begin().catch((error: unknown) => setProblem(problemWords(error, t)))
  }, [token, next, has_session, t])

  if (confirmed) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success" title={t('auth.verify_done', { email: confirmed })} />
        {session && !session.user && (
          <a href={withNext(pagePath(locale, 'auth'), next)} className={buttonStyle('primary', 'lg')}>
            {t('auth.sign_in')}
          </a>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {problem && <Alert tone="danger" title={sentence(problem)} />}
      {!session && !problem && <Skeleton className="h-32" />}
      {session?.user && (
        <AwaitConfirmation email={session.user.email} next={next} has_mailbox={has_mailbox} />
      )}
      {session && !session.user && (
        <>
          <p className="text-base text-muted">{t('auth.verify_signed_out')}</p>
          <a
            href={withNext(pagePath(locale, 'auth'), withNext('/verify-email', next))}
            className={buttonStyle('primary', 'lg')}
          >
            {t('auth.sign_in')}
          </a>
        </>
      )}
    </div>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/verify-email-island.tsx',
  component: VerifyEmail,
  messages: ['auth', 'errors'],
}
