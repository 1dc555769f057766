import { type Conversation, type Input, membersMentioned, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { holdFiles, ofMember } from '#features/files'
import { findAssignee, type MemberActor } from '#features/integrations'
import { seenUpTo } from '#features/notifications'
import { audienceFor } from '#features/reach'
import { findTeam } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { append, appendEvent, type Appended, type By, mustSay, once } from '../messages/append.ts'
import { finishDraft } from '../drafts/drafts.ts'
import { answerWhatWaits } from '../assistant/hand-back.ts'
import { mustBeComplete, setFieldsIn } from './fields.ts'
import { mentionedBy, withMentioned } from '../messages/mentions.ts'
import { readMessages } from '../messages/message-changes-store.ts'
import { findInboxRow } from './inbox-store.ts'
import { findTrace } from '../messages/message-store.ts'
import { mustBeNext } from '../messages/must-be-next.ts'
import { assertReplyMailable } from '../outbound/outbound.ts'
import { changed, mustFind } from './must-find.ts'
import { isAssigneeUnable, noteReopening } from '../reading/reopening.ts'
import { replyIn } from '../messages/reply-to.ts'
import { asConversation, asMessage, type ConversationRow } from './rows.ts'
import * as clockStore from '../timers/clock-store.ts'
import * as readStore from '../reading/read-store.ts'
import * as store from './store.ts'
import { keepStatusOfHeld } from '../scheduled/scheduled-store.ts'

/** The actor in a workspace. */
export type Doer = By & Pick<MemberActor, 'integration_id'>

/** A member who writes. */
export type Writer = Pick<MemberActor, 'integration_id' | 'user_id' | 'name'>

const keyOf = (
  { integration_id }: Pick<Doer, 'integration_id'>,
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
  await mustFind(ctx.db, key)
  return (await readMessages(ctx.db, key, input, false)).map(asMessage)
}

export async function getAnswerTrace(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.getAnswerTrace>,
) {
  const found = await findTrace(ctx.db, keyOf(actor, input), input.message_id)
  if (!found) throw new Problem('not_found')
  return found.trace
}

/** The changes a reply makes to the conversation: the team handles it and waits for the customer. */
export const changesOfReply = (
  { assignee_id }: Pick<ConversationRow, 'assignee_id'>,
  user_id: string,
): store.Changes => ({
  status: 'waiting',
  handler: 'team',
  waiting_since: null,
  snoozed_until: null,
  resolved_at: null,
  ...(assignee_id ? {} : { assignee_id: user_id }),
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
  const { id, body, file_ids, kind, reply_to, written_at } = input
  mustSay(input)
  const before = await store.findLive(ctx.db, keyOf(actor, input))
  if (!before) throw new Problem('not_found')
  const key = keyOf(actor, { conversation_id: before.id })
  const message = await once(ctx, key, { author_id: actor.user_id, id, body, file_ids, kind }, () =>
    ctx.transaction(async (tx) => {
      const sent = await sendIn(ctx, tx, actor, before, { id, body, file_ids, kind, reply_to })
      if (sent && before.begun_by && kind === 'text') await assertReplyMailable(ctx, tx, before)
      if (sent && kind === 'text') await mustBeNext(tx, key, actor.user_id, input, sent.message.seq)
      await finishDraft(ctx, tx, { ...key, author_id: actor.user_id, mode: kind }, written_at)
      return sent
    }),
  )
  return asMessage(message)
}

/** @throws Repeated if this author has already sent this id; the transaction must be rolled back */
export async function sendIn(
  ctx: Context,
  tx: Tx,
  actor: Writer,
  before: ConversationRow,
  {
    file_ids,
    reply_to,
    ...said
  }: Pick<Input<typeof contract.sendMessage>, 'id' | 'body' | 'file_ids' | 'kind' | 'reply_to'>,
): Promise<Appended | undefined> {
  const key = keyOf(actor, { conversation_id: before.id })
  const isText = said.kind === 'text'
  const mentions = isText ? [] : await mentionedBy(tx, actor, said.body)
  const entry = {
    ...said,
    author: 'member',
    author_id: actor.user_id,
    author_name: actor.name,
    is_visible: isText,
    details: {
      ...(mentions.length > 0 ? { mentions } : {}),
      ...(await replyIn(tx, key, reply_to, isText)),
    },
    attachments: await holdFiles(tx, ofMember(actor), file_ids),
  } as const
  const changes = isText ? changesOfReply(before, actor.user_id) : withMentioned(mentions)
  const appended = await append(ctx, tx, key, entry, changes)
  if (!appended) return undefined
  await noteReopening(ctx, tx, appended, actor)
  const { seq } = appended.message
  await readStore.markRead(tx, key, actor.user_id, seq)
  await seenUpTo(ctx, tx, key, actor.user_id, seq)
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
    const now = new Date(ctx.now()).toISOString()
    const before = await mustFind(tx, key)
    if (before.handler === 'team' && before.assignee_id === actor.user_id) return asConversation(before)
    const waiting_since = before.waiting_since ?? (before.status === 'open' ? now : null)
    const changes = { handler: 'team', assignee_id: actor.user_id, waiting_since } as const
    return asConversation(
      changed(await appendEvent(ctx, tx, key, actor, { event: 'taken_over' }, true, changes)),
    )
  })
}

