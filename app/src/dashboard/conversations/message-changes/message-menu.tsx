import type { Message } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { KeepItem, NewReply } from '#dashboard/canned-replies'
import { give } from '#dashboard/commands'
import { setAnswered } from '../quoting/answered.ts'
import { setEditing } from '../thread/editing.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useMergeActs } from '../merging/merge-acts.ts'
import { useMessageActs } from './message-acts.ts'

const CopyItems = lazy(async () => ({ default: (await import('../acts/copy-items.tsx')).CopyItems }))
const MessageHistory = lazy(async () => ({
  default: (await import('./message-history.tsx')).MessageHistory,
}))

/** Menu of a sent message; visible on hover and focus. */
export function MessageMenu({
  message,
  integration_id,
  canChange,
  canKeep,
}: {
  message: Message
  integration_id: string
  /** The member can edit and delete it. */
  canChange: boolean
  /** Its text can be saved as a canned reply. */
  canKeep: boolean
}) {
  const t = useT()
  const { integration, pathOf } = useInbox()
  const { split } = useMergeActs({ integration_id, pathOf })
  const acts = useMessageActs(integration_id)
  const [isTracing, setTracing] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const { id, change } = message
  return (
    <>
      <ActsMenu
        size="sm"
        label={t('messages.more')}
        className="shrink-0 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 touch:opacity-100"
      >
        {!change?.is_deleted && (
          <MenuItem
            icon="message"
            onSelect={() => {
              setAnswered(message.conversation_id, message)
              // After the menu has restored the focus.
              setTimeout(() => give(message.kind === 'note' ? 'note' : 'reply'))
            }}
          >
            {t('messages.answer')}
          </MenuItem>
        )}
        {canChange && !change?.is_deleted && (
          <MenuItem icon="pencil" onSelect={() => setEditing({ id })}>
            {t('messages.edit')}
          </MenuItem>
        )}
        {canChange && change && (
          <MenuItem icon="clock" onSelect={() => setTracing(true)}>
            {t('messages.history')}
          </MenuItem>
        )}
        {canKeep && <KeepItem role={integration.role} onSelect={() => setKeeping(true)} />}
        {!change?.is_deleted && (
          <Suspense fallback={null}>
            <CopyItems {...{ integration_id, message }} conversation_id={message.conversation_id} />
          </Suspense>
        )}
        {message.prev > 0 && (
          <MenuItem icon="workflow" onSelect={() => void split(message)}>
            {t('merges.split')}
          </MenuItem>
        )}
        {canChange && change?.is_deleted && (
          <MenuItem
            icon="refresh"
            onSelect={() => void acts.restore(message, { body: '…', attachments: [] })}
          >
            {t('messages.restore')}
          </MenuItem>
        )}
        {canChange && !change?.is_deleted && (
          <MenuItem icon="trash" tone="danger" onSelect={() => void acts.remove(message)}>
            {t('messages.delete')}
          </MenuItem>
        )}
      </ActsMenu>
      {isTracing && (
        <Suspense fallback={null}>
          <MessageHistory
            message={message}
            integration_id={integration_id}
            onClose={() => setTracing(false)}
          />
        </Suspense>
      )}
      {isKeeping && (
        <Suspense fallback={null}>
          <NewReply integration={integration} body={message.body} onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  )
}
