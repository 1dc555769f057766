import { linkSingleSignOn } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { continueToApp } from '#platform/session/site-session.ts'
import { call } from '#platform/calls/api-client.ts'
import { pagePath } from '#addresses'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** Confirms once, with its password, that an account belongs to the person whom the provider signed in. */
export function LinkAccount({ email }: { email: string }) {
  const t = useT()
  const locale = useLocale()
  /** A correct password that needs a code; kept only until the code is entered. */
  const [known, setKnown] = useState<string>()
  const { run, isBusy, problem } = useAsyncAction(async (fields: { password: string; code?: string }) => {
    const reply = await call(linkSingleSignOn, fields)
    if ('needs_code' in reply) setKnown(fields.password)
    else continueToApp(reply.user, reply.next)
  })
  return (
    <Form
      key={known === undefined ? 'password' : 'code'}
      id="link-account"
      labels={{ password: t('auth.password'), code: t('auth.code') }}
      problem={problem}
      onSubmit={({ password = '', code }) =>
        void run(known === undefined ? { password } : { password: known, code: code ?? '' })
      }
    >
      <div role="status">
        <h2 className="text-md font-semibold">{t('auth.link_title')}</h2>
        <p className="mt-1 text-base wrap-anywhere text-muted">{t('auth.link_text', { email })}</p>
      </div>
      {known === undefined ? (
        <Field name="password" isRequired>
          <PasswordInput
            autoFocus
            autoComplete="current-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
      ) : (
        <Field name="code" isRequired hint={t('auth.code_recovery')}>
          <Input autoFocus autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      <div className="-mt-2 text-right text-base">
        <Link href={pagePath(locale, 'auth-forgot-password')}>{t('auth.forgot')}</Link>
      </div>
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
        {t('auth.link')}
      </Button>
    </Form>
  )
}
