import type { InboxRow } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { threadOf } from '../data/data.ts'
import { setReplyTarget } from './reply-target.ts'

/** Replies to the customer's last message. */
export function replyToLast(cache: QueryClient, { integration_id, id }: InboxRow) {
  const messages = cache.getQueryData(threadOf(integration_id, id).queryKey)?.messages ?? []
  const lastMessage = messages.findLast(({ author, kind }) => author === 'contact' && kind === 'text')
  if (lastMessage) setReplyTarget(id, lastMessage)
}
