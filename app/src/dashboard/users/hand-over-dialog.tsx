import type { Member } from '@ozvi/contract'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast.ts'
import { handOver } from './data.ts'

interface HandOverDialogProps {
  integration_id: string
  heir: Member
  onClose: () => void
}
/** Names the new owner and asks for the password of the one there is. */
export function HandOverDialog({ integration_id, heir, onClose }: HandOverDialogProps) {
  const t = useT()
  const name = heir.name || heir.email
  const { run, isBusy, problem } = useAction(async (password: string) => {
    await handOver(integration_id, heir.user_id, password)
    toast.success(t('users.role_given', { name, role: t('users.role_owner') }))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('users.hand_over_title', { name })}
      description={t('users.hand_over_text')}
    >
      <Form
        id="hand-over"
        labels={{ password: t('users.own_password') }}
        problem={problem}
        onSubmit={({ password = '' }) => void run(password)}
      >
        <Field name="password" isRequired>
          <PasswordInput
            autoComplete="current-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
        <FormActs label={t('users.hand_over')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
