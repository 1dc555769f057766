import type { InboxRow } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { threadOf } from '../data/data.ts'
import { setAnswered } from './answered.ts'

/** Replies to the customer's last message. */
export function answerLast(cache: QueryClient, { integration_id, id }: InboxRow) {
  const messages = cache.getQueryData(threadOf(integration_id, id).queryKey)?.messages ?? []
  const last = messages.findLast(({ author, kind }) => author === 'contact' && kind === 'text')
  if (last) setAnswered(id, last)
}
