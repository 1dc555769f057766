import { scenarioNoteCharsMax } from '@ozvi/contract'
import { type ReactNode, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Textarea } from '#ui/input.tsx'

interface PublishDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  confirmLabel: string
  /** Whether it can't be published; the contents say why. */
  isBlocked?: boolean
  /** What changes. */
  children?: ReactNode
  /** @throws Problem to show */
  onPublish: (note: string) => Promise<unknown>
}
/** Asks for a note before a version goes live. */
export function PublishDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  isBlocked = false,
  children,
  onPublish,
}: PublishDialogProps) {
  const t = useT()
  const [note, setNote] = useState('')
  const { run, isBusy, problem, clear } = useAsyncAction(async () => {
    await onPublish(note)
    setNote('')
    onOpenChange(false)
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        clear()
        onOpenChange(next)
      }}
      title={title}
      description={description}
    >
      <Form
        id="publish"
        labels={{ note: t('scenarios.version_note') }}
        problem={problem}
        onSubmit={() => void run()}
      >
        {children}
        <Field name="note" hint={t('scenarios.version_note_hint')}>
          <Textarea
            value={note}
            rows={2}
            maxLength={scenarioNoteCharsMax}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <FormActions
          label={confirmLabel}
          isDisabled={isBlocked}
          isBusy={isBusy}
          onCancel={() => onOpenChange(false)}
        />
      </Form>
    </Dialog>
  )
}
