import {
  hold_ms,
  type Input,
  may,
  Problem,
  type ScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageGone,
  scheduledPerConversationMax,
  visitorMessageSent,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { holdFiles, ofMember } from '#features/files'
import { findAssignee, type MemberActor } from '#features/integrations'
import { audienceFor } from '#features/reach'
import type { Context, Tx } from '#platform/context/context.ts'
import { append, mustSay, tellChange } from '../messages/append.ts'
import { finishDraft } from '../drafts/drafts.ts'
import { asMessage, type MessageRow, visitorOf } from '../record/rows.ts'
import { sendScheduled } from './scheduled-job.ts'
import * as store from './scheduled-store.ts'
import { mustBeNext } from '../messages/must-be-next.ts'
import { noteReopening } from '../reading/reopening.ts'
import { replyIn } from '../messages/reply-to.ts'
import { changesOfReply, sendMessage, type Writer } from '../record/service.ts'
import { findConversation, findLive, type Key, lockConversation } from '../record/store.ts'
import { findMessage } from '../messages/message-store.ts'
import { markRead } from '../reading/read-store.ts'

/*
 * Replies sent later: at a chosen time, or after the undo window of a few seconds. Whoever deletes the row in
 * a transaction has sent or cancelled it; the job is only a wake-up. Every operation locks the conversation
 * first, as messages do, to avoid deadlocks.
 */

const day_ms = 24 * 60 * 60 * 1000
/** Tolerance for a job that fires slightly before this process's clock. */
const early_ms = 1_000

type In = { conversation_id: string }
const keyOf = ({ integration_id }: MemberActor, { conversation_id }: In): Key => ({
  integration_id,
  conversation_id,
})
const placeOf = (actor: MemberActor, input: In & { message_id: string }): store.Place => ({
  ...keyOf(actor, input),
  id: input.message_id,
})
const isoNow = (ctx: Context) => new Date(ctx.now()).toISOString()

export async function listScheduledMessages(ctx: Context, actor: MemberActor, input: In) {
  const key = keyOf(actor, input)
  if (!(await findConversation(ctx.db, key))) throw new Problem('not_found')
  return (await store.listScheduled(ctx.db, key)).map(store.asScheduled)
}

/** Emits the row and updates the conversation's count. */
async function tell(tx: Tx, row: store.ScheduledRow): Promise<void> {
  const { conversation_id, id, version } = row
  const conversation = await store.recount(tx, row)
  const audience = conversation && audienceFor(conversation)
  if (row.state === 'cancelled')
    tx.emit(scheduledMessageGone, { conversation_id, id, version }, row, audience)
  else tx.emit(scheduledMessageChanged, store.asScheduled(row), row, audience)
  if (conversation) await tellChange(tx, conversation)
}
const wakeAt = (ctx: Context, tx: Tx, { integration_id, conversation_id, id, send_at }: store.ScheduledRow) =>
  tx.enqueue(
    sendScheduled,
    { integration_id, conversation_id, id },
    { start_after_s: Math.max(0, Math.ceil((Date.parse(send_at) - ctx.now()) / 1000)) },
  )
function mustCome(ctx: Context, send_at: string) {
  if (Date.parse(send_at) <= ctx.now()) throw new Problem('invalid_input', { send_at: ['time_past'] })
}

/**
 * @throws Problem `invalid_input` on `send_at` if in the past; on `id` if `scheduledPerConversationMax` are
 * already waiting
 */
export async function scheduleMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.scheduleMessage>,
) {
  const { id, body, file_ids, reply_to, send_at, written_at } = input
  mustSay(input)
  const conversation = await findLive(ctx.db, keyOf(actor, input))
  if (!conversation) throw new Problem('not_found')
  const key = keyOf(actor, { conversation_id: conversation.id })
  const sent = await findMessage(ctx.db, key, actor.user_id, id)
  if (sent) return { scheduled: null, message: asMessage(sent) }
  const isHere = ctx.presence.isOccupied(visitorMessageSent.channel({ visitor_id: visitorOf(conversation) }))
  const kept = await store.findScheduled(ctx.db, { ...key, id })
  if (!kept && send_at === null && isHere)
    return { scheduled: null, message: await sendMessage(ctx, actor, { ...input, kind: 'text' }) }
  if (!kept && send_at !== null) mustCome(ctx, send_at)
  const row = await ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) throw new Problem('not_found')
    const held = await store.findScheduled(tx, { ...key, id })
    if (held && held.author_id !== actor.user_id) throw new Problem('invalid_input', { id: ['id_reused'] })
    if (held) return held
    if ((await store.listScheduled(tx, key)).length >= scheduledPerConversationMax)
      throw new Problem('invalid_input', { id: [`too_many:${scheduledPerConversationMax}`] })
    await mustBeNext(tx, key, actor.user_id, input)
    await finishDraft(ctx, tx, { ...key, author_id: actor.user_id, mode: 'text' }, written_at)
    return keepIn(ctx, tx, actor, key, { id, body, file_ids, reply_to, send_at })
  })
  return { scheduled: row.state === 'cancelled' ? null : store.asScheduled(row), message: null }
}

