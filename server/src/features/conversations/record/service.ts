import { type Conversation, type Input, membersMentioned, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { claimFiles, ofMember } from '#features/files'
import { findAssignee, type MemberActor } from '#features/integrations'
import { markSeenUpTo } from '#features/notifications'
import { audienceFor } from '#features/visibility'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { append, appendEvent } from '../messages/append.ts'
import { type Actor, assigneeOf, getSent, assertNotEmpty, type Outcome } from '../messages/entry.ts'
import { finishDraft } from '../drafts/drafts.ts'
import { answerPending } from '../assistant/return-to-assistant.ts'
import { assertRequiredFields, setFieldsWithTx } from './fields.ts'
import { mentionedBy, withMentioned } from '../messages/mentions.ts'
import { readMessages } from '../messages/message-changes-store.ts'
import { findInboxRow } from './inbox-store.ts'
import { findTrace } from '../messages/message-store.ts'
import { assertNoNewerReply } from '../messages/stale-reply.ts'
import { assertReplyMailable } from '../outbound/outbound.ts'
import { assertChanged, getConversationOrThrow, getLive } from './get-conversation.ts'
import { isAssigneeUnable, recordReopening } from '../reading/reopening.ts'
import { replyWithTx } from '../messages/reply-to.ts'
import { toConversation, toMessage, type ConversationRow, type MessageRow } from './rows.ts'
import * as slaStore from '../timers/sla-store.ts'
import * as readStore from '../reading/read-store.ts'
import type * as store from './store.ts'
import { preserveStatusOfHeld } from '../scheduled/scheduled-store.ts'

/** The actor in a workspace. */
export type WorkspaceActor = Actor & Pick<MemberActor, 'integration_id'>

/** A member or API key that writes. */
export type Writer = Pick<MemberActor, 'integration_id' | 'user_id' | 'name'> &
  Partial<Pick<MemberActor, 'kind'>>

const keyOf = (
  { integration_id }: Pick<WorkspaceActor, 'integration_id'>,
  { conversation_id }: { conversation_id: string },
): store.Key => ({
  integration_id,
  conversation_id,
})

export async function getConversation(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getConversation>,
) {
  const row = await findInboxRow(ctx.db, keyOf(actor, input), actor.user_id)
  if (!row) throw new Problem('not_found')
  return row
}

export async function listMessages(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listMessages>,
) {
  const key = keyOf(actor, input)
  await getConversationOrThrow(ctx.db, key)
  return (await readMessages(ctx.db, key, input)).map(toMessage)
}

export async function getAnswerTrace(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getAnswerTrace>,
) {
  const trace = await findTrace(ctx.db, keyOf(actor, input), input.message_id)
  if (!trace) throw new Problem('not_found')
  return trace.trace
}

/**
 * The changes a reply makes to the conversation: the team handles it and waits for the customer.
 *
 * @param user_id the author, who becomes the assignee if there is none; null for an API key
 */
export const changesOfReply = (
  { assignee_id }: Pick<ConversationRow, 'assignee_id'>,
  user_id: string | null,
): store.Changes => ({
  status: 'waiting',
  handler: 'team',
  waiting_since: null,
  snoozed_until: null,
  resolved_at: null,
  ...(assignee_id || user_id === null ? {} : { assignee_id: user_id }),
})

/**
 * Sends a reply to the customer or a note to the team. A reply takes the conversation over from the assistant
 * and stops the SLA clock until the customer writes again.
 *
 * @returns the stored message; the same one when repeated
 * @throws Problem `invalid_input` on `file_ids` if a file doesn't exist or belongs to someone else; on
 * `reply_to`
 */
export async function sendMessage(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.sendMessage>,
) {
  const { id, body, file_ids, kind, reply_to, composed_at } = input
  assertNotEmpty(input)
  const previous = await getLive(ctx.db, actor, input)
  const key = keyOf(actor, { conversation_id: previous.id })
  const outcome = await ctx.transaction(async (tx) => {
    const appended = await sendWithTx(ctx, tx, actor, previous, { id, body, file_ids, kind, reply_to })
    if (appended.kind !== 'appended') return appended
    if (previous.started_by && kind === 'text') await assertReplyMailable(ctx, tx, previous)
    if (kind === 'text') await assertNoNewerReply(tx, key, actor.user_id, input, appended.message.seq)
    await finishDraft(ctx, tx, { ...key, author_id: actor.user_id, mode: kind }, composed_at)
    return appended
  })
  const message = getSent(outcome, { body, file_ids, kind })
  // In a transaction of its own, so that the message's row locks are held for a shorter time.
  if (outcome.kind === 'appended') await ctx.transaction((tx) => markOwnRead(ctx, tx, message))
  return toMessage(message)
}

/** Marks the author's own message, and everything before it, as read by them. */
export async function markOwnRead(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id, author_id, seq }: MessageRow,
): Promise<void> {
  const key = { integration_id, conversation_id }
  await readStore.markRead(tx, key, author_id, seq)
  await markSeenUpTo(ctx, tx, key, author_id, seq)
}

