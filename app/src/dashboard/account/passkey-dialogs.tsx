import { type Passkey, passkeyNameCharsMax, Problem } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { callPasskey, createPasskey } from './data.ts'

interface OfPasskey {
  passkey: Passkey
  onClose: () => void
}
const NameField = ({ name }: { name: string }) => (
  <Field name="name" isRequired>
    <Input defaultValue={name} maxLength={passkeyNameCharsMax} autoComplete="off" />
  </Field>
)

/** Asks for a name, then opens the browser's dialog. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (name: string) => {
    if (!(await createPasskey(name)))
      throw new Problem('invalid_input', undefined, { message: t('account.passkey_none') })
    toast.success(t('account.passkey_added', { name }))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('account.passkey_add')}
      description={t('account.passkey_add_text')}
    >
      <Form
        id="add-passkey"
        labels={{ name: t('account.passkey_name') }}
        problem={problem}
        onSubmit={({ name = '' }) => void run(name)}
      >
        <NameField name={t('account.passkey_default')} />
        <FormActions label={t('account.go_on')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: OfPasskey) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (name: string) => {
    await callPasskey(passkey.id, name)
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('account.passkey_rename_named', { name: passkey.name })}
    >
      <Form
        id="rename-passkey"
        labels={{ name: t('account.passkey_name') }}
        problem={problem}
        onSubmit={({ name = '' }) => void run(name)}
      >
        <NameField name={passkey.name} />
        <FormActions label={t('account.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
