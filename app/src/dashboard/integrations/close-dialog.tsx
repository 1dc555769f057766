import { useNavigate } from 'react-router'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/page-link.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast.ts'
import { closeWorkspace, refresh, useIntegration } from './data.ts'

/** Asks for the name, so that it is the right one, and for the password, so that it is the owner. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const { public_key, name } = useIntegration()
  const { run, isBusy, problem } = useAction(async (typed: string, password: string) => {
    await closeWorkspace(public_key, typed, password)
    await navigate(to('app'))
    await refresh()
    toast.success(t('general.deleted', { name }))
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('general.delete_title', { name })}
      description={t('general.delete_text')}
    >
      <Form
        id="close-workspace"
        labels={{ name: t('general.delete_type', { name }), password: t('general.password') }}
        problem={problem}
        onSubmit={({ name: typed = '', password = '' }) => void run(typed, password)}
      >
        <Field name="name" isRequired>
          <Input autoComplete="off" autoFocus />
        </Field>
        <Field name="password" isRequired>
          <PasswordInput
            autoComplete="current-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
        <FormActs label={t('general.delete')} look="danger" isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
