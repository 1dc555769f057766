import { passwordCharsMin } from '@ozvi/contract'
import { useContext, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { FormContext } from '#ui/form-context.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { passwordStrength } from './password-strength.ts'

const messages = {
  short: 'auth.strength_short',
  weak: 'auth.strength_weak',
  fair: 'auth.strength_fair',
  strong: 'auth.strength_strong',
} as const

/** A new password with its errors, or else its strength as text. */
export function NewPasswordField() {
  const t = useT()
  const [password, setPassword] = useState('')
  const errors = useContext(FormContext)?.errors['password']
  const [editedErrors, setEditedErrors] = useState<string[]>()
  const isCorrected = errors === editedErrors && password.length >= passwordCharsMin
  return (
    <Field
      name="password"
      isRequired
      isCorrected={isCorrected}
      hint={
        // Always rendered: a live region announces only what changes in it.
        <span aria-live="polite">
          {errors && !isCorrected
            ? ''
            : password
              ? t(messages[passwordStrength(password)])
              : t('auth.password_hint', { n: passwordCharsMin })}
        </span>
      }
    >
      <PasswordInput
        autoComplete="new-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setEditedErrors(errors)
        }}
        showLabel={t('auth.show_password')}
        hideLabel={t('auth.hide_password')}
      />
    </Field>
  )
}