/** Appends a member's message or note. The caller marks it as read by its author. */
export async function sendWithTx(
  ctx: Context,
  tx: Tx,
  actor: Writer,
  previous: ConversationRow,
  {
    file_ids,
    reply_to,
    ...message
  }: Pick<Input<typeof contract.sendMessage>, 'id' | 'body' | 'file_ids' | 'kind' | 'reply_to'>,
): Promise<Outcome> {
  const key = keyOf(actor, { conversation_id: previous.id })
  const isText = message.kind === 'text'
  const mentions = isText ? [] : await mentionedBy(tx, actor, message.body)
  const entry = {
    ...message,
    author: 'member',
    author_id: actor.user_id,
    author_name: actor.name,
    is_visible: isText,
    details: {
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(await replyWithTx(tx, key, reply_to, isText)),
    },
    attachments: await claimFiles(tx, ofMember(actor), file_ids),
  } as const
  const changes = isText ? changesOfReply(previous, assigneeOf(actor)) : withMentioned(mentions)
  const appended = await append(ctx, tx, key, entry, { changes })
  if (appended.kind !== 'appended') return appended
  await recordReopening(ctx, tx, appended, actor)
  const { seq } = appended.message
  if (mentions.length > 0) {
    const by = { by_id: actor.user_id, by_name: actor.name }
    const mentioned = { ...key, seq, user_ids: mentions, ...by }
    tx.emit(membersMentioned, mentioned, mentioned, audienceFor(appended.conversation))
  }
  return appended
}

/** Takes the conversation over from the assistant. If the team already handles it, only assigns it. */
export async function takeOver(ctx: Context, actor: MemberActor, input: Input<typeof contract.takeOver>) {
  const key = keyOf(actor, input)
  return ctx.transaction(async (tx) => {
    const now = isoNow(ctx)
    const previous = await getConversationOrThrow(tx, key)
    if (previous.handler === 'team' && previous.assignee_id === actor.user_id) return toConversation(previous)
    const waiting_since = previous.waiting_since ?? (previous.status === 'open' ? now : null)
    const changes = { handler: 'team', assignee_id: actor.user_id, waiting_since } as const
    return toConversation(
      assertChanged(
        await appendEvent(ctx, tx, key, {
          by: actor,
          details: { event: 'taken_over' },
          is_visible: true,
          changes,
        }),
      ),
    )
  })
}

/** @throws Problem `invalid_input` on `snoozed_until` if missing or in the past; on `fields.{id}` */
export const setStatus = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setStatus>) =>
  ctx.transaction((tx) => setStatusWithTx(ctx, tx, actor, input))

const isClosed = (status: Conversation['status']) => status === 'resolved' || status === 'spam'

