import {
  undoWindow_ms,
  type Input,
  can,
  Problem,
  type ScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageRemoved,
  scheduledPerConversationMax,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { claimFiles, ofMember } from '#features/files'
import { findAssignee, type MemberActor } from '#features/integrations'
import { audienceFor } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { append } from '../messages/append.ts'
import { getAppended, assertNotEmpty } from '../messages/entry.ts'
import { emitConversationChanged } from '../reactions/emit.ts'
import { finishDraft } from '../drafts/drafts.ts'
import { toMessage, type MessageRow } from '../record/rows.ts'
import { sendScheduledJob } from './scheduled-job.ts'
import * as store from './scheduled-store.ts'
import { assertNoNewerReply } from '../messages/stale-reply.ts'
import { recordReopening } from '../reading/reopening.ts'
import { replyWithTx } from '../messages/reply-to.ts'
import { changesOfReply, sendMessage, type Writer } from '../record/service.ts'
import { getLive } from '../record/get-conversation.ts'
import { findConversation, type Key, lockConversation } from '../record/store.ts'
import { findMessage } from '../messages/message-store.ts'
import { markRead } from '../reading/read-store.ts'
import { isVisitorOnline } from '../visitor/visitor-presence.ts'

/*
 * Replies sent later: at a chosen time, or after the undo window of a few seconds. The transaction that
 * deletes the row sends or cancels it; the job is only a wake-up. Every operation locks the conversation
 * first, as messages do, to avoid deadlocks.
 */

/** Tolerance for a job that fires slightly before this process's clock. */
const early_ms = 1_000

type ConversationInput = { conversation_id: string }
const keyOf = ({ integration_id }: MemberActor, { conversation_id }: ConversationInput): Key => ({
  integration_id,
  conversation_id,
})
const scheduledKeyOf = (
  actor: MemberActor,
  input: ConversationInput & { message_id: string },
): store.ScheduledKey => ({
  ...keyOf(actor, input),
  id: input.message_id,
})
export async function listScheduledMessages(ctx: Context, actor: MemberActor, input: ConversationInput) {
  const key = keyOf(actor, input)
  if (!(await findConversation(ctx.db, key))) throw new Problem('not_found')
  return (await store.listScheduled(ctx.db, key)).map(store.toScheduled)
}

/** Emits the row and updates the conversation's count. */
async function emitScheduled(tx: Tx, row: store.ScheduledRow): Promise<void> {
  const { conversation_id, id, version } = row
  const conversation = await store.countInConversation(tx, row)
  const audience = conversation && audienceFor(conversation)
  if (row.state === 'cancelled')
    tx.emit(scheduledMessageRemoved, { conversation_id, id, version }, row, audience)
  else tx.emit(scheduledMessageChanged, store.toScheduled(row), row, audience)
  if (conversation) await emitConversationChanged(tx, conversation)
}
const enqueueSend = (
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id, id, send_at }: store.ScheduledRow,
) =>
  tx.enqueue(
    sendScheduledJob,
    { integration_id, conversation_id, id },
    { start_after_s: Math.max(0, Math.ceil((Date.parse(send_at) - ctx.now()) / 1000)) },
  )
function assertInFuture(ctx: Context, send_at: string) {
  if (Date.parse(send_at) <= ctx.now()) throw validationError('send_at', 'time_past')
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
  const { id, body, file_ids, reply_to, send_at, composed_at } = input
  assertNotEmpty(input)
  const conversation = await getLive(ctx.db, actor, input)
  const key = keyOf(actor, { conversation_id: conversation.id })
  const message = await findMessage(ctx.db, key, actor.user_id, id)
  if (message) return { scheduled: null, message: toMessage(message) }
  const scheduled = await store.findScheduled(ctx.db, { ...key, id })
  if (!scheduled && send_at === null && isVisitorOnline(ctx, conversation))
    return { scheduled: null, message: await sendMessage(ctx, actor, { ...input, kind: 'text' }) }
  if (!scheduled && send_at !== null) assertInFuture(ctx, send_at)
  const row = await ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) throw new Problem('not_found')
    const scheduled = await store.findScheduled(tx, { ...key, id })
    if (scheduled && scheduled.author_id !== actor.user_id) throw validationError('id', 'id_reused')
    if (scheduled) return scheduled
    if ((await store.listScheduled(tx, key)).length >= scheduledPerConversationMax)
      throw validationError('id', `too_many:${scheduledPerConversationMax}`)
    await assertNoNewerReply(tx, key, actor.user_id, input)
    await finishDraft(ctx, tx, { ...key, author_id: actor.user_id, mode: 'text' }, composed_at)
    return scheduleWithTx(ctx, tx, actor, key, { id, body, file_ids, reply_to, send_at })
  })
  return { scheduled: row.state === 'cancelled' ? null : store.toScheduled(row), message: null }
}

