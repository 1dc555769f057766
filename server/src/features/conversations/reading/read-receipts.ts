import {
  type Input,
  messagesDelivered,
  messagesSeen,
  typingChanged,
  visitorMessagesSeen,
  visitorTypingChanged,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { VisitorActor } from '#features/contacts'
import { findPublicProfile, type MemberActor } from '#features/integrations'
import { markSeenUpTo } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import * as messageStore from '../messages/message-store.ts'
import * as readStore from './read-store.ts'
import { getConversationOrThrow, getOwnConversation } from '../record/get-conversation.ts'
import { visitorOf } from '../record/rows.ts'
import { emitTyping } from '../viewers/viewers.ts'
import type { Key } from '../record/store.ts'

/*
 * Delivered, seen and typing marks. They change neither the version nor the list order. Typing marks are best
 * effort and expire.
 */

async function emitSeen(tx: Tx, key: Key, side: 'team' | 'visitor', seq: number): Promise<void> {
  const conversation = await readStore.advanceReadCursor(tx, key, `${side}_seen_seq`, seq)
  if (!conversation) return
  const seen = { conversation_id: key.conversation_id, side, seq }
  tx.emit(messagesSeen, seen)
  tx.emit(visitorMessagesSeen, seen, { visitor_id: visitorOf(conversation) })
}

export async function markSeen(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { conversation_id, seq }: Input<typeof contract.markSeen>,
) {
  const key = { integration_id, conversation_id }
  const conversation = await getConversationOrThrow(ctx.db, key)
  const upTo = Math.min(seq, conversation.last_seq)
  await ctx.transaction(async (tx) => {
    if (!(await readStore.markRead(tx, key, user_id, upTo))) return
    await markSeenUpTo(ctx, tx, key, user_id, upTo)
    await emitSeen(tx, key, 'team', upTo)
  })
  return null
}

export async function markUnread(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { conversation_id }: Input<typeof contract.markUnread>,
) {
  const key = { integration_id, conversation_id }
  const conversation = await getConversationOrThrow(ctx.db, key)
  const newest = (await messageStore.findNewestOf(ctx.db, key, 'contact')) ?? conversation.last_seq
  const seen_seq = Math.max(newest - 1, 0)
  await ctx.transaction((tx) => readStore.setRead(tx, key, user_id, seen_seq))
  return { seen_seq }
}

export async function markVisitorSeen(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, seq }: Input<typeof contract.markVisitorSeen>,
) {
  const key = { integration_id: visitor.integration_id, conversation_id }
  const conversation = await getOwnConversation(ctx.db, visitor, conversation_id)
  await ctx.transaction((tx) => emitSeen(tx, key, 'visitor', Math.min(seq, conversation.last_visitor_seq)))
  return null
}

export async function markVisitorDelivered(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, seq }: Input<typeof contract.markVisitorDelivered>,
) {
  const key = { integration_id: visitor.integration_id, conversation_id }
  const conversation = await getOwnConversation(ctx.db, visitor, conversation_id)
  const delivered = { conversation_id, seq: Math.min(seq, conversation.last_visitor_seq) }
  await ctx.transaction(async (tx) => {
    const advanced = await readStore.advanceReadCursor(tx, key, 'visitor_delivered_seq', delivered.seq)
    if (advanced) tx.emit(messagesDelivered, delivered)
  })
  return null
}

export async function setTyping(
  ctx: Context,
  actor: MemberActor,
  { conversation_id, is_typing }: Input<typeof contract.setTyping>,
) {
  const conversation = await getConversationOrThrow(ctx.db, {
    integration_id: actor.integration_id,
    conversation_id,
  })
  const typing = { conversation_id, side: 'team' as const, name: actor.name, is_typing }
  ctx.broadcast(typingChanged, { ...typing, author_id: actor.user_id }, { conversation_id })
  await emitTyping(ctx, { conversation_id, user_id: actor.user_id }, is_typing)
  const profile = await findPublicProfile(ctx.db, actor.integration_id, actor.user_id)
  const typingData = { ...typing, name: profile?.name ?? null }
  ctx.broadcast(visitorTypingChanged, typingData, { visitor_id: visitorOf(conversation) })
  return null
}

export async function setVisitorTyping(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, is_typing }: Input<typeof contract.setVisitorTyping>,
) {
  await getOwnConversation(ctx.db, visitor, conversation_id)
  const typing = { conversation_id, side: 'visitor' as const, name: visitor.name, author_id: null, is_typing }
  ctx.broadcast(typingChanged, typing, { conversation_id })
  return null
}
