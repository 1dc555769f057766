import type { Message } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { SaveAsReplyItem, NewReply } from '#dashboard/canned-replies'
import { runCommand } from '#dashboard/commands'
import { setReplyTarget } from '../quoting/reply-target.ts'
import { setEditing } from '../thread/editing.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useMergeActions } from '../merging/merge-actions.ts'
import { useMessageActions } from './message-actions.ts'

const CopyItems = lazy(async () => ({ default: (await import('../actions/copy-items.tsx')).CopyItems }))
const MessageHistory = lazy(async () => ({
  default: (await import('./message-history.tsx')).MessageHistory,
}))

/** Menu of a sent message; visible while the message is hovered or focused, on a phone after it was pressed. */
export function MessageMenu({
  message,
  integration_id,
  canChange,
  canSaveAsReply,
}: {
  message: Message
  integration_id: string
  /** The member can edit and delete it. */
  canChange: boolean
  /** Whether the text of the message can be saved as a canned reply. */
  canSaveAsReply: boolean
}) {
  const t = useT()
  const { integration, pathOf } = useInbox()
  const { split } = useMergeActions({ integration_id, pathOf })
  const messageActions = useMessageActions(integration_id)
  const [isTracing, setTracing] = useState(false)
  const [isSavingReply, setSavingReply] = useState(false)
  const { id, change } = message
  return (
    <>
      <ActionsMenu
        size="sm"
        label={t('messages.more')}
        className="shrink-0 opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 data-[state=open]:opacity-100 touch:group-not-focus-within/message:pointer-events-none"
      >
        {!change?.is_deleted && (
          <MenuItem
            icon="message"
            onSelect={() => {
              setReplyTarget(message.conversation_id, message)
              // After the menu has restored the focus.
              setTimeout(() => runCommand(message.kind === 'note' ? 'note' : 'reply'))
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
        {canSaveAsReply && <SaveAsReplyItem holder={integration} onSelect={() => setSavingReply(true)} />}
        {!change?.is_deleted && (
          <Suspense fallback={null}>
            <CopyItems {...{ integration_id, message }} conversation_id={message.conversation_id} />
          </Suspense>
        )}
        {message.prev > 0 && (
          <MenuItem icon="workflow" onSelect={() => void split(message)}>
            {t('conversation-merging.split')}
          </MenuItem>
        )}
        {canChange && change?.is_deleted && (
          <MenuItem
            icon="refresh"
            onSelect={() => void messageActions.restore(message, { body: '…', attachments: [] })}
          >
            {t('messages.restore')}
          </MenuItem>
        )}
        {canChange && !change?.is_deleted && (
          <MenuItem icon="trash" tone="danger" onSelect={() => void messageActions.remove(message)}>
            {t('messages.delete')}
          </MenuItem>
        )}
      </ActionsMenu>
      {isTracing && (
        <Suspense fallback={null}>
          <MessageHistory
            message={message}
            integration_id={integration_id}
            onClose={() => setTracing(false)}
          />
        </Suspense>
      )}
      {isSavingReply && (
        <Suspense fallback={null}>
          <NewReply integration={integration} body={message.body} onClose={() => setSavingReply(false)} />
        </Suspense>
      )}
    </>
  )
}
