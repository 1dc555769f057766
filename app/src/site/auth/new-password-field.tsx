import { passwordCharsMin } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { passwordStrength } from './password-strength.ts'

const messages = {
  short: 'auth.strength_short',
  weak: 'auth.strength_weak',
  fair: 'auth.strength_fair',
  strong: 'auth.strength_strong',
} as const

/** A new password with its strength as text. */
export function NewPasswordField() {
  const t = useT()
  const [password, setPassword] = useState('')
  return (
    <Field
      name="password"
      isRequired
      hint={(errors) =>
        // An error already says how long it must be.
        (errors.length === 0 || password.length >= passwordCharsMin) && (
          <span aria-live="polite">
            {password
              ? t(messages[passwordStrength(password)])
              : t('auth.password_hint', { n: passwordCharsMin })}
          </span>
        )
      }
    >
      <PasswordInput
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        showLabel={t('auth.show_password')}
        hideLabel={t('auth.hide_password')}
      />
    </Field>
  )
}
