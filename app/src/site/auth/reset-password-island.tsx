import { resetPassword } from '@ozvi/contract'
import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/island.tsx'
import { call } from '#platform/wire.ts'
import { pagePath } from '#addresses'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Link } from '#ui/link.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface Props {
  token: string
}
export function ResetPassword({ token }: Props) {
  const t = useT()
  const locale = useLocale()
  const [isDone, setDone] = useState(false)
  const { run, isBusy, problem } = useAction(async (password: string) => {
    await call(resetPassword, { token, password })
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
  return (
    <Form
      id="reset-password"
      labels={{ password: t('auth.new_password'), token: t('auth.link') }}
      problem={problem}
      onSubmit={({ password = '' }) => void run(password)}
    >
      <NewPasswordField />
      {problem?.errors?.token && (
        <p className="text-base">
          <Link href={pagePath(locale, 'auth-forgot-password')}>{t('auth.ask_new_link')}</Link>
        </p>
      )}
      <Button type="submit" look="primary" size="lg" isBusy={isBusy}>
        {t('auth.reset_save')}
      </Button>
    </Form>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/reset-password-island.tsx',
  component: ResetPassword,
  messages: ['auth', 'errors'],
}
