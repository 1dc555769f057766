import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { appendEvent } from '../messages/append.ts'
import { answerMessageJob } from './answer-job.ts'
import { assertChanged, getConversationOrThrow } from '../record/get-conversation.ts'
import { toConversation, type ConversationRow } from '../record/rows.ts'
import * as messageStore from '../messages/message-store.ts'

const lookedAt = 20

/** Queues the customer's last message for the assistant, unless someone has replied to it. */
export async function answerPending(
  tx: Tx,
  {
    integration_id,
    id,
    handler,
    status,
  }: Pick<ConversationRow, 'integration_id' | 'id' | 'handler' | 'status'>,
) {
  if (handler !== 'assistant' || status === 'spam') return
  const key = { integration_id, conversation_id: id }
  const messages = (await messageStore.listMessages(tx, key, { limit: lookedAt, isVisitor: true })).filter(
    ({ kind, author }) => (kind === 'text' && author !== 'system') || kind === 'answer',
  )
  const last = messages.at(-1)
  if (last?.author === 'contact') await tx.enqueue(answerMessageJob, { ...key, seq: last.seq })
}

/**
 * Returns the conversation to the assistant and queues the customer's unanswered message. Does nothing if the
 * assistant already handles it.
 */
export function returnToAssistant(ctx: Context, actor: MemberActor, input: Input<typeof contract.handBack>) {
  const key = { integration_id: actor.integration_id, conversation_id: input.conversation_id }
  return ctx.transaction(async (tx) => {
    const previous = await getConversationOrThrow(tx, key)
    if (previous.handler !== 'team') return toConversation(previous)
    const row = assertChanged(
      await appendEvent(ctx, tx, key, {
        by: actor,
        details: { event: 'handed_back' },
        is_visible: true,
        changes: {
          handler: 'assistant',
          assignee_id: null,
          waiting_since: null,
          low_confidence_count: 0,
        },
      }),
    )
    await answerPending(tx, row)
    return toConversation(row)
  })
}