/**
 * Stores a reply to be sent after the undo window or at its time.
 *
 * @param keeps_status whether sending leaves the status unchanged, because it was set together with the reply
 */
export async function keepIn(
  ctx: Context,
  tx: Tx,
  actor: Writer,
  key: Key,
  {
    id,
    body,
    file_ids,
    reply_to,
    send_at,
  }: { id: string; body: string; file_ids: string[]; reply_to?: string | undefined; send_at: string | null },
  keeps_status = false,
): Promise<store.ScheduledRow> {
  const made = await store.insertScheduled(tx, {
    ...key,
    id,
    author_id: actor.user_id,
    author_name: actor.name,
    body,
    attachments: await holdFiles(tx, ofMember(actor), file_ids),
    send_at: send_at ?? new Date(ctx.now() + hold_ms).toISOString(),
    state: send_at === null ? 'held' : 'waiting',
    reply_to: (await replyIn(tx, key, reply_to, true)).reply_to ?? null,
    keeps_status,
    changed_at: isoNow(ctx),
  })
  await tell(tx, made)
  await wakeAt(ctx, tx, made)
  return made
}

/** Cancels a reply in its undo window, if there is one. */
export async function dropHeldIn(ctx: Context, tx: Tx, place: store.Place): Promise<void> {
  const held = await store.findScheduled(tx, place)
  if (held?.state !== 'held') return
  await tell(tx, await store.updateScheduled(tx, held, { state: 'cancelled', changed_at: isoNow(ctx) }))
}

async function mustLock(tx: Tx, place: store.Place): Promise<store.ScheduledRow> {
  const isThere = await lockConversation(tx, place)
  const row = isThere ? await store.findScheduled(tx, place) : undefined
  if (!row) throw new Problem('not_found')
  return row
}

/** @throws Problem `forbidden` if it is a teammate's text and the role doesn't allow editing it */
export function changeScheduledMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.changeScheduledMessage>,
): Promise<ScheduledMessage> {
  const { body, send_at } = input
  return ctx.transaction(async (tx) => {
    const held = await mustLock(tx, placeOf(actor, input))
    const isOther = body !== undefined && body !== held.body
    if (isOther && held.author_id !== actor.user_id && !may(actor.role, 'messages.moderate'))
      throw new Problem('forbidden')
    if (send_at) mustCome(ctx, send_at)
    if (body !== undefined) mustSay({ body, file_ids: held.file_ids })
    const state = send_at ? 'waiting' : send_at === null || held.state === 'cancelled' ? 'undone' : held.state
    const row = await store.updateScheduled(tx, held, {
      ...(body === undefined ? {} : { body }),
      ...(send_at ? { send_at } : {}),
      state,
      changed_at: isoNow(ctx),
    })
    await tell(tx, row)
    if (send_at) await wakeAt(ctx, tx, row)
    return store.asScheduled(row)
  })
}

