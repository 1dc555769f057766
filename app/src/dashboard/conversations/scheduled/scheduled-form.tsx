import { messageCharsMax, type ScheduledMessage } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import type { useScheduledActs } from './scheduled-data.ts'
import { fieldValue } from '../snooze-times.ts'

/** Other words for a reply that is kept, and when it goes; without a time it stays until somebody sends it. */
export function ScheduledForm({
  scheduled,
  acts,
  onClose,
}: {
  scheduled: ScheduledMessage
  acts: ReturnType<typeof useScheduledActs>
  onClose: () => void
}) {
  const t = useT()
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { body: before, send_at, state } = scheduled
  const isTimed = state === 'waiting' || state === 'asking'
  async function save({ body = '', at = '' }: Record<string, string>) {
    const said = body.trim()
    const time = at ? new Date(at) : null
    const errors = {
      ...(said || scheduled.attachments.length > 0 ? {} : { body: [t('messages.words_missing')] }),
      ...(time && !(time.getTime() > Date.now()) ? { at: [t('conversations.snooze_past')] } : {}),
    }
    const [first] = Object.values(errors).flat()
    if (first) return setProblem({ message: first, errors })
    setProblem(null)
    setBusy(true)
    const isDone = await acts.change(scheduled, { body: said, send_at: time?.toISOString() ?? null })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <div className="w-[min(34rem,80vw)] max-w-full rounded-panel border border-strong bg-raised p-4">
      <Form
        id={`scheduled-${scheduled.id}`}
        labels={{ body: t('messages.words'), at: t('messages.send_at') }}
        problem={problem}
        onSubmit={(fields) => void save(fields)}
      >
        <Field name="body" isRequired>
          <Textarea defaultValue={before} rows={4} maxLength={messageCharsMax} autoFocus />
        </Field>
        <Field name="at" hint={t('messages.send_at_hint')}>
          <Input type="datetime-local" defaultValue={isTimed ? fieldValue(new Date(send_at)) : ''} />
        </Field>
        <FormActs label={t('messages.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </div>
  )
}