/** @throws Problem `invalid_input` on `snoozed_until` if missing or in the past; on `fields.{id}` */
export const setStatus = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setStatus>) =>
  ctx.transaction((tx) => setStatusIn(ctx, tx, actor, input))

const isOver = (status: Conversation['status']) => status === 'resolved' || status === 'spam'

/** @throws Problem as `setStatus` */
export function checkSnooze(
  ctx: Context,
  { status, snoozed_until }: Pick<Input<typeof contract.setStatus>, 'status' | 'snoozed_until'>,
): void {
  if (status !== 'snoozed') return
  if (!snoozed_until) throw new Problem('invalid_input', { snoozed_until: ['required'] })
  if (Date.parse(snoozed_until) <= ctx.now())
    throw new Problem('invalid_input', { snoozed_until: ['time_past'] })
}

/** Members need all required fields to resolve. Rules don't, and neither does undoing a reopen (`isBack`). */
export async function setStatusIn(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  input: Input<typeof contract.setStatus>,
  isBack = false,
): Promise<Conversation> {
  checkSnooze(ctx, input)
  const key = keyOf(actor, input)
  const { status, snoozed_until, fields } = input
  const now = new Date(ctx.now()).toISOString()
  const found = await mustFind(tx, key)
  const before = fields ? await setFieldsIn(ctx, tx, actor, found, fields) : found
  if (before.status === status && status !== 'snoozed') return asConversation(before)
  if (status === 'resolved' && actor.user_id !== null && !isBack) await mustBeComplete(tx, before)
  const changes: store.Changes = {
    status,
    snoozed_until: status === 'snoozed' ? (snoozed_until ?? null) : null,
    resolved_at: status === 'resolved' ? now : null,
    // After reopening, the customer counts as waiting since their last unanswered message.
    waiting_since:
      status === 'open' ? (before.waiting_since ?? (await clockStore.owedSince(tx, before))) : null,
  }
  const isReopened = isOver(before.status) && !isOver(status)
  if (isReopened && (await isAssigneeUnable(tx, before))) changes.assignee_id = null
  // A message sent before closing that is still in its undo window doesn't reopen it.
  if (before.scheduled_count > 0) await keepStatusOfHeld(tx, key, status !== 'open')
  const isVisible = status === 'resolved' || before.status === 'resolved'
  const details = { event: 'status_changed', status } as const
  const row = changed(await appendEvent(ctx, tx, key, actor, details, isVisible, changes))
  if (before.status === 'spam') await answerWhatWaits(tx, row)
  return asConversation(row)
}

/** @throws Problem `invalid_input` on `assignee_id` if not a member or unable to reply */
export const assignConversation = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.assignConversation>,
) => ctx.transaction((tx) => assignConversationIn(ctx, tx, actor, input))

export async function assignConversationIn(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  input: Input<typeof contract.assignConversation>,
): Promise<Conversation> {
  const key = keyOf(actor, input)
  const { assignee_id } = input
  const before = await mustFind(tx, key)
  if (before.assignee_id === assignee_id) return asConversation(before)
  const assignee = assignee_id ? await findAssignee(tx, actor.integration_id, assignee_id) : undefined
  if (typeof assignee === 'string') throw new Problem('invalid_input', { assignee_id: [assignee] })
  const details = { event: 'assigned', assignee_name: assignee?.name ?? null } as const
  return asConversation(changed(await appendEvent(ctx, tx, key, actor, details, false, { assignee_id })))
}

/** @throws Problem `invalid_input` on `team_id` if the workspace has no such team */
export const assignTeam = (ctx: Context, actor: MemberActor, input: Input<typeof contract.assignTeam>) =>
  ctx.transaction((tx) => assignTeamIn(ctx, tx, actor, input))

export async function assignTeamIn(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  input: Input<typeof contract.assignTeam>,
): Promise<Conversation> {
  const key = keyOf(actor, input)
  const { team_id } = input
  const before = await mustFind(tx, key)
  if (before.team_id === team_id) return asConversation(before)
  const team = team_id ? await findTeam(tx, { integration_id: actor.integration_id, team_id }) : undefined
  if (team_id && !team) throw new Problem('invalid_input', { team_id: ['team_unknown'] })
  const details = { event: 'team_assigned', team_name: team?.name ?? null } as const
  return asConversation(changed(await appendEvent(ctx, tx, key, actor, details, false, { team_id })))
}
