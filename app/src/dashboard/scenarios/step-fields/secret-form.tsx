import { secretValueCharsMax } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { saveSecret, type SecretFields } from './secrets.ts'

interface SecretFormProps {
  integration_id: string
  initial: SecretFields
  /** Whether a stored value is replaced; its name stays. */
  isReplacing?: boolean
  onSaved: (name: string) => void
  onCancel: () => void
}
/** Name, server and value of a secret. The value can be typed, but never read again. */
export function SecretForm({
  integration_id,
  initial,
  isReplacing = false,
  onSaved,
  onCancel,
}: SecretFormProps) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const { secret_name = '', origin = '', value = '' } = fields
    // An empty part of an address leads nowhere.
    await saveSecret(integration_id, { name: secret_name.trim() || '-', origin, value })
    onSaved(secret_name.trim())
  })
  return (
    <Form
      id="scenario-secret"
      labels={{
        secret_name: t('scenario-secrets.name'),
        origin: t('scenario-secrets.origin'),
        value: t('scenario-secrets.value'),
      }}
      problem={problem}
      onSubmit={(fields) => void run(fields)}
    >
      <Field name="secret_name" isRequired hint={t('scenario-secrets.name_hint')}>
        <Input
          defaultValue={initial.name}
          readOnly={isReplacing}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          autoFocus={!isReplacing}
        />
      </Field>
      <Field name="origin" isRequired hint={t('scenario-secrets.origin_hint')}>
        <Input
          type="url"
          defaultValue={initial.origin}
          placeholder="https://api.example.com"
          maxLength={2_000}
          autoComplete="off"
        />
      </Field>
      <Field name="value" isRequired hint={t('scenario-secrets.value_hint')}>
        <PasswordInput
          defaultValue={initial.value}
          maxLength={secretValueCharsMax}
          // No password manager offers to save it.
          autoComplete="one-time-code"
          autoFocus={isReplacing}
          showLabel={t('scenario-secrets.show')}
          hideLabel={t('scenario-secrets.hide')}
        />
      </Field>
      <FormActions label={t('scenario-secrets.save')} isBusy={isBusy} onCancel={onCancel} />
    </Form>
  )
}
