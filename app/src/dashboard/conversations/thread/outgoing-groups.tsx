import { avatarPath } from '@ozvi/contract'
import { lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Bubble, Group } from './bubble.tsx'
import { LocalFiles } from './message-files.tsx'
import { OutgoingState } from './outgoing-state.tsx'
import type { Outbox, Outgoing } from '../outbox/outbox.ts'

const Quote = lazy(async () => ({ default: (await import('../quoting/quote.tsx')).Quote }))
const sideOf = ({ kind }: Outgoing) => (kind === 'note' ? 'note' : 'team')

/** Unacknowledged messages: being sent, waiting for the network, or rejected. */
export function OutgoingGroups({ entries, outbox }: { entries: readonly Outgoing[]; outbox: Outbox }) {
  const t = useT()
  const user = useUser()
  const groups: [Outgoing, ...Outgoing[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0].kind === entry.kind) last.push(entry)
    else groups.push([entry])
  }
  return groups.map((group) => {
    const [first] = group
    return (
      <Group
        key={first.id}
        side={sideOf(first)}
        avatar={<Avatar name={user.name} src={user.avatar_id && avatarPath(user.avatar_id)} size="sm" />}
        author={t('conversations.by_me')}
        time={first.queued_at}
      >
        {group.map((entry) => (
          <OutgoingMessage key={entry.id} entry={entry} outbox={outbox} />
        ))}
      </Group>
    )
  })
}

function OutgoingMessage({ entry, outbox }: { entry: Outgoing; outbox: Outbox }) {
  const t = useT()
  const { id, body, files, state, problem } = entry
  const isFailed = state === 'failed'
  return (
    <>
      {entry.reply_to && (
        <Suspense fallback={<div className="h-6" />}>
          <Quote conversation_id={entry.conversation_id} reply_to={entry.reply_to} />
        </Suspense>
      )}
      {body && (
        <Bubble side={sideOf(entry)} className={cn(isFailed ? 'outline-1 outline-danger' : 'opacity-75')}>
          <Markdown text={body} />
        </Bubble>
      )}
      {files && <LocalFiles files={files} />}
      {isFailed ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-sm text-danger"
        >
          <Icon name="alert-triangle" size={14} />
          <span>
            {t('conversations.not_sent')} {problem}
          </span>
          <Button variant="quiet" size="sm" onClick={() => void outbox.retry(id)}>
            {t(entry.is_outrun ? 'conversations.collision_send' : 'ui.retry')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => void outbox.discard(id)}>
            {t('conversations.delete_unsent')}
          </Button>
        </div>
      ) : (
        <OutgoingState entry={entry} onRetry={() => void outbox.flush()} />
      )}
    </>
  )
}
