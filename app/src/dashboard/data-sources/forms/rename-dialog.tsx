import type { DataSource } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import type { SourceActions } from '../data.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  source: DataSource
  actions: SourceActions
}
export function RenameDialog({ isOpen, onClose, source, actions }: Props) {
  const t = useT()
  const { run, isBusy, problem, clear } = useAsyncAction(async (name: string) => {
    await actions.change(source.id, { name })
    onClose()
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => {
        clear()
        onClose()
      }}
      title={t('data-sources.rename')}
    >
      <Form
        id={`rename-${source.id}`}
        labels={{ name: t('data-sources.name') }}
        problem={problem}
        onSubmit={({ name = '' }) => void run(name)}
      >
        <Field name="name" isRequired>
          <Input defaultValue={source.name} autoComplete="off" />
        </Field>
        <FormActions label={t('data-sources.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
