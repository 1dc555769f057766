import { looksLikeEmail, signUp } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { withReturnTo } from '#platform/session/return-to.ts'
import { continueToApp, useGuestsOnly } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { invitationTokenOf, useInvitedAddress } from './use-invited-address.ts'

interface Props {
  next: string | null
  has_session: boolean
}
/** Proves the invited address, so no confirmation email is needed. */
function invitedBy(next: string | null) {
  const invitation_token = invitationTokenOf(next)
  return invitation_token ? { invitation_token } : {}
}
export function CreateAccount({ next, has_session }: Props) {
  const t = useT()
  const locale = useLocale()
  useGuestsOnly(has_session)
  const address = useInvitedAddress(next)
  const [tried, setTried] = useState('')
  const { run, isBusy, problem } = useAsyncAction(async (name: string, email: string, password: string) =>
    continueToApp(await call(signUp, { name, email, password, ...invitedBy(next) }), next),
  )
  return (
    <Form
      id="create-account"
      labels={{ name: t('auth.name'), email: t('auth.email'), password: t('auth.password') }}
      problem={problem}
      onSubmit={({ name = '', email = '', password = '' }) => {
        setTried(email)
        void run(name, email, password)
      }}
    >
      <Field name="name" isRequired>
        <Input autoComplete="name" />
      </Field>
      <Field
        name="email"
        isRequired
        hint={
          // A valid address that is rejected most likely has an account already.
          problem?.errors?.email &&
          looksLikeEmail(tried) && (
            <Link href={withReturnTo(pagePath(locale, 'auth'), next)}>{t('auth.sign_in_instead')}</Link>
          )
        }
      >
        <Input ref={address} type="email" autoComplete="email" inputMode="email" autoCapitalize="none" />
      </Field>
      <NewPasswordField />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('auth.create_account')}
      </Button>
    </Form>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/create-account-island.tsx',
  component: CreateAccount,
  messages: ['auth'],
}
