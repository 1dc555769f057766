import { type Output, type Passkey, resetPassword, showPasswordReset } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { formProblem, errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface Props {
  token: string
}
type Account = Output<typeof showPasswordReset>

/** The account of a link, or the reason why there is none. */
function useAccount(token: string) {
  const t = useT()
  const [account, setAccount] = useState<Account | null>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  useEffect(() => {
    call(showPasswordReset, { token }).then(setAccount, (error: unknown) => setProblem(formProblem(error, t)))
  }, [token, t])
  return { account, problem }
}

export function ResetPassword({ token }: Props) {
  const t = useT()
  const locale = useLocale()
  const { account, problem: linkProblem } = useAccount(token)
  const [isDone, setDone] = useState(false)
  const [removed, setRemoved] = useState<string[]>([])
  const { run, isBusy, problem } = useAsyncAction(async (password: string) => {
    await call(resetPassword, { token, password, remove_passkey_ids: removed })
    setDone(true)
  })
  if (isDone) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success" title={t('auth.reset_done')} />
        <a href={pagePath(locale, 'auth')} className={buttonStyle('primary', 'lg')}>
          {t('auth.sign_in')}
        </a>
      </div>
    )
  }
  const invalid = linkProblem ?? (problem?.errors?.token ? problem : null)
  if (invalid) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="danger" title={errorText(invalid)} />
        <a href={pagePath(locale, 'auth-forgot-password')} className={buttonStyle('primary', 'lg')}>
          {t('auth.ask_new_link')}
        </a>
      </div>
    )
  }
  if (!account) return <Skeleton className="h-40" />
  return (
    <Form
      id="reset-password"
      labels={{ password: t('auth.new_password') }}
      problem={problem}
      onSubmit={({ password = '' }) => void run(password)}
    >
      {/* Password managers save the new password for this account. */}
      <input type="email" autoComplete="username" value={account.email} readOnly hidden />
      <NewPasswordField />
      {account.passkeys.length > 0 && (
        <PasskeyField passkeys={account.passkeys} removed={removed} onChange={setRemoved} />
      )}
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('auth.reset_save')}
      </Button>
    </Form>
  )
}

/** Passkeys still work after a reset, so users can remove those they don't recognize. */
function PasskeyField({
  passkeys,
  removed,
  onChange,
}: {
  passkeys: Passkey[]
  removed: string[]
  onChange: (ids: string[]) => void
}) {
  const t = useT()
  const formats = useFormats()
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="sr-only">{t('auth.reset_passkeys')}</legend>
      <p className="font-medium">{t('auth.reset_passkeys')}</p>
      <p className="mt-1 mb-3 text-sm text-muted">{t('auth.reset_passkeys_text')}</p>
      <div className="flex flex-col gap-2">
        {passkeys.map(({ id, name, created_at }) => (
          <label key={id} className="flex items-start gap-2.5 touch:min-h-11">
            <input
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-primary"
              checked={removed.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...removed, id] : removed.filter((one) => one !== id))
              }
            />
            <span className="wrap-anywhere">
              {t('auth.reset_remove_passkey', { name })}
              <span className="block text-sm text-muted">
                {t('auth.reset_passkey_added', { date: formats.date(created_at) })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/reset-password-island.tsx',
  component: ResetPassword,
  messages: ['auth'],
}
