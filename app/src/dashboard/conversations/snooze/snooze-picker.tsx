import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { MomentFields, useMomentLabels, useReadMoment } from './moment-fields.tsx'
import { snoozeTimes } from './snooze-times.ts'

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
  const labels = useMomentLabels()
  const read = useReadMoment()
  const [problem, setProblem] = useState<FormProblem | null>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title ?? t('conversations.snooze_custom_title')}
    >
      <Form
        id="snooze"
        labels={labels}
        problem={problem}
        onSubmit={(fields) => {
          const { moment, errors } = read(fields)
          const [first] = Object.values(errors).flat()
          if (first || !moment) return setProblem({ message: first ?? '', errors })
          setProblem(null)
          onOpenChange(false)
          onPick(moment)
        }}
      >
        <MomentFields initial={snoozeTimes(Date.now()).at(-1)?.until ?? new Date()} isRequired />
        <FormActions label={submitLabel ?? t('conversations.snooze')} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}
