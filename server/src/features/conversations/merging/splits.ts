import { type Conversation, type Input, mergedMessagesMax, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import { getAppended } from '../messages/entry.ts'
import * as slaStore from '../timers/sla-store.ts'
import { reorder } from './reorder.ts'
import * as reorderStore from './reorder-store.ts'
import { assertMergeable, readBoth } from './merges.ts'
import { assertVisible } from '../record/get-conversation.ts'
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
    const original = await store.findConversation(tx, key)
    if (!original) throw new Problem('not_found')
    const first = await store.findConversation(tx, { integration_id, conversation_id: id })
    if (first?.follows_id === conversation_id) {
      // It may be assigned to someone else by now.
      await assertVisible(tx, actor, id)
      return toConversation(first)
    }
    assertMergeable(original, 'conversation_id')
    const entries = await reorderStore.listEntries(tx, integration_id, [conversation_id])
    if (entries.length > mergedMessagesMax)
      throw validationError('message_id', `merge_too_many:${mergedMessagesMax}`)
    const at = entries.findIndex((entry) => entry.id === message_id)
    if (at === -1) throw new Problem('not_found')
    if (!entries.slice(0, at).some(({ is_said }) => is_said))
      throw validationError('message_id', 'split_first')
    return split(ctx, tx, actor, { id, original, entries, at })
  })
}

async function split(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  {
    id,
    original,
    entries,
    at,
  }: { id: string; original: ConversationRow; entries: readonly reorderStore.ThreadEntry[]; at: number },
): Promise<Conversation> {
  const { integration_id } = actor
  const [head, tail] = [entries.slice(0, at), entries.slice(at)]
  const { contact_id, origin_id, locale, page_url, is_test, assignee_id, team_id, priority } = original
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id,
    contact_id,
    origin_id,
    subject: await subjectFrom(tx, original, tail),
    locale,
    page_url,
    is_test,
    created_at: isoNow(ctx),
    follows_id: original.id,
  })
  if (!isNew) throw validationError('id', 'id_reused')
  const conversation = await store.findConversation(tx, { integration_id, conversation_id: id })
  if (!conversation) throw new Error('The new conversation is missing.')
  await reorder(ctx, tx, integration_id, [
    { to: original, entries: head },
    { to: conversation, entries: tail },
  ])
  const link = (other: ConversationRow) => ({ other_id: other.id, other_number: other.number })
  const originalEvent = getAppended(
    await appendEvent(
      ctx,
      tx,
      { integration_id, conversation_id: original.id },
      {
        by: actor,
        details: { event: 'split_off', ...link(conversation) },
        is_visible: true,
        changes: await stateOfRest(tx, original),
      },
    ),
  )
  const waiting_since = await slaStore.waitingSince(tx, { ...conversation, handler: 'team' })
  const splitOffEvent = getAppended(
    await appendEvent(
      ctx,
      tx,
      { integration_id, conversation_id: id },
      {
        by: actor,
        details: { event: 'split_from', ...link(original) },
        is_visible: true,
        changes: {
          handler: 'team',
          status: waiting_since ? 'open' : 'waiting',
          waiting_since,
          assignee_id,
          team_id,
          priority,
          mail_due_at: original.mail_due_at,
          mailed_until: original.mailed_until,
        },
      },
    ),
  )
  await readBoth(tx, actor, [originalEvent.message, splitOffEvent.message])
  return toConversation(splitOffEvent.conversation)
}

const subjectFrom = async (tx: Tx, original: ConversationRow, tail: readonly reorderStore.ThreadEntry[]) => {
  const key = { integration_id: original.integration_id, conversation_id: original.id }
  const firstMessage = await reorderStore.findFirstMessage(tx, key, tail[0]?.seq ?? 0)
  return firstMessage ? subjectOf(firstMessage) : original.subject
}

/**
 * The remaining conversation is open if it ends with the customer's message, otherwise it waits for the
 * customer.
 */
async function stateOfRest(tx: Tx, original: ConversationRow): Promise<store.Changes> {
  if ((original.status !== 'open' && original.status !== 'waiting') || original.handler !== 'team') return {}
  const waiting_since = await slaStore.waitingSince(tx, original)
  return { status: waiting_since ? 'open' : 'waiting', waiting_since }
}
