import type { Hubspot } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { useHubspotActions } from './data.ts'

/** Which conversations are written to HubSpot. */
export function ConversationsSection({ hubspot }: { hubspot: Hubspot }) {
  const t = useT()
  const { saveSettings, authorize } = useHubspotActions(hubspot.integration_id)
  // One each: while one is saved, the other can be switched.
  const notes = useAsyncAction(saveSettings)
  const tickets = useAsyncAction(saveSettings)
  const authorization = useAsyncAction(authorize)
  const failed = notes.problem ?? tickets.problem ?? authorization.problem
  const { sends_notes, sends_tickets, needs_ticket_access, has_ticket_access } = hubspot
  return (
    <Section title={t('hubspot.conversations')} description={t('hubspot.conversations_text')}>
      <div className="flex flex-col items-start gap-4">
        <Switch
          label={t('hubspot.notes')}
          hint={t('hubspot.notes_hint')}
          checked={sends_notes}
          onChange={({ target }) => void notes.run({ sends_notes: target.checked })}
        />
        <Switch
          label={t('hubspot.tickets')}
          hint={t('hubspot.tickets_hint')}
          checked={sends_tickets}
          onChange={({ target }) => void tickets.run({ sends_tickets: target.checked })}
        />
        {needs_ticket_access && !has_ticket_access && (
          <Alert tone="warning" title={t('hubspot.tickets_access')} className="w-full">
            <Button
              size="sm"
              className="mt-2"
              isBusy={authorization.isBusy}
              onClick={() => void authorization.run()}
            >
              {t('hubspot.reconnect')}
            </Button>
          </Alert>
        )}
        {failed && <Alert tone="danger" title={errorText(failed)} className="w-full" />}
      </div>
    </Section>
  )
}
