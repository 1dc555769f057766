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
import { findFace, type MemberActor } from '#features/integrations'
import { seenUpTo } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import * as messageStore from '../messages/message-store.ts'
import * as readStore from './read-store.ts'
import { mustFind, mustFindOwn } from '../record/must-find.ts'
import { visitorOf } from '../record/rows.ts'
import { tellWriting } from '../viewers/viewers.ts'
import type { Key } from '../record/store.ts'

/*
 * Delivered, seen and typing marks. They change neither the version nor the list order. Typing marks are best
 * effort and expire.
 */

async function tellSeen(tx: Tx, key: Key, side: 'team' | 'visitor', seq: number): Promise<void> {
  const raised = await readStore.raiseMark(tx, key, `${side}_seen_seq`, seq)
  if (!raised) return
  const seen = { conversation_id: key.conversation_id, side, seq }
  tx.emit(messagesSeen, seen)
  tx.emit(visitorMessagesSeen, seen, { visitor_id: visitorOf(raised) })
}

export async function markSeen(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { conversation_id, seq }: Input<typeof contract.markSeen>,
) {
  const key = { integration_id, conversation_id }
  const found = await mustFind(ctx.db, key)
  const upTo = Math.min(seq, found.last_seq)
  await ctx.transaction(async (tx) => {
    if (!(await readStore.markRead(tx, key, user_id, upTo))) return
    await seenUpTo(ctx, tx, key, user_id, upTo)
    await tellSeen(tx, key, 'team', upTo)
  })
  return null
}

export async function markUnread(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { conversation_id }: Input<typeof contract.markUnread>,
) {
  const key = { integration_id, conversation_id }
  const found = await mustFind(ctx.db, key)
  const newest = (await messageStore.findNewestOf(ctx.db, key, 'contact')) ?? found.last_seq
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
  const found = await mustFindOwn(ctx.db, visitor, conversation_id)
  await ctx.transaction((tx) => tellSeen(tx, key, 'visitor', Math.min(seq, found.last_visitor_seq)))
  return null
}

export async function markVisitorDelivered(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, seq }: Input<typeof contract.markVisitorDelivered>,
) {
  const key = { integration_id: visitor.integration_id, conversation_id }
  const found = await mustFindOwn(ctx.db, visitor, conversation_id)
  const delivered = { conversation_id, seq: Math.min(seq, found.last_visitor_seq) }
  await ctx.transaction(async (tx) => {
    const raised = await readStore.raiseMark(tx, key, 'visitor_delivered_seq', delivered.seq)
    if (raised) tx.emit(messagesDelivered, delivered)
  })
  return null
}

export async function setTyping(
  ctx: Context,
  actor: MemberActor,
  { conversation_id, is_typing }: Input<typeof contract.setTyping>,
) {
  const found = await mustFind(ctx.db, { integration_id: actor.integration_id, conversation_id })
  const typing = { conversation_id, side: 'team' as const, name: actor.name, is_typing }
  ctx.tell(typingChanged, { ...typing, author_id: actor.user_id }, { conversation_id })
  await tellWriting(ctx, { conversation_id, user_id: actor.user_id }, is_typing)
  const face = await findFace(ctx.db, actor.integration_id, actor.user_id)
  const shown = { ...typing, name: face?.name ?? null }
  ctx.tell(visitorTypingChanged, shown, { visitor_id: visitorOf(found) })
  return null
}

export async function setVisitorTyping(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id, is_typing }: Input<typeof contract.setVisitorTyping>,
) {
  await mustFindOwn(ctx.db, visitor, conversation_id)
  const typing = { conversation_id, side: 'visitor' as const, name: visitor.name, author_id: null, is_typing }
  ctx.tell(typingChanged, typing, { conversation_id })
  return null
}
