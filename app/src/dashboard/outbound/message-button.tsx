import { type ContactProfile, channelsTo } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useCommands } from '#dashboard/commands'
import { useStartConversation } from './start.ts'

type Recipient = Pick<ContactProfile, 'id' | 'email' | 'has_browser' | 'unsubscribed_at' | 'blocked'>
/** Why a contact can't be messaged; undefined if they can. */
function obstacleOf(profile: Recipient) {
  const { via_chat, via_email } = channelsTo(profile)
  if (profile.blocked) return 'blocked'
  if (via_chat || via_email) return undefined
  return profile.email ? 'stopped' : 'unreachable'
}

/** Starts a conversation with a contact, or explains why it isn't possible. */
export function MessageButton({ integration_id, profile }: { integration_id: string; profile: Recipient }) {
  const t = useT()
  const start = useStartConversation(integration_id)
  const [id] = useState(() => crypto.randomUUID())
  const [isOpen, setOpen] = useState(false)
  const toastOnError = useToastOnError()
  const startAction = useAsyncAction(() => toastOnError(start(profile.id, id)))
  const obstacle = obstacleOf(profile)
  const write = () => (obstacle ? setOpen(true) : void startAction.run())
  useCommands({ new_conversation: write })
  const button = (
    <Button
      size="sm"
      icon="message"
      isBusy={startAction.isBusy}
      // A phone shows the contact's name instead.
      className="max-sm:w-11 max-sm:px-0"
      {...(obstacle ? {} : { onClick: write })}
    >
      <span className="max-sm:sr-only">{t('outbound.message')}</span>
    </Button>
  )
  if (!obstacle) return button
  return (
    <Popover trigger={button} isOpen={isOpen} onOpenChange={setOpen} label={t('outbound.message')}>
      <p className="max-w-72 text-base">{t(`outbound.${obstacle}`)}</p>
    </Popover>
  )
}
