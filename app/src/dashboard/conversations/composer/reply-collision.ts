import type { Message } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { threadOf } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'

/**
 * Holds a reply back if a teammate has replied since it was started, and lets the author decide: the customer
 * should not get two answers.
 */
export function useReplyCollision(conversation_id: string) {
  const cache = useQueryClient()
  const { integration } = useInbox()
  const { id: user_id } = useUser()
  const started_seq = useRef<number | null>(null)
  const [names, setNames] = useState('')
  const messages = (): readonly Message[] =>
    cache.getQueryData(threadOf(integration.id, conversation_id).queryKey)?.messages ?? []
  const lastSeq = () => messages().at(-1)?.seq ?? 0
  return {
    names,
    messages,
    onStart() {
      started_seq.current ??= lastSeq()
    },
    onEnd() {
      started_seq.current = null
      setNames('')
    },
    /** Everything up to now counts as seen. */
    allow() {
      started_seq.current = lastSeq()
      setNames('')
    },
    /** The last message known to the author, so that the server can detect a collision. */
    seen: (): { seen_seq?: number } => (messages().length > 0 ? { seen_seq: lastSeq() } : {}),
    check() {
      const since = started_seq.current ?? lastSeq()
      const replies = messages().filter(
        ({ seq, author, kind, author_id }) =>
          seq > since && author === 'member' && kind === 'text' && author_id !== user_id,
      )
      setNames([...new Set(replies.map(({ author_name }) => author_name ?? ''))].join(', '))
      return replies.length > 0
    },
  }
}
