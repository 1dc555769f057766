import { type Webhook, type WebhookEvent, webhookEvents } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import type { WebhookActions } from './data.ts'

const labels = {
  'conversation.created': 'webhooks.event_conversation_created',
  'conversation.assigned': 'webhooks.event_conversation_assigned',
  'conversation.status_changed': 'webhooks.event_conversation_status_changed',
  'conversation.handed_over': 'webhooks.event_conversation_handed_over',
  'conversation.rated': 'webhooks.event_conversation_rated',
  'message.created': 'webhooks.event_message_created',
  'contact.created': 'webhooks.event_contact_created',
  'contact.updated': 'webhooks.event_contact_updated',
} as const satisfies Record<WebhookEvent, string>

/** Address and events of a webhook. */
export function WebhookDialog({
  webhook,
  actions,
  onClose,
}: {
  /** Null for a new one. */
  webhook: Webhook | null
  actions: WebhookActions
  onClose: () => void
}) {
  const t = useT()
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [...webhookEvents])
  const { run, isBusy, problem } = useAsyncAction(async (url: string) => {
    if (webhook) await actions.update(webhook.id, { url, events })
    else await actions.create(url, events)
    onClose()
  })
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setEvents(webhookEvents.filter((each) => (each === event ? isOn : events.includes(each))))
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
    >
      <Form
        id="webhook"
        labels={{ url: t('webhooks.url'), events: t('webhooks.events'), plan: t('webhooks.plan') }}
        problem={problem}
        onSubmit={({ url = '' }) => void run(url)}
      >
        <Field name="url" isRequired hint={t('webhooks.url_hint')}>
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            defaultValue={webhook?.url ?? ''}
            placeholder="https://shop.example.com/hooks/ozvi"
            maxLength={2000}
          />
        </Field>
        <fieldset>
          <legend className="text-base font-medium">{t('webhooks.events')}</legend>
          <div className="mt-2 grid gap-1.5 rounded-control border border-line p-3 sm:grid-cols-2">
            {webhookEvents.map((event) => (
              <Checkbox
                key={event}
                label={t(labels[event])}
                checked={events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
            ))}
          </div>
        </fieldset>
        <FormActions
          label={t(webhook ? 'webhooks.save' : 'webhooks.create')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