/** @returns the cancelled message; undefined if it no longer exists */
export function cancelScheduledMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.cancelScheduledMessage>,
): Promise<ScheduledMessage> {
  return ctx.transaction(async (tx) => {
    const held = await mustLock(tx, placeOf(actor, input))
    if (held.state === 'cancelled') throw new Problem('not_found')
    const yesterday = new Date(ctx.now() - day_ms).toISOString()
    await store.deleteCancelled(tx, actor.integration_id, yesterday)
    await tell(tx, await store.updateScheduled(tx, held, { state: 'cancelled', changed_at: isoNow(ctx) }))
    return store.asScheduled(held)
  })
}

/** Sends the message as its author and deletes the row in one transaction. */
async function send(ctx: Context, tx: Tx, row: store.ScheduledRow): Promise<MessageRow> {
  const { integration_id, conversation_id, id, body, author_id, author_name, file_ids, reply_to } = row
  const key = { integration_id, conversation_id }
  await store.deleteScheduled(tx, row)
  tx.emit(scheduledMessageGone, { conversation_id, id, version: row.version })
  const conversation = await store.recount(tx, key)
  const sent = await findMessage(tx, key, author_id, id)
  if (!conversation || sent) {
    if (conversation) await tellChange(tx, conversation)
    if (sent) return sent
    throw new Problem('not_found')
  }
  const attachments = await holdFiles(tx, { integration_id, owner: 'member', owner_id: author_id }, file_ids)
  const entry = {
    id,
    body,
    attachments,
    kind: 'text',
    author: 'member',
    author_id,
    author_name,
    is_visible: true,
    details: reply_to ? { reply_to } : {},
  } as const
  const { status, snoozed_until, resolved_at, assignee_id, ...rest } = changesOfReply(conversation, author_id)
  // Not assigned to an author who has left or can't reply: the customer would wait forever.
  const author = await findAssignee(tx, integration_id, author_id)
  const canReply = typeof author !== 'string'
  const changes = {
    ...rest,
    ...(canReply && assignee_id ? { assignee_id } : {}),
    ...(row.keeps_status ? {} : { status, snoozed_until, resolved_at }),
  }
  const appended = await append(ctx, tx, key, entry, changes)
  if (!appended) throw new Problem('not_found')
  await noteReopening(ctx, tx, appended, { user_id: author_id, name: author_name })
  if (canReply) await markRead(tx, key, author_id, appended.message.seq)
  return appended.message
}

export const sendScheduledMessage = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.sendScheduledMessage>,
) =>
  ctx.transaction(async (tx) => {
    const held = await mustLock(tx, placeOf(actor, input))
    if (held.state === 'cancelled') throw new Problem('not_found')
    return asMessage(await send(ctx, tx, held))
  })

/**
 * Moves scheduled replies to another conversation: all, or those in `ids`.
 *
 * @returns the moved messages
 */
export async function moveScheduledTo(
  ctx: Context,
  tx: Tx,
  from: Key,
  to_id: string,
  ids?: readonly string[],
): Promise<string[]> {
  const rows = await store.moveScheduled(tx, from, to_id, isoNow(ctx), ids)
  for (const row of rows) {
    const { conversation_id } = from
    tx.emit(scheduledMessageGone, { conversation_id, id: row.id, version: row.version })
    tx.emit(scheduledMessageChanged, store.asScheduled(row))
    if (row.state === 'held' || row.state === 'waiting') await wakeAt(ctx, tx, row)
  }
  for (const conversation_id of rows.length > 0 ? [from.conversation_id, to_id] : []) {
    const counted = await store.recount(tx, { ...from, conversation_id })
    if (counted) await tellChange(tx, counted)
  }
  return rows.map(({ id }) => id)
}

/** Sends a due message unless it was changed, cancelled or sent in the meantime. */
export async function sendDue(ctx: Context, place: store.Place): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, place))) return
    const row = await store.findScheduled(tx, place)
    if (!row || (row.state !== 'held' && row.state !== 'waiting')) return
    if (Date.parse(row.send_at) > ctx.now() + early_ms) return // another job is scheduled for that time
    await send(ctx, tx, row)
  })
}

/** After a customer message, scheduled replies need confirmation before they are sent. */
export async function askAgain(ctx: Context, tx: Tx, key: Key): Promise<void> {
  for (const row of await store.stopWaiting(tx, key, isoNow(ctx)))
    tx.emit(scheduledMessageChanged, store.asScheduled(row))
}
