import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** The password of whoever sits here, asked for again before something weighty. */
export function OwnPassword({ hint }: { hint?: string }) {
  const t = useT()
  return (
    <Field name="password" isRequired {...(hint ? { hint } : {})}>
      <PasswordInput
        autoComplete="current-password"
        showLabel={t('auth.show_password')}
        hideLabel={t('auth.hide_password')}
      />
    </Field>
  )
}
