import { forgotPassword } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { MailboxHint } from './mailbox-hint.tsx'

interface Props {
  has_mailbox: boolean
}
export function ForgotPassword({ has_mailbox }: Props) {
  const t = useT()
  const [sentTo, setSentTo] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async (email: string) => {
    await call(forgotPassword, { email })
    setSentTo(email)
  })
  if (sentTo) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="success" title={t('auth.forgot_sent', { email: sentTo })}>
          <p className="mt-1 text-ink">{t('auth.forgot_sent_more')}</p>
        </Alert>
        {has_mailbox && <MailboxHint />}
        <Button onClick={() => setSentTo('')}>{t('auth.other_address')}</Button>
      </div>
    )
  }
  return (
    <Form
      id="forgot-password"
      labels={{ email: t('auth.email') }}
      problem={problem}
      onSubmit={({ email = '' }) => void run(email)}
    >
      <Field name="email" isRequired>
        <Input type="email" autoComplete="username" inputMode="email" autoCapitalize="none" />
      </Field>
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('auth.forgot_send')}
      </Button>
    </Form>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/forgot-password-island.tsx',
  component: ForgotPassword,
  messages: ['auth'],
}
