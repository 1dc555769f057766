import { useState } from 'react'
import { sentence, useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { contactName } from '#dashboard/contact-names'
import { ContactChoice, findContacts } from '#dashboard/contacts/choice'
import { useStartConversation } from './start.ts'

interface Asked {
  integration_id: string
}
/** Picks the contact to write to. */
function WhomDialog({ integration_id, isOpen, close }: Asked & OverlayProps<true>) {
  const t = useT()
  const start = useStartConversation(integration_id)
  const [id] = useState(() => crypto.randomUUID())
  const begin = useAction(async (contact_id: string) => {
    await start(contact_id, id)
    close(true)
  })
  async function find(search: string) {
    const people = await findContacts(integration_id, search)
    return { heading: t(search ? 'contact-choice.found' : 'contact-choice.recent'), people }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => close()}
      title={t('outbound.title')}
      description={t('outbound.choose')}
    >
      {begin.problem && (
        <div className="mb-4">
          <Alert tone="danger" title={sentence(begin.problem)} />
        </div>
      )}
      <ContactChoice
        queryKey={['contact-choice', { integration_id }]}
        find={find}
        nameOf={(contact) => contactName(contact, t)}
        onChoose={({ id: contact_id }) => void begin.run(contact_id)}
      />
    </Dialog>
  )
}
export const whomDialog = createOverlay<Asked>((props) => (
  // Reopened, it starts another conversation.
  <WhomDialog key={String(props.isOpen)} {...props} />
))