interface NewReply {
  id: string
  body: string
  file_ids: string[]
  reply_to?: string | undefined
  /** Null to send it after the undo window. */
  send_at: string | null
  /** Sending leaves the status unchanged, because it was set together with the reply. */
  preserve_status?: boolean
}

/** Stores a reply to be sent after the undo window or at its time. */
export async function scheduleWithTx(
  ctx: Context,
  tx: Tx,
  actor: Writer,
  key: Key,
  { id, body, file_ids, reply_to, send_at, preserve_status = false }: NewReply,
): Promise<store.ScheduledRow> {
  const scheduled = await store.insertScheduled(tx, {
    ...key,
    id,
    author_id: actor.user_id,
    author_name: actor.name,
    body,
    attachments: await claimFiles(tx, ofMember(actor), file_ids),
    send_at: send_at ?? new Date(ctx.now() + undoWindow_ms).toISOString(),
    state: send_at === null ? 'held' : 'waiting',
    reply_to: (await replyWithTx(tx, key, reply_to, true)).reply_to ?? null,
    preserve_status,
    changed_at: isoNow(ctx),
  })
  await emitScheduled(tx, scheduled)
  await enqueueSend(ctx, tx, scheduled)
  return scheduled
}

/** Cancels a reply in its undo window, if there is one. */
export async function cancelHeldWithTx(ctx: Context, tx: Tx, key: store.ScheduledKey): Promise<void> {
  const scheduled = await store.findScheduled(tx, key)
  if (scheduled?.state !== 'held') return
  await emitScheduled(
    tx,
    await store.updateScheduled(tx, scheduled, { state: 'cancelled', changed_at: isoNow(ctx) }),
  )
}

async function lockScheduled(tx: Tx, key: store.ScheduledKey): Promise<store.ScheduledRow> {
  const hasConversation = await lockConversation(tx, key)
  const row = hasConversation ? await store.findScheduled(tx, key) : undefined
  if (!row) throw new Problem('not_found')
  return row
}

/** The state after an edit: `waiting` with a new time, `undone` if the time was removed or the message was canceled. */
function stateAfterChange(
  { state }: store.ScheduledRow,
  send_at: string | null | undefined,
): store.ScheduledRow['state'] {
  if (send_at) return 'waiting'
  return send_at === null || state === 'cancelled' ? 'undone' : state
}

/** @throws Problem `forbidden` if it is a teammate's text and the role doesn't allow editing it */
export function changeScheduledMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.changeScheduledMessage>,
): Promise<ScheduledMessage> {
  const { body, send_at } = input
  return ctx.transaction(async (tx) => {
    const scheduled = await lockScheduled(tx, scheduledKeyOf(actor, input))
    const changesText = body !== undefined && body !== scheduled.body
    if (changesText && scheduled.author_id !== actor.user_id && !can(actor, 'messages.moderate'))
      throw new Problem('forbidden')
    if (send_at) assertInFuture(ctx, send_at)
    if (body !== undefined) assertNotEmpty({ body, file_ids: scheduled.file_ids })
    const row = await store.updateScheduled(tx, scheduled, {
      ...(body === undefined ? {} : { body }),
      ...(send_at ? { send_at } : {}),
      state: stateAfterChange(scheduled, send_at),
      changed_at: isoNow(ctx),
    })
    await emitScheduled(tx, row)
    if (send_at) await enqueueSend(ctx, tx, row)
    return store.toScheduled(row)
  })
}

