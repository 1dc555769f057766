import { type Conversation, type Input, mergedMessagesMax, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import { getAppended } from '../messages/entry.ts'
import * as clockStore from '../timers/sla-store.ts'
import { reorder } from './reorder.ts'
import * as reorderStore from './reorder-store.ts'
import { assertComplete, readBoth } from './merges.ts'
import { toConversation, type ConversationRow } from '../record/rows.ts'
import * as store from '../record/store.ts'
import { subjectOf } from '../messages/subject.ts'

/*
 * Splits a conversation: a message and everything after it start a new conversation of the same contact,
 * handled by the team. Merging it back is the undo.
 */

export function splitConversation(
  ctx: Context,
  actor: MemberActor,
  { id, conversation_id, message_id }: Input<typeof contract.splitConversation>,
): Promise<Conversation> {
  const { integration_id } = actor
  const key = { integration_id, conversation_id }
  return ctx.transaction(async (tx) => {
    await reorderStore.lockConversations(tx, integration_id, [conversation_id])
    const conversation = await store.findConversation(tx, key)
    if (!conversation) throw new Problem('not_found')
    const first = await store.findConversation(tx, { integration_id, conversation_id: id })
    if (first?.follows_id === conversation_id) return toConversation(first)
    assertComplete(conversation, 'conversation_id')
    const entries = await reorderStore.listEntries(tx, integration_id, [conversation_id])
    if (entries.length > mergedMessagesMax)
      throw validationError('message_id', `merge_too_many:${mergedMessagesMax}`)
    const at = entries.findIndex((entry) => entry.id === message_id)
    if (at === -1) throw new Problem('not_found')
    if (!entries.slice(0, at).some(({ is_said }) => is_said))
      throw validationError('message_id', 'split_first')
    return split(ctx, tx, actor, id, conversation, entries, at)
  })
}

async function split(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  id: string,
  conversation: ConversationRow,
  entries: readonly reorderStore.ThreadEntry[],
  at: number,
): Promise<Conversation> {
  const { integration_id } = actor
  const [head, tail] = [entries.slice(0, at), entries.slice(at)]
  const { contact_id, origin_id, locale, page_url, is_test, assignee_id, team_id, priority } = conversation
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id,
    contact_id,
    origin_id,
    subject: await subjectFrom(tx, conversation, tail),
    locale,
    page_url,
    is_test,
    created_at: new Date(ctx.now()).toISOString(),
    follows_id: conversation.id,
  })
  if (!isNew) throw validationError('id', 'id_reused')
  const conversation = await store.findConversation(tx, { integration_id, conversation_id: id })
  if (!conversation) throw new Error('The new conversation was deleted.')
  await reorder(ctx, tx, integration_id, [
    { to: conversation, entries: head },
    { to: conversation, entries: tail },
  ])
  const link = (other: ConversationRow) => ({ other_id: other.id, other_number: other.number })
  const rest = getAppended(
    await appendEvent(
      ctx,
      tx,
      { integration_id, conversation_id: conversation.id },
      actor,
      { event: 'split_off', ...link(conversation) },
      true,
      await stateOfRest(tx, conversation),
    ),
  )
  const owed = await clockStore.waitingSince(tx, { ...conversation, handler: 'team' })
  const splitEvent = getAppended(
    await appendEvent(
      ctx,
      tx,
      { integration_id, conversation_id: id },
      actor,
      { event: 'split_from', ...link(conversation) },
      true,
      {
        handler: 'team',
        status: owed ? 'open' : 'waiting',
        waiting_since: owed,
        assignee_id,
        team_id,
        priority,
        mail_due_at: conversation.mail_due_at,
        mailed_until: conversation.mailed_until,
      },
    ),
  )
  await readBoth(tx, actor, [rest.message, splitEvent.message])
  return toConversation(splitEvent.conversation)
}

const subjectFrom = async (tx: Tx, conversation: ConversationRow, tail: readonly reorderStore.ThreadEntry[]) => {
  const key = { integration_id: conversation.integration_id, conversation_id: conversation.id }
  const firstMessage = await reorderStore.findFirstMessage(tx, key, tail[0]?.seq ?? 0)
  return firstMessage ? subjectOf(firstMessage) : conversation.subject
}

/**
 * The remaining conversation is open if it ends with the customer's message, otherwise it waits for the
 * customer.
 */
async function stateOfRest(tx: Tx, conversation: ConversationRow): Promise<store.Changes> {
  if ((conversation.status !== 'open' && conversation.status !== 'waiting') || conversation.handler !== 'team') return {}
  const waiting_since = await clockStore.waitingSince(tx, conversation)
  return { status: waiting_since ? 'open' : 'waiting', waiting_since }
}
