import { type BehaviorSettings, type Handler, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  type VisitorHome,
  lockHome,
  insertPageVisit,
  emitContact,
  touchContact,
  type VisitorActor,
} from '#features/contacts'
import { startsWithTeam } from '#features/assistant-settings'
import { getSettings } from '#features/client-settings'
import { assertAcceptsFiles, claimFiles, ofVisitor } from '#features/files'
import { hasTeam } from '#features/integrations'
import { awaitsMessages } from '#features/scenarios'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { append } from '../messages/append.ts'
import { getSent, assertNotEmpty, type Outcome } from '../messages/entry.ts'
import { handOver } from '../assistant/automation.ts'
import { isDeleted } from '../record/deletion-store.ts'
import { requireConfirmation } from '../scheduled/scheduled.ts'
import { getOwnConversation } from '../record/get-conversation.ts'
import { recordReopening } from '../reading/reopening.ts'
import { readFormReply } from '../messages/form-reply.ts'
import { visitorReplyWithTx } from '../messages/reply-to.ts'
import { toVisitorConversation, toVisitorMessage } from '../record/rows.ts'
import { subjectOf } from '../messages/subject.ts'
import { readMessages } from '../messages/message-changes-store.ts'
import * as slaStore from '../timers/sla-store.ts'
import * as store from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'
import { type Destination, findDestination, isPastReopening, reopenableSince } from './destination.ts'

export const visitorConversations = async (db: Db, visitor: Parameters<typeof store.listForVisitor>[1]) =>
  (await store.listForVisitor(db, visitor)).map(toVisitorConversation)

export const listVisitorConversations = (ctx: Context, visitor: VisitorActor) =>
  visitorConversations(ctx.db, visitor)

export async function listVisitorMessages(
  ctx: Context,
  visitor: VisitorActor,
  input: Input<typeof contract.listVisitorMessages>,
) {
  await getOwnConversation(ctx.db, visitor, input.conversation_id)
  const key = { integration_id: visitor.integration_id, conversation_id: input.conversation_id }
  return (await readMessages(ctx.db, key, { ...input, isVisitor: true })).map(toVisitorMessage)
}

/** Who writes as the customer: a visitor, or someone who opened the link in an email and has no session. */
export type Sender = Pick<VisitorActor, 'integration_id' | 'visitor_id' | 'name' | 'is_test'> &
  (Pick<VisitorActor, 'token_hash' | 'contact_id'> | { link_home: VisitorHome })

/**
 * Stores a customer's message, reopens a resolved or waiting conversation and queues an answer. Spam stays
 * spam and queues nothing. The first message with an unknown conversation id starts that conversation.
 *
 * @throws Problem `not_found` if it is someone else's conversation
 * @throws Problem `invalid_input` on `id` if used before for another text; on `file_ids` if the workspace
 * accepts no files; on what `readFormReply` names
 */
export async function sendVisitorMessage(
  ctx: Context,
  visitor: Sender,
  sent: Input<typeof contract.sendVisitorMessage>,
) {
  const { integration_id } = visitor
  const input = await readFormReply(ctx.db, visitor, sent)
  assertNotEmpty(input)
  const { body, file_ids, conversation_id } = input
  if (file_ids.length > 0) await assertAcceptsFiles(ctx.db, integration_id, 'file_ids')
  // Most messages go to a conversation that isn't resolved; the others need the settings.
  const reopenable_since = reopenableSince(ctx.now(), { reopen_days: 0 })
  let outcome = await ctx.transaction((tx) =>
    send(ctx, tx, visitor, input, { conversation_id, reopenable_since }),
  )
  if (isUndelivered(outcome)) {
    const { behavior } = await getSettings(ctx.db, integration_id)
    for (let tries = 0; tries < triesMax && isUndelivered(outcome); tries++)
      outcome = await sendToDestination(ctx, visitor, input, behavior)
  }
  return toVisitorMessage(getSent(outcome, { body, file_ids, kind: 'text' }))
}
/** The conversation can be merged or deleted between the lookup and the send, rarely more than once. */
const triesMax = 5
const isUndelivered = ({ kind }: Outcome) => kind === 'merged' || kind === 'absent'

/** The visitor's newest conversation that a message can continue; undefined if there is none. */
async function findCurrent(db: Db, visitor: Sender, reopenable_since: string): Promise<string | undefined> {
  if (!('contact_id' in visitor)) return undefined
  const rows = await store.listForVisitor(db, visitor)
  return rows.find((row) => !row.merged_into_id && !isPastReopening(row, reopenable_since))?.id
}

/**
 * Sends to the conversation that continues the one the message was written in, and creates it if needed. Where visitors
 * have one conversation at a time, that is their current one.
 */
async function sendToDestination(
  ctx: Context,
  visitor: Sender,
  input: Input<typeof contract.sendVisitorMessage>,
  behavior: BehaviorSettings,
): Promise<Outcome> {
  const { integration_id, visitor_id } = visitor
  const reopenable_since = reopenableSince(ctx.now(), behavior)
  const { conversation_id, exists, follows } = await findDestination(
    ctx.db,
    { integration_id, visitor_id, conversation_id: input.conversation_id },
    reopenable_since,
  )
  const isLimited = !exists && !behavior.has_several_conversations
  const current_id = isLimited ? await findCurrent(ctx.db, visitor, reopenable_since) : undefined
  return ctx.transaction(async (tx) => {
    if (current_id) return send(ctx, tx, visitor, input, { conversation_id: current_id, reopenable_since })
    if (isLimited) {
      await store.lockFirstMessages(tx, visitor)
      // Another message has just started it: the next try finds it.
      if (await findCurrent(tx, visitor, reopenable_since)) return { kind: 'absent' }
    }
    if (!exists && !(await start(ctx, tx, visitor, input, { conversation_id, follows })))
      return { kind: 'absent' }
    return send(ctx, tx, visitor, input, { conversation_id, reopenable_since })
  })
}