/** @returns the cancelled message; undefined if it no longer exists */
export function cancelScheduledMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.cancelScheduledMessage>,
): Promise<ScheduledMessage> {
  return ctx.transaction(async (tx) => {
    const scheduled = await lockScheduled(tx, scheduledKeyOf(actor, input))
    if (scheduled.state === 'cancelled') throw new Problem('not_found')
    const yesterday = new Date(ctx.now() - day_ms).toISOString()
    await store.deleteCancelled(tx, actor.integration_id, yesterday)
    await emitScheduled(
      tx,
      await store.updateScheduled(tx, scheduled, { state: 'cancelled', changed_at: isoNow(ctx) }),
    )
    return store.toScheduled(scheduled)
  })
}

/** Sends the message as its author and deletes the row in one transaction. */
async function send(ctx: Context, tx: Tx, row: store.ScheduledRow): Promise<MessageRow> {
  const { integration_id, conversation_id, id, body, author_id, author_name, file_ids, reply_to } = row
  const key = { integration_id, conversation_id }
  await store.deleteScheduled(tx, row)
  tx.emit(scheduledMessageRemoved, { conversation_id, id, version: row.version })
  const conversation = await store.countInConversation(tx, key)
  const message = await findMessage(tx, key, author_id, id)
  if (!conversation || message) {
    if (conversation) await emitConversationChanged(tx, conversation)
    if (message) return message
    throw new Problem('not_found')
  }
  const attachments = await claimFiles(tx, { integration_id, owner: 'member', owner_id: author_id }, file_ids)
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
    ...(row.preserve_status ? {} : { status, snoozed_until, resolved_at }),
  }
  const appended = getAppended(await append(ctx, tx, key, entry, { changes }))
  await recordReopening(ctx, tx, appended, { user_id: author_id, name: author_name })
  if (canReply) await markRead(tx, key, author_id, appended.message.seq)
  return appended.message
}

export const sendScheduledMessage = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.sendScheduledMessage>,
) =>
  ctx.transaction(async (tx) => {
    const scheduled = await lockScheduled(tx, scheduledKeyOf(actor, input))
    if (scheduled.state === 'cancelled') throw new Problem('not_found')
    return toMessage(await send(ctx, tx, scheduled))
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
    tx.emit(scheduledMessageRemoved, { conversation_id, id: row.id, version: row.version })
    tx.emit(scheduledMessageChanged, store.toScheduled(row))
    if (row.state === 'held' || row.state === 'waiting') await enqueueSend(ctx, tx, row)
  }
  for (const conversation_id of rows.length > 0 ? [from.conversation_id, to_id] : []) {
    const counted = await store.countInConversation(tx, { ...from, conversation_id })
    if (counted) await emitConversationChanged(tx, counted)
  }
  return rows.map(({ id }) => id)
}

/**
 * Sends a due message unless it was changed, cancelled or sent in the meantime. In spam, it stays unsent: a scheduled
 * reply would bring the conversation back.
 */
export async function sendDue(ctx: Context, key: store.ScheduledKey): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) return
    const row = await store.findScheduled(tx, key)
    if (!row || (row.state !== 'held' && row.state !== 'waiting')) return
    if (Date.parse(row.send_at) > ctx.now() + early_ms) return // another job is scheduled for that time
    const isSpam = (await findConversation(tx, key))?.status === 'spam'
    if (isSpam && row.state === 'waiting')
      await emitScheduled(
        tx,
        await store.updateScheduled(tx, row, { state: 'undone', changed_at: isoNow(ctx) }),
      )
    else await send(ctx, tx, row)
  })
}

/** After a customer message, scheduled replies need confirmation before they are sent. */
export async function requireConfirmation(ctx: Context, tx: Tx, key: Key): Promise<void> {
  for (const row of await store.askForConfirmation(tx, key, isoNow(ctx)))
    tx.emit(scheduledMessageChanged, store.toScheduled(row))
}
