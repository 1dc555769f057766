import { randomUUID } from 'node:crypto'
import type { Input, Message } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { VisitorActor } from '#features/contacts'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { append } from '../messages/append.ts'
import { getSent } from '../messages/entry.ts'
import { getConversationOrThrow, getOwnConversation } from '../record/get-conversation.ts'
import { toVisitorMessage, visitorOf } from '../record/rows.ts'
import * as messageStore from '../messages/message-store.ts'

/**
 * Stores the customer's rating as a thread entry; the conversation stays resolved. A later rating replaces
 * it.
 *
 * @throws Problem `not_found` if it is someone else's conversation
 * @throws Problem `invalid_input` on `score` if it isn't resolved · on `id` if used before for something else
 */
export async function rateConversation(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, id, score, comment }: Input<typeof contract.rateConversation>,
) {
  const { integration_id, visitor_id, name } = visitor
  const key = { integration_id, conversation_id }
  const outcome = await ctx.transaction(async (tx) => {
    const previous = await getOwnConversation(tx, visitor, conversation_id)
    const isRepeated = (await messageStore.findMessage(tx, key, visitor_id, id)) !== undefined
    if (previous.status !== 'resolved' && !isRepeated) throw validationError('score', 'not_resolved')
    const entry = {
      id,
      kind: 'rating',
      author: 'contact',
      author_id: visitor_id,
      author_name: name,
      body: comment,
      details: { score },
      is_visible: true,
    } as const
    const rated_at = isoNow(ctx)
    const changes = { rating: score, rating_comment: comment || null, rated_at }
    return append(ctx, tx, key, entry, { changes, condition: { visitor_id } })
  })
  return toVisitorMessage(getSent(outcome, { body: comment, kind: 'rating' }))
}

/** Stores a rating that the customer gave in a scenario. The caller holds the lock of the conversation. */
export async function rateWithTx(
  ctx: Context,
  tx: Tx,
  key: { integration_id: string; conversation_id: string },
  score: number,
  scenario: NonNullable<Message['details']['scenario']>,
): Promise<void> {
  const row = await getConversationOrThrow(tx, key)
  const entry = {
    id: randomUUID(),
    kind: 'rating',
    author: 'contact',
    author_id: visitorOf(row),
    author_name: null,
    body: '',
    details: { score, scenario },
    is_visible: true,
  } as const
  const rated_at = isoNow(ctx)
  await append(ctx, tx, key, entry, { changes: { rating: score, rating_comment: null, rated_at } })
}