/** @throws Problem as `setStatus` */
export function checkSnooze(
  ctx: Context,
  { status, snoozed_until }: Pick<Input<typeof contract.setStatus>, 'status' | 'snoozed_until'>,
): void {
  if (status !== 'snoozed') return
  if (!snoozed_until) throw validationError('snoozed_until', 'required')
  if (Date.parse(snoozed_until) <= ctx.now()) throw validationError('snoozed_until', 'time_past')
}

/** Members need all required fields to resolve. Rules don't, and neither does restoring a previous status. */
export async function setStatusWithTx(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  input: Input<typeof contract.setStatus>,
  isRestoring = false,
): Promise<Conversation> {
  checkSnooze(ctx, input)
  const key = keyOf(actor, input)
  const { status, snoozed_until, fields } = input
  const now = isoNow(ctx)
  const stored = await getConversationOrThrow(tx, key)
  const previous = fields ? await setFieldsWithTx(ctx, tx, actor, stored, fields) : stored
  if (previous.status === status && status !== 'snoozed') return toConversation(previous)
  if (status === 'resolved' && actor.user_id !== null && !isRestoring)
    await assertRequiredFields(tx, previous)
  const changes: store.Changes = {
    status,
    snoozed_until: status === 'snoozed' ? (snoozed_until ?? null) : null,
    resolved_at: status === 'resolved' ? now : null,
    // After reopening, the customer counts as waiting since their last unanswered message.
    waiting_since:
      status === 'open' ? (previous.waiting_since ?? (await slaStore.waitingSince(tx, previous))) : null,
  }
  const isReopened = isClosed(previous.status) && !isClosed(status)
  if (isReopened && (await isAssigneeUnable(tx, previous))) changes.assignee_id = null
  // A message sent before closing that is still in its undo window doesn't reopen it.
  if (previous.scheduled_count > 0) await preserveStatusOfHeld(tx, key, status !== 'open')
  const isVisible = status === 'resolved' || previous.status === 'resolved'
  const details = { event: 'status_changed', status } as const
  const row = assertChanged(
    await appendEvent(ctx, tx, key, { by: actor, details, is_visible: isVisible, changes }),
  )
  if (previous.status === 'spam') await answerPending(tx, row)
  return toConversation(row)
}

/** @throws Problem `invalid_input` on `assignee_id` if not a member or unable to reply */
export const assignConversation = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.assignConversation>,
) => ctx.transaction((tx) => assignConversationWithTx(ctx, tx, actor, input))

export async function assignConversationWithTx(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  input: Input<typeof contract.assignConversation>,
): Promise<Conversation> {
  const key = keyOf(actor, input)
  const { assignee_id } = input
  const previous = await getConversationOrThrow(tx, key)
  if (previous.assignee_id === assignee_id) return toConversation(previous)
  const assignee = assignee_id ? await findAssignee(tx, actor.integration_id, assignee_id) : undefined
  if (typeof assignee === 'string') throw validationError('assignee_id', assignee)
  const details = { event: 'assigned', assignee_name: assignee?.name ?? null } as const
  return toConversation(
    assertChanged(await appendEvent(ctx, tx, key, { by: actor, details, changes: { assignee_id } })),
  )
}

/** @throws Problem `invalid_input` on `team_id` if the workspace has no such team */
export const assignTeam = (ctx: Context, actor: MemberActor, input: Input<typeof contract.assignTeam>) =>
  ctx.transaction((tx) => assignTeamWithTx(ctx, tx, actor, input))

export async function assignTeamWithTx(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  input: Input<typeof contract.assignTeam>,
): Promise<Conversation> {
  const key = keyOf(actor, input)
  const { team_id } = input
  const previous = await getConversationOrThrow(tx, key)
  if (previous.team_id === team_id) return toConversation(previous)
  const team = team_id ? await findTeam(tx, { integration_id: actor.integration_id, team_id }) : undefined
  if (team_id && !team) throw validationError('team_id', 'team_unknown')
  const details = { event: 'team_assigned', team_name: team?.name ?? null } as const
  return toConversation(
    assertChanged(await appendEvent(ctx, tx, key, { by: actor, details, changes: { team_id } })),
  )
}
