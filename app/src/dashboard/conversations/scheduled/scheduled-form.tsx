import { hasVisibleText, messageCharsMax, type ScheduledMessage } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useSessionDraft } from '#platform/storage/session-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form, type FormProblem } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Textarea } from '#ui/input.tsx'
import type { useScheduledActions } from './scheduled-data.ts'
import { isTouchScreen, sends, useSendKey } from '../composer/send-key.ts'
import { MomentFields, useMomentLabels, useReadMoment } from '../snooze/moment-fields.tsx'

/** Edits a scheduled reply and its time; without a time it waits until sent manually. */
export function ScheduledForm({
  scheduled,
  scheduledActions,
  onClose,
}: {
  scheduled: ScheduledMessage
  scheduledActions: ReturnType<typeof useScheduledActions>
  onClose: () => void
}) {
  const t = useT()
  const momentLabels = useMomentLabels()
  const read = useReadMoment()
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { body: before, send_at, state } = scheduled
  const isTimed = state === 'waiting' || state === 'asking'
  const [text, setText, clearDraft] = useSessionDraft(`message.${scheduled.id}`, before)
  const sendKey = useSendKey()
  function close() {
    clearDraft()
    onClose()
    document.getElementById('composer')?.focus()
  }
  const isEmpty = !hasVisibleText(text) && scheduled.attachments.length === 0
  /** Sends the edited text, whatever its time. */
  async function sendNow() {
    if (isEmpty) return
    setBusy(true)
    const isDone = text.trim() === before || (await scheduledActions.change(scheduled, { body: text.trim() }))
    if (isDone && (await scheduledActions.sendNow(scheduled))) close()
    else setBusy(false)
  }
  async function save(fields: Record<string, string>) {
    const trimmed = text.trim()
    // Without a date it isn't scheduled.
    const isScheduled = fields['day'] || (!isTimed && fields['time'])
    const { moment, errors: timeErrors } = isScheduled ? read(fields) : { moment: null, errors: {} }
    const errors = { ...(!isEmpty ? {} : { body: [t('messages.words_missing')] }), ...timeErrors }
    const [first] = Object.values(errors).flat()
    if (first) return setProblem({ message: first, errors })
    setProblem(null)
    setBusy(true)
    const isDone = await scheduledActions.change(scheduled, {
      body: trimmed,
      send_at: moment?.toISOString() ?? null,
    })
    setBusy(false)
    if (isDone) close()
  }
  return (
    <div className="w-[min(34rem,80vw)] max-w-full rounded-panel border border-strong bg-raised p-4">
      <Form
        id={`scheduled-${scheduled.id}`}
        labels={{ body: t('messages.words'), ...momentLabels }}
        problem={problem}
        onSubmit={(fields) => void save(fields)}
      >
        <Field name="body" isRequired>
          <Textarea
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close()
              else if (!sends(event, sendKey, isTouchScreen())) return
              else if (isTimed) event.currentTarget.form?.requestSubmit()
              else void sendNow()
              event.preventDefault()
            }}
            rows={4}
            maxLength={messageCharsMax}
            autoFocus
          />
        </Field>
        <MomentFields initial={isTimed ? new Date(send_at) : null} hint={t('messages.send_at_hint')} />
        {isTimed ? (
          <FormActions label={t('messages.save')} isBusy={isBusy} onCancel={close} />
        ) : (
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{t('ui.cancel')}</Button>
            <Button type="submit" isBusy={isBusy}>
              {t('messages.save')}
            </Button>
            <Button variant="primary" disabled={isEmpty || isBusy} onClick={() => void sendNow()}>
              {t('messages.send_now')}
            </Button>
          </div>
        )}
      </Form>
    </div>
  )
}
