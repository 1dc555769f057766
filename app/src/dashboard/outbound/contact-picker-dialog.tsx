import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { contactName } from '#dashboard/contact-names'
import { ContactPicker, findContacts } from '#dashboard/contacts/picker'
import { useStartConversation } from './start.ts'

interface PickRequest {
  integration_id: string
}
/** Picks the contact to write to. */
function ContactPickerDialog({ integration_id, isOpen, close }: PickRequest & OverlayProps<true>) {
  const t = useT()
  const start = useStartConversation(integration_id)
  const [id] = useState(() => crypto.randomUUID())
  const startAction = useAsyncAction(async (contact_id: string) => {
    await start(contact_id, id)
    close(true)
  })
  async function find(search: string) {
    const contacts = await findContacts(integration_id, search)
    return { heading: t(search ? 'contact-picker.found' : 'contact-picker.recent'), contacts }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('outbound.title')}
      description={t('outbound.choose')}
    >
      {startAction.problem && (
        <div className="mb-4">
          <Alert tone="danger" title={errorText(startAction.problem)} />
        </div>
      )}
      <ContactPicker
        queryKey={['contact-choice', { integration_id }]}
        find={find}
        nameOf={(contact) => contactName(contact, t)}
        onChoose={({ id: contact_id }) => void startAction.run(contact_id)}
      />
    </Dialog>
  )
}
export const contactPickerDialog = createOverlay<PickRequest>((props) => (
  // Reopened, it starts another conversation.
  <ContactPickerDialog key={String(props.isOpen)} {...props} />
))
