import type { InboxRow } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { scheduledIn, useOlderMessages, useThread } from '../data/data.ts'
import { useFoundMessage } from './found-message.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'
import { OutgoingGroups } from './outgoing-groups.tsx'
import { threadEntries } from './thread-entries.ts'
import { ThreadEntry } from './thread-entry.tsx'
import { BubbleSkeletons } from './thread-skeleton.tsx'
import { useTypingUsers } from '../composer/typing.ts'
import { useOutgoing } from '../outbox/use-outbox.ts'
import { TypingIndicator } from './typing-indicator.tsx'

/** Loaded if there are any. */
const ScheduledMessages = lazy(async () => ({
  default: (await import('../scheduled/scheduled-messages.tsx')).ScheduledMessages,
}))
/** Further from the end than this, new messages are announced by a button. */
const nearEnd_px = 120
/** Earlier messages are loaded before they scroll into view. */
const prefetchBelow = '400px 0px 0px'

/**
 * The thread. The scroller is filled from its end, so that the newest message is visible from the first frame
 * and earlier ones appear above without shifting.
 */
export function Thread({ row, seen_seq }: { row: InboxRow; seen_seq: number }) {
  const t = useT()
  const user = useUser()
  const { integration, outbox } = useInbox()
  const { data: thread, error, isFetching, refetch } = useThread(integration.id, row.id)
  const { data: scheduled = [] } = useQuery({
    ...scheduledIn(integration.id, row.id),
    enabled: row.scheduled_count > 0,
  })
  const outgoing = useOutgoing(outbox, row.id)
  const typingUsers = useTypingUsers(row.id)
  const messages = useMemo(() => thread?.messages ?? [], [thread])
  const entries = useMemo(
    () => threadEntries(messages, { seen_seq, user_id: user.id }),
    [messages, seen_seq, user.id],
  )
  const unsent = outgoing.filter(({ id }) => !messages.some((message) => message.id === id))
  const { scroller, isFar, toEnd, onScroll } = useEnd(messages.at(-1)?.seq, unsent.length + scheduled.length)
  useFoundMessage(scroller, thread, integration.id, row.id)
  if (!thread) {
    if (!error) return <BubbleSkeletons />
    return (
      <div className="flex flex-1 items-center justify-center p-4">
        <LoadError
          title={t('conversations.thread_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      </div>
    )
  }
  return (
    <div className="relative min-h-0 flex-1 small:h-[80dvh] small:flex-none">
      <div
        ref={scroller}
        data-scroller=""
        onScroll={onScroll}
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain low:overscroll-auto -outline-offset-2"
      >
        <div className="mx-auto w-full max-w-3xl px-4 py-4 sm:px-6">
          {thread.has_older && <Older conversation_id={row.id} />}
          <div
            role="log"
            aria-label={t('conversations.messages_with', { name: customerName(row, t) })}
            className="flex flex-col gap-4"
          >
            {entries.map((entry) => (
              <ThreadEntry key={entry.key} entry={entry} row={row} messages={messages} />
            ))}
            <OutgoingGroups entries={unsent} outbox={outbox} />
          </div>
          {(row.scheduled_count > 0 || scheduled.length > 0) && (
            <Suspense fallback={null}>
              <ScheduledMessages row={row} />
            </Suspense>
          )}
          <TypingIndicator typingUsers={typingUsers} row={row} />
        </div>
      </div>
      {isFar && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 animate-popover items-center gap-1.5 rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-popover hover:bg-primary-hover touch:h-11"
        >
          <Icon name="arrow-down" size={14} />
          {t('conversations.new_messages')}
        </button>
      )}
    </div>
  )
}

/** Keeps the end in view; announces new messages to readers further up. */
function useEnd(last_seq: number | undefined, unsent_count: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isFar, setFar] = useState(false)
  // Zero is the end; further up is negative, because the content grows from the end.
  const distance_px = () => -(scroller.current?.scrollTop ?? 0)
  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0 })
    setFar(false)
  }
  const readSeq = useRef(last_seq)
  useEffect(() => {
    if (readSeq.current !== undefined && last_seq !== readSeq.current && distance_px() > nearEnd_px)
      setFar(true)
    readSeq.current = last_seq
  }, [last_seq])
  // Authors want to see their new message.
  useEffect(() => {
    if (unsent_count > 0) toEnd()
  }, [unsent_count])
  return { scroller, isFar, toEnd, onScroll: () => isFar && distance_px() <= nearEnd_px && setFar(false) }
}

/** Earlier messages load automatically at the top; the button is for those who don't scroll. */
function Older({ conversation_id }: { conversation_id: string }) {
  const t = useT()
  const { integration } = useInbox()
  const { run, isBusy, problem } = useOlderMessages(integration.id, conversation_id)
  const mark = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(() => void run())
  useEffect(() => {
    if (!mark.current || isBusy || problem || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && read(), {
      root: mark.current.closest('[data-scroller]'),
      rootMargin: prefetchBelow,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isBusy, problem])
  return (
    <div ref={mark} className="flex justify-center pb-4">
      <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => void run()}>
        {isBusy ? t('ui.loading') : problem ? t('conversations.older_failed') : t('conversations.older')}
      </Button>
    </div>
  )
}
