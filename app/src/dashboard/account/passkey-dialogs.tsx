import { type Passkey, passkeyNameCharsMax, Problem } from '@ozvi/contract'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { callPasskey, deletePasskey, makePasskey } from './data.ts'
import { OwnPassword } from './own-password.tsx'

interface OfPasskey {
  passkey: Passkey
  onClose: () => void
}
const NameField = ({ name }: { name: string }) => (
  <Field name="name" isRequired>
    <Input defaultValue={name} maxLength={passkeyNameCharsMax} autoComplete="off" />
  </Field>
)

/** Password and a name, then the browser's own question. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { run, isBusy, problem } = useAction(async (name: string, password: string) => {
    if (!(await makePasskey(name, password)))
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
        labels={{ name: t('account.passkey_name'), password: t('account.password') }}
        problem={problem}
        onSubmit={({ name = '', password = '' }) => void run(name, password)}
      >
        <NameField name={t('account.passkey_default')} />
        <OwnPassword hint={t('account.password_why')} />
        <FormActs label={t('account.go_on')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: OfPasskey) {
  const t = useT()
  const { run, isBusy, problem } = useAction(async (name: string) => {
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
        <FormActs label={t('account.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function RemovePasskeyDialog({ passkey, onClose }: OfPasskey) {
  const t = useT()
  const { name } = passkey
  const { run, isBusy, problem } = useAction(async (password: string) => {
    await deletePasskey(passkey.id, password)
    toast.success(t('account.passkey_removed', { name }))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('account.passkey_remove_named', { name })}
      description={t('account.passkey_remove_text')}
    >
      <Form
        id="remove-passkey"
        labels={{ password: t('account.password') }}
        problem={problem}
        onSubmit={({ password = '' }) => void run(password)}
      >
        <OwnPassword />
        <FormActs label={t('account.passkey_remove')} look="danger" isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
