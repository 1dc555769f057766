import { passwordCharsMin } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast.ts'
import { choosePassword } from './data.ts'

export function Password() {
  const t = useT()
  const [saved, setSaved] = useState(0)
  const { run, isBusy, problem } = useAsyncAction(async (new_password: string) => {
    await choosePassword(new_password)
    setSaved(saved + 1) // empties the form
    toast.success(t('account.password_changed'))
  })
  return (
    <Section title={t('account.change_password')} description={t('account.change_password_text')}>
      <Form
        key={saved}
        id="change-password"
        labels={{ new_password: t('auth.new_password') }}
        problem={problem}
        onSubmit={({ new_password = '' }) => void run(new_password)}
        className="max-w-96"
      >
        <Field name="new_password" isRequired hint={t('auth.password_hint', { n: passwordCharsMin })}>
          <PasswordInput
            autoComplete="new-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
        <Button type="submit" isBusy={isBusy} className="self-start">
          {t('account.change_password')}
        </Button>
      </Form>
    </Section>
  )
}
