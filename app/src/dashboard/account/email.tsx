import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { requestEmailChange } from './data.ts'

/** Changes the email address, which takes effect when its confirmation link is opened. */
export function Email() {
  const t = useT()
  const { email } = useUser()
  const [sentTo, setSentTo] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async (newEmail: string) => {
    setSentTo((await requestEmailChange(newEmail)).email)
  })
  return (
    <Section title={t('account.email')} description={t('account.email_text', { email })}>
      {sentTo && sentTo !== email && (
        <Alert title={t('account.email_sent', { email: sentTo })} className="mb-5" />
      )}
      <Form
        key={sentTo}
        id="change-email"
        labels={{ email: t('account.email_new') }}
        problem={problem}
        onSubmit={({ email: newEmail = '' }) => void run(newEmail)}
        className="max-w-96"
      >
        <Field name="email" isRequired hint={t('account.email_hint')}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" isBusy={isBusy} className="self-start">
          {t('account.email_change')}
        </Button>
      </Form>
    </Section>
  )
}
