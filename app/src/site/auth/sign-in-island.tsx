import { Problem, signIn, signInByPasskey, startPasskeySignIn } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { passkeyProof } from '#platform/passkey-proof.ts'
import { continueToApp, useGuestsOnly } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { SingleSignOnOffer, useSingleSignOn } from './single-sign-on-offer.tsx'
import { useInvitedAddress } from './use-invited-address.ts'

interface Props {
  /** Path to go to afterwards. */
  next: string | null
  has_session: boolean
}
export function SignIn({ next, has_session }: Props) {
  const t = useT()
  const locale = useLocale()
  useGuestsOnly(has_session)
  const address = useInvitedAddress(next)
  const singleSignOn = useSingleSignOn()
  /** A correct address and password that need a code; kept only until the code is entered. */
  const [pair, setPair] = useState<{ email: string; password: string }>()
  const { run, isBusy, problem, clear } = useAsyncAction(
    async (credentials: { email: string; password: string; code?: string }) => {
      const reply = await call(signIn, credentials)
      if ('needs_code' in reply) setPair(credentials)
      else continueToApp(reply, next)
    },
  )
  const byPasskey = useAsyncAction(async () => {
    const credential = await passkeyProof(await call(startPasskeySignIn, {}))
    if (!credential) throw new Problem('invalid_input', undefined, { message: t('auth.passkey_none') })
    continueToApp(await call(signInByPasskey, { credential }), next)
  })
  const passkey = (
    <>
      <Button size="lg" icon="key" isBusy={byPasskey.isBusy} onClick={() => void byPasskey.run()}>
        {t('auth.passkey')}
      </Button>
      {byPasskey.problem && (
        <p role="alert" className="text-base text-danger">
          {errorText(byPasskey.problem)}
        </p>
      )}
    </>
  )
  if (pair)
    return (
      <Form
        key="code"
        id="sign-in-code"
        labels={{ code: t('auth.code') }}
        problem={problem}
        onSubmit={({ code = '' }) => void run({ ...pair, code })}
      >
        <div role="status">
          <h2 className="text-md font-semibold">{t('auth.code_title')}</h2>
          <p className="mt-1 text-base text-muted">{t('auth.code_intro')}</p>
        </div>
        <Field name="code" isRequired hint={t('auth.code_recovery')}>
          <Input autoFocus autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          {t('auth.sign_in')}
        </Button>
        {passkey}
        <Button
          variant="quiet"
          onClick={() => {
            clear()
            setPair(undefined)
          }}
        >
          {t('auth.code_back')}
        </Button>
      </Form>
    )
  return (
    <Form
      key="pair"
      id="sign-in"
      labels={{ email: t('auth.email'), password: t('auth.password') }}
      problem={problem}
      onSubmit={({ email = '', password = '' }) => void run({ email, password })}
    >
      <Field name="email" isRequired>
        <Input
          ref={address}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          onBlur={({ target }) => void singleSignOn.lookUp(target.value.trim())}
        />
      </Field>
      {singleSignOn.found && <SingleSignOnOffer found={singleSignOn.found} next={next} />}
      <Field name="password" isRequired>
        <PasswordInput
          autoComplete="current-password"
          showLabel={t('auth.show_password')}
          hideLabel={t('auth.hide_password')}
        />
      </Field>
      <div className="-mt-2 text-right text-base">
        <Link href={pagePath(locale, 'auth-forgot-password')}>{t('auth.forgot')}</Link>
      </div>
      <Button type="submit" variant={singleSignOn.found ? 'plain' : 'primary'} size="lg" isBusy={isBusy}>
        {t('auth.sign_in')}
      </Button>
      {passkey}
    </Form>
  )
}
export const island: IslandKind<Props> = {
  name: 'site/auth/sign-in-island.tsx',
  component: SignIn,
  messages: ['auth'],
}
