import { declineReasonCharsMax } from '@ozvi/contract'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Textarea } from '#ui/input.tsx'

/** Declines a suggestion, with an optional reason. */
export function DeclineDialog({
  name,
  by,
  onDecline,
  onClose,
}: {
  name: string
  /** The author, who reads the reason. */
  by: string
  onDecline: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async ({ reason = '' }: Record<string, string>) => {
    await onDecline(reason)
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('suggestions.decline_named', { name })}>
      <Form
        id="decline"
        labels={{ reason: t('suggestions.reason') }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="reason" hint={t('suggestions.reason_hint', { by })}>
          <Textarea rows={3} maxLength={declineReasonCharsMax} />
        </Field>
        <FormActions label={t('suggestions.decline')} variant="danger" isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
