import { changeEmail, resendVerification } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { Rich, useLocale, useT } from '#platform/i18n/provider.tsx'
import { logError } from '#platform/log.ts'
import { withReturnTo } from '#platform/session/return-to.ts'
import { readSession } from '#platform/session/read-session.ts'
import { continueToApp } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { webmailOf } from './webmail.ts'

/** Minimum delay between two emails to an address; the server enforces it too. */
export const resendPause_s = 60
/** Interval at which the page checks whether the link was opened elsewhere. */
const poll_ms = 3000

/**
 * Continues as soon as the address is confirmed in another tab of this browser.
 * @returns whether the session has ended: the link was opened on another device, where a password was chosen
 */
function useConfirmedElsewhere(next: string | null): boolean {
  const [isSignedOut, setSignedOut] = useState(false)
  useEffect(() => {
    if (isSignedOut) return
    const poll = () => {
      if (document.visibilityState !== 'visible') return
      readSession().then(
        ({ user }) => {
          if (!user) setSignedOut(true)
          else if (user.email_verified_at) continueToApp(user, next)
        },
        (error: unknown) => logError('The current user could not be read', error),
      )
    }
    const timer = setInterval(poll, poll_ms)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [next, isSignedOut])
  return isSignedOut
}
/** Seconds until another email can be requested. */
function useCountdown(): [number, (seconds: number) => void] {
  const [remaining_s, setRemaining] = useState(0)
  useEffect(() => {
    if (remaining_s <= 0) return
    const timer = setTimeout(() => setRemaining(remaining_s - 1), 1000)
    return () => clearTimeout(timer)
  }, [remaining_s])
  return [remaining_s, setRemaining]
}

interface Props {
  email: string
  next: string | null
  has_mailbox: boolean
}
export function PollVerification({ email: first, next, has_mailbox }: Props) {
  const t = useT()
  const locale = useLocale()
  const [email, setEmail] = useState(first)
  const [status, setStatus] = useState('')
  const [isChanging, setChanging] = useState(false)
  const [remaining_s, startCountdown] = useCountdown()
  const isSignedOut = useConfirmedElsewhere(next)
  const resend = useAsyncAction(async () => {
    const sent = await call(resendVerification, {})
    setStatus(t('auth.verify_resent', { email: sent.email }))
    startCountdown(resendPause_s)
  })
  const change = useAsyncAction(async (address: string) => {
    const changed = await call(changeEmail, { email: address })
    setEmail(changed.email)
    setChanging(false)
    setStatus(t('auth.verify_resent', { email: changed.email }))
    startCountdown(resendPause_s)
  })
  const mail = webmailOf(email)
  if (isSignedOut)
    return (
      <>
        <Alert tone="success" title={t('auth.verify_elsewhere')} />
        <a href={withReturnTo(pagePath(locale, 'auth'), next)} className={buttonStyle('primary', 'lg')}>
          {t('auth.sign_in')}
        </a>
      </>
    )
  return (
    <>
      <p className="text-md">
        <Rich
          id="auth.verify_sent"
          values={{ email }}
          parts={{ email: (text) => <strong className="font-semibold wrap-anywhere">{text}</strong> }}
        />
      </p>
      {has_mailbox && <MailboxHint />}
      <div role="status">{status && <Alert tone="success" title={status} />}</div>
      {resend.problem && <Alert tone="danger" title={resend.problem.message} />}
      <div className="flex flex-wrap gap-2">
        {mail && (
          <a href={mail.url} className={buttonStyle('primary')} rel="noreferrer" target="_blank">
            {t('auth.open_mail', { name: mail.name })}
            <Icon name="external-link" size={16} />
          </a>
        )}
        <Button isBusy={resend.isBusy} disabled={remaining_s > 0} onClick={() => void resend.run()}>
          {remaining_s > 0 ? t('auth.resend_in', { n: remaining_s }) : t('auth.resend')}
        </Button>
        <Button variant="quiet" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          {t('auth.change_address')}
        </Button>
      </div>
      {isChanging && (
        <Form
          id="change-email"
          labels={{ email: t('auth.new_email') }}
          problem={change.problem}
          onSubmit={({ email: address = '' }) => void change.run(address)}
          className="border-t border-line pt-4"
        >
          <Field name="email" isRequired>
            <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" autoFocus />
          </Field>
          <Button type="submit" variant="primary" isBusy={change.isBusy}>
            {t('auth.change_save')}
          </Button>
        </Form>
      )}
      <p className="text-sm text-muted">{t('auth.verify_waits')}</p>
    </>
  )
}
