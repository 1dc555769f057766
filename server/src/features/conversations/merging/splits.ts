import { type Conversation, type Input, mergedMessagesMax, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { refuse } from '#platform/http/refuse.ts'
import { appendEvent } from '../messages/append.ts'
import * as clockStore from '../timers/clock-store.ts'
import { deal } from './deal.ts'
import * as dealStore from './deal-store.ts'
import { mustBeWhole, readBoth } from './merges.ts'
import { asConversation, type ConversationRow } from '../record/rows.ts'
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
    await dealStore.lockConversations(tx, integration_id, [conversation_id])
    const whole = await store.findConversation(tx, key)
    if (!whole) throw new Problem('not_found')
    const first = await store.findConversation(tx, { integration_id, conversation_id: id })
    if (first?.follows_id === conversation_id) return asConversation(first)
    mustBeWhole(whole, 'conversation_id')
    const entries = await dealStore.listStanding(tx, integration_id, [conversation_id])
    if (entries.length > mergedMessagesMax) throw refuse('message_id', `merge_too_many:${mergedMessagesMax}`)
    const at = entries.findIndex((entry) => entry.id === message_id)
    if (at === -1) throw new Problem('not_found')
    if (!entries.slice(0, at).some(({ is_said }) => is_said)) throw refuse('message_id', 'split_first')
    return split(ctx, tx, actor, id, whole, entries, at)
  })
}

async function split(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  id: string,
  whole: ConversationRow,
  entries: readonly dealStore.Standing[],
  at: number,
): Promise<Conversation> {
  const { integration_id } = actor
  const [head, tail] = [entries.slice(0, at), entries.slice(at)]
  const { contact_id, origin_id, locale, page_url, is_test, assignee_id, team_id, priority } = whole
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id,
    contact_id,
    origin_id,
    subject: await subjectFrom(tx, whole, tail),
    locale,
    page_url,
    is_test,
    created_at: new Date(ctx.now()).toISOString(),
    follows_id: whole.id,
  })
  if (!isNew) throw refuse('id', 'id_reused')
  const made = await store.findConversation(tx, { integration_id, conversation_id: id })
  if (!made) throw new Error('A conversation that was just made is gone.')
  await deal(ctx, tx, integration_id, [
    { to: whole, entries: head },
    { to: made, entries: tail },
  ])
  const link = (other: ConversationRow) => ({ other_id: other.id, other_number: other.number })
  const rest = await appendEvent(
    ctx,
    tx,
    { integration_id, conversation_id: whole.id },
    actor,
    { event: 'split_off', ...link(made) },
    true,
    await stateOfRest(tx, whole),
  )
  const owed = await clockStore.owedSince(tx, { ...made, handler: 'team' })
  const begun = await appendEvent(
    ctx,
    tx,
    { integration_id, conversation_id: id },
    actor,
    { event: 'split_from', ...link(whole) },
    true,
    {
      handler: 'team',
      status: owed ? 'open' : 'waiting',
      waiting_since: owed,
      assignee_id,
      team_id,
      priority,
      mail_due_at: whole.mail_due_at,
      mailed_until: whole.mailed_until,
    },
  )
  if (!rest || !begun) throw new Error('A locked conversation is gone.')
  await readBoth(tx, actor, [rest.message, begun.message])
  return asConversation(begun.conversation)
}

const subjectFrom = async (tx: Tx, whole: ConversationRow, tail: readonly dealStore.Standing[]) => {
  const key = { integration_id: whole.integration_id, conversation_id: whole.id }
  const said = await dealStore.firstSaid(tx, key, tail[0]?.seq ?? 0)
  return said ? subjectOf(said) : whole.subject
}

/**
 * The remaining conversation is open if it ends with the customer's message, otherwise it waits for the
 * customer.
 */
async function stateOfRest(tx: Tx, whole: ConversationRow): Promise<store.Changes> {
  if ((whole.status !== 'open' && whole.status !== 'waiting') || whole.handler !== 'team') return {}
  const waiting_since = await clockStore.owedSince(tx, whole)
  return { status: waiting_since ? 'open' : 'waiting', waiting_since }
}
