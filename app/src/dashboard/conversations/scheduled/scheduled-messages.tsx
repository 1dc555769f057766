import { type InboxRow, can, type ScheduledMessage } from '@ozvi/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Bubble } from '../thread/bubble.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { MemberAvatar } from '../people/member-avatar.tsx'
import { MessageFiles } from '../thread/message-files.tsx'
import { useScheduled, useScheduledActions } from './scheduled-data.ts'

const ScheduledForm = lazy(async () => ({ default: (await import('./scheduled-form.tsx')).ScheduledForm }))

/** Scheduled replies, after all messages: the customer can't see them. */
export function ScheduledMessages({ row }: { row: InboxRow }) {
  const t = useT()
  const list = useScheduled({ integration_id: row.integration_id, conversation_id: row.id })
  if (list.length === 0) return null
  return (
    <ul aria-label={t('messages.scheduled')} className="mt-4 flex flex-col gap-4">
      {list.map((scheduled) => (
        <Scheduled key={scheduled.id} scheduled={scheduled} row={row} />
      ))}
    </ul>
  )
}

function Scheduled({ scheduled, row }: { scheduled: ScheduledMessage; row: InboxRow }) {
  const t = useT()
  const user = useUser()
  const scheduledActions = useScheduledActions({
    integration_id: row.integration_id,
    conversation_id: row.id,
  })
  const [isEditing, setEditing] = useState(false)
  const { author_id, author_name, body, attachments, state } = scheduled
  return (
    <li className="flex flex-row-reverse gap-2.5">
      <span className="mt-0.5 shrink-0 max-sm:hidden">
        <MemberAvatar integration_id={row.integration_id} user_id={author_id} name={author_name} />
      </span>
      <div className="flex min-w-0 max-w-[min(88%,34rem)] flex-col items-end gap-1.5">
        <p className="text-sm font-medium">
          {author_id === user.id ? t('conversations.by_me') : author_name}
        </p>
        {isEditing ? (
          <Suspense fallback={null}>
            <ScheduledForm
              scheduled={scheduled}
              scheduledActions={scheduledActions}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        ) : (
          <>
            {body && (
              <Bubble
                side="team"
                className={cn('border border-dashed border-strong', state !== 'held' && 'bg-raised')}
              >
                <Markdown text={body} />
              </Bubble>
            )}
            <MessageFiles attachments={attachments} integration_id={row.integration_id} />
            <State scheduled={scheduled} />
            <ScheduledActions
              scheduled={scheduled}
              scheduledActions={scheduledActions}
              onEdit={() => setEditing(true)}
            />
          </>
        )}
      </div>
    </li>
  )
}

/** Why it hasn't been sent yet. */
function State({ scheduled: { state, send_at } }: { scheduled: ScheduledMessage }) {
  const t = useT()
  const formats = useFormats()
  if (state === 'held') return <Countdown send_at={send_at} />
  const isUrgent = state === 'asking'
  function text() {
    if (state === 'waiting') return t('messages.scheduled_for', { time: formats.dateTime(send_at) })
    return isUrgent ? t('messages.asks') : t('messages.not_sent')
  }
  return (
    <p
      role="status"
      className={cn(
        'flex items-center gap-1.5 text-right text-sm',
        isUrgent ? 'font-medium text-warning' : 'text-muted',
      )}
    >
      <Icon name={isUrgent ? 'alert-triangle' : 'clock'} size={14} />
      {text()}
    </p>
  )
}

function Countdown({ send_at }: { send_at: string }) {
  const t = useT()
  const left_s = () => Math.max(0, Math.ceil((Date.parse(send_at) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left_s)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left_s()), 250)
    return () => clearInterval(timer)
  })
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
      <Icon name="clock" size={14} />
      <span role="status" className="sr-only">
        {t('messages.held')}
      </span>
      <span aria-hidden="true">
        {seconds > 0 ? t('messages.sends_in', { count: seconds }) : t('conversations.sending')}
      </span>
    </p>
  )
}

function ScheduledActions({
  scheduled,
  scheduledActions,
  onEdit,
}: {
  scheduled: ScheduledMessage
  scheduledActions: ReturnType<typeof useScheduledActions>
  onEdit: () => void
}) {
  const t = useT()
  const user = useUser()
  const { integration } = useInbox()
  const { state, send_at, author_id } = scheduled
  if (!can(integration, 'conversations.answer')) return null
  const canEdit = author_id === user.id || can(integration, 'messages.moderate')
  if (state === 'held')
    return (
      <Button
        size="sm"
        onClick={() =>
          void scheduledActions
            .change(scheduled, { send_at: null })
            .then((isDone) => isDone && canEdit && onEdit())
        }
      >
        {t('conversations.undo')}
      </Button>
    )
  const isInFuture = Date.parse(send_at) > Date.now()
  return (
    <div className="flex flex-wrap justify-end gap-1.5">
      <Button
        size="sm"
        variant={state === 'waiting' ? 'plain' : 'primary'}
        onClick={() => void scheduledActions.sendNow(scheduled)}
      >
        {t('messages.send_now')}
      </Button>
      {state === 'asking' && isInFuture && (
        <Button size="sm" onClick={() => void scheduledActions.change(scheduled, { send_at })}>
          {t('messages.keep_time')}
        </Button>
      )}
      {canEdit && (
        <Button size="sm" onClick={onEdit}>
          {t('messages.edit')}
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={() => void scheduledActions.cancel(scheduled)}>
        {t('messages.delete')}
      </Button>
    </div>
  )
}
