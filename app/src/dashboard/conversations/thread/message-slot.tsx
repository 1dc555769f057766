import { type Message, can } from '@ozvi/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { useEditing } from './editing.ts'
import { useInbox } from '../layout/inbox-context.ts'

/* The menu of a message is loaded after it. */
const MessageMenu = lazy(async () => ({
  default: (await import('../message-changes/message-menu.tsx')).MessageMenu,
}))
const Quote = lazy(async () => ({ default: (await import('../quoting/quote.tsx')).Quote }))
const MessageEdit = lazy(async () => ({
  default: (await import('../message-changes/message-edit.tsx')).MessageEdit,
}))

/** A sent message with its edited or deleted state, and its menu. */
export function MessageSlot({ message, children }: { message: Message; children: ReactNode }) {
  const t = useT()
  const user = useUser()
  const { integration } = useInbox()
  const editing = useEditing(message.id)
  const { author, author_id, change, kind } = message
  const canAct = can(integration, 'conversations.answer')
  const canChange =
    canAct &&
    author === 'member' &&
    (kind === 'text' || kind === 'note') &&
    (author_id === user.id || can(integration, 'messages.moderate'))
  const canSaveAsReply = canAct && author === 'member' && kind === 'text' && message.body !== ''
  const context = { message, integration_id: integration.id }
  return (
    <div
      data-seq={message.seq}
      // Pressed on a phone, it shows its menu; its bubble has the outline.
      tabIndex={-1}
      className="group/message flex outline-none max-w-full flex-col gap-1 group-data-[end]:items-end"
    >
      {editing && canChange ? (
        <Suspense fallback={children}>
          <MessageEdit {...context} body={editing.body} />
        </Suspense>
      ) : (
        <div className="flex max-w-full items-center gap-1 group-data-[end]:flex-row-reverse">
          <div className="flex min-w-0 flex-col gap-1 rounded-panel outline-offset-4 outline-primary group-data-found/message:outline-2 group-data-[end]:items-end">
            {message.details.reply_to && (
              <Suspense fallback={<div className="h-6" />}>
                <Quote conversation_id={message.conversation_id} reply_to={message.details.reply_to} />
              </Suspense>
            )}
            {change?.is_deleted ? (
              <p className="rounded-panel border border-dashed border-strong px-3.5 py-2 text-base text-muted italic">
                {t('messages.deleted', {
                  who: change.by_id === user.id ? 'me' : 'other',
                  name: change.by_name,
                })}
              </p>
            ) : (
              children
            )}
          </div>
          {canAct && (canChange || !change?.is_deleted || message.prev > 0) && (
            <Suspense fallback={<span className="size-8 shrink-0 touch:size-11" />}>
              <MessageMenu {...context} canChange={canChange} canSaveAsReply={canSaveAsReply} />
            </Suspense>
          )}
        </div>
      )}
      {change?.is_edited && !change.is_deleted && (
        <p className="text-xs text-muted">{t('messages.edited')}</p>
      )}
    </div>
  )
}