async function send(
  ctx: Context,
  tx: Tx,
  visitor: Sender,
  {
    conversation_id: sent_to_id,
    id,
    body,
    file_ids,
    locale,
    reply_to,
    button_id,
    form_values,
  }: Input<typeof contract.sendVisitorMessage>,
  { conversation_id, reopenable_since }: { conversation_id: string; reopenable_since: string },
): Promise<Outcome> {
  const { integration_id, visitor_id, name } = visitor
  const key = { integration_id, conversation_id }
  // If the conversation continues in another one, the message replied to may have stayed behind.
  const isMoved = conversation_id !== sent_to_id
  const outcome = await append(
    ctx,
    tx,
    key,
    {
      id,
      body,
      attachments: await claimFiles(tx, ofVisitor(visitor), file_ids),
      details: {
        ...('link_home' in visitor ? { by_link: true } : {}),
        ...(isMoved ? {} : await visitorReplyWithTx(tx, key, { reply_to, button_id, form_values })),
      },
      kind: 'text',
      author: 'contact',
      author_id: visitor_id,
      author_name: name,
      is_visible: true,
    },
    {
      changes: (at) => ({
        status: store.reopenedStatus,
        unsnoozed_seq: store.seqOfWaking,
        snoozed_until: null,
        resolved_at: null,
        locale,
        waiting_since: slaStore.waitingSinceExpression(at),
      }),
      condition: { visitor_id, unless_resolved_before: reopenable_since },
    },
  )
  if (outcome.kind !== 'appended') return outcome
  const { conversation, message } = outcome
  if (conversation.unsnoozed_seq === message.seq)
    await append(ctx, tx, key, systemEvent({ event: 'unsnoozed_by_customer', status: 'open' }, false))
  await recordReopening(ctx, tx, outcome)
  if (conversation.scheduled_count > 0) await requireConfirmation(ctx, tx, key)
  return outcome
}

/**
 * Creates a conversation for a scenario that the visitor's page starts. It appears in lists with its first message.
 *
 * @returns false if the id is taken, or was used for a conversation that was deleted
 */
export async function startForScenario(
  ctx: Context,
  tx: Tx,
  home: VisitorHome,
  {
    conversation_id: id,
    locale,
    page,
    is_test,
  }: Pick<Input<typeof contract.startVisitorScenario>, 'conversation_id' | 'locale' | 'page'> & {
    is_test: boolean
  },
): Promise<boolean> {
  const { integration_id, contact_id, origin_id } = home
  if (await isDeleted(tx, { integration_id, conversation_id: id })) return false
  const created_at = isoNow(ctx)
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id,
    contact_id,
    origin_id,
    subject: '',
    locale,
    page_url: page.url,
    is_test,
    created_at,
    follows_id: null,
    handler: 'scenario',
  })
  await touchContact(tx, home, created_at, locale)
  await emitContact(tx, home)
  return isNew
}

/** A scenario comes first. If none starts, it is given to the assistant or the team. */
async function firstHandler(ctx: Context, tx: Tx, home: VisitorHome): Promise<Handler> {
  if (await awaitsMessages(tx, home.integration_id)) return 'scenario'
  return (await startsWithTeam(ctx, tx, home)) ? 'team' : 'assistant'
}

/** Creates a conversation unless it exists. Returns false if one with this id was deleted. */
async function start(
  ctx: Context,
  tx: Tx,
  visitor: Sender,
  { locale, page, body, file_ids }: Input<typeof contract.sendVisitorMessage>,
  { conversation_id, follows }: Pick<Destination, 'conversation_id' | 'follows'>,
): Promise<boolean> {
  const { is_test } = visitor
  const home = 'link_home' in visitor ? visitor.link_home : await lockHome(tx, visitor.token_hash)
  const { integration_id, contact_id, origin_id } = home
  const key = { integration_id, conversation_id }
  if (await isDeleted(tx, key)) return false
  const created_at = isoNow(ctx)
  if (page) await insertPageVisit(tx, home, page, created_at)
  const attachments = await claimFiles(tx, ofVisitor(visitor), file_ids)
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id: conversation_id,
    contact_id,
    origin_id,
    subject: subjectOf({ body, attachments }),
    locale,
    page_url: page?.url ?? null,
    is_test,
    created_at,
    follows_id: follows?.id ?? null,
    handler: await firstHandler(ctx, tx, home),
  })
  if (isNew && follows) {
    const details = { event: 'follows', follows_id: follows.id, follows_number: follows.number } as const
    await append(ctx, tx, key, systemEvent(details, false))
  }
  await touchContact(tx, home, created_at, locale)
  await emitContact(tx, home)
  return true
}

/**
 * Requests a person. Always possible if the workspace has a team. Idempotent.
 *
 * @throws Problem `no_team` if the workspace has no members who can reply
 */
export async function requestPerson(
  ctx: Context,
  visitor: VisitorActor,
  { conversation_id }: Input<typeof contract.requestPerson>,
) {
  await getOwnConversation(ctx.db, visitor, conversation_id)
  const previous = await store.findLive(ctx.db, { integration_id: visitor.integration_id, conversation_id })
  if (!previous) throw new Problem('not_found')
  if (previous.handler === 'team') return toVisitorConversation(previous)
  const key = { integration_id: visitor.integration_id, conversation_id: previous.id }
  if (!(await hasTeam(ctx.db, visitor.integration_id))) throw new Problem('no_team')
  const handed = await handOver(ctx, key, { reason: 'asked_for_human' })
  return toVisitorConversation(handed ?? (await getOwnConversation(ctx.db, visitor, previous.id)))
}
