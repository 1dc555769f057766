import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { fieldValue, snoozeTimes } from './snooze-times.ts'

export interface PickerProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onPick: (until: Date) => void
  /** Title and button; for snoozing by default. */
  title?: string
  submitLabel?: string
}
/** Picks any future date and time. */
export function SnoozePicker({ isOpen, onOpenChange, onPick, title, submitLabel }: PickerProps) {
  const t = useT()
  const [problem, setProblem] = useState<FormProblem | null>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title ?? t('conversations.snooze_custom_title')}
    >
      <Form
        id="snooze"
        labels={{ until: t('conversations.snooze_until') }}
        problem={problem}
        onSubmit={({ until = '' }) => {
          const time = new Date(until)
          if (!(time.getTime() > Date.now())) {
            const sentence = t('conversations.snooze_past')
            return setProblem({ message: sentence, errors: { until: [sentence] } })
          }
          setProblem(null)
          onOpenChange(false)
          onPick(time)
        }}
      >
        <Field name="until" isRequired>
          <Input
            type="datetime-local"
            autoFocus
            defaultValue={fieldValue(snoozeTimes(Date.now()).at(-1)?.until ?? new Date())}
          />
        </Field>
        <FormActions label={submitLabel ?? t('conversations.snooze')} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}
