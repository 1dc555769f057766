import type { Message } from '@ozvi/contract'
import { Fragment, lazy, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { eventText } from './event-text.ts'

/** Few threads have one. */
const RatingLine = lazy(async () => ({ default: (await import('./rating.tsx')).RatingRow }))

const MergeLine = lazy(async () => ({ default: (await import('../merging/merge-line.tsx')).MergeLine }))

/** An event of the conversation, on one line. */
export function EventRow({ message }: { message: Message }) {
  const t = useT()
  const user = useUser()
  const { pathOf } = useInbox()
  if (message.kind === 'rating' || message.details.other_id)
    return (
      <Suspense fallback={<div className={message.details.other_id ? 'h-6' : 'h-16'} />}>
        {message.details.other_id ? <MergeLine message={message} /> : <RatingLine message={message} />}
      </Suspense>
    )
  const { follows_id } = message.details
  const text = message.kind === 'ai_notice' ? message.body : eventText(message, user.id, t)
  return (
    <p className="text-center text-sm text-muted">
      {follows_id ? (
        <PageLink to={pathOf(follows_id)} className="underline hover:text-ink">
          {text}
        </PageLink>
      ) : (
        text
      )}{' '}
      <BaseDate time={message.sent_at} format="time" className="text-xs whitespace-nowrap" />
    </p>
  )
}

/** Consecutive events of one author on one line. */
export function EventsRow({ messages }: { messages: [Message, ...Message[]] }) {
  const t = useT()
  const user = useUser()
  const last = messages.at(-1) ?? messages[0]
  return (
    <p className="text-center text-sm text-balance text-muted">
      {messages.map((message, index) => (
        <Fragment key={message.seq}>
          {index > 0 && ' · '}
          <span>{eventText(message, user.id, t)}</span>
        </Fragment>
      ))}{' '}
      <BaseDate time={last.sent_at} format="time" className="text-xs whitespace-nowrap" />
    </p>
  )
}
