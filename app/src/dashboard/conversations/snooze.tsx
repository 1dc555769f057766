import type { InboxRow } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input } from '#ui/input.tsx'
import { MenuItem } from '#ui/menu.tsx'
import type { ConversationActions } from './actions.ts'
import { snoozeTimes } from './snooze-times.ts'

/** As a date and time field wants it: local time without a zone, to the minute. */
const fieldValue = (date: Date) => {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** What a conversation can be put away until: the times people mean, or any other. */
export function SnoozeItems({
  row,
  actions,
  onPick,
}: {
  row: InboxRow
  actions: ConversationActions
  onPick: () => void
}) {
  const t = useT()
  return (
    <>
      {row.status === 'snoozed' && (
        <MenuItem icon="inbox" onSelect={() => void actions.setStatus(row, 'open')}>
          {t('conversations.wake')}
        </MenuItem>
      )}
      {snoozeTimes(Date.now()).map(({ name, until }) => (
        <MenuItem key={name} onSelect={() => void actions.snooze(row, until)}>
          <span className="flex-1">{t(`conversations.snooze_${name}`)}</span>
          <BaseDate time={until.toISOString()} look="soon" className="text-sm text-muted" />
        </MenuItem>
      ))}
      <MenuItem icon="clock" onSelect={onPick}>
        {t('conversations.snooze_custom')}
      </MenuItem>
    </>
  )
}

interface PickerProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onPick: (until: Date) => void
}
/** Any date and time to come. */
export function SnoozePicker({ isOpen, onOpenChange, onPick }: PickerProps) {
  const t = useT()
  const [problem, setProblem] = useState<FormProblem | null>(null)
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={t('conversations.snooze_custom_title')}>
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
            defaultValue={fieldValue(snoozeTimes(Date.now()).at(-1)?.until ?? new Date())}
          />
        </Field>
        <FormActs label={t('conversations.snooze')} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}
