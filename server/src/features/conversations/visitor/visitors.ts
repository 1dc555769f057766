import { type Input, Problem } from '@ozvi/contract'
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
import { claimFiles, ofVisitor } from '#features/files'
import { hasTeam } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { append, type Appended, type Entry, Merged, assertNotEmpty, once } from '../messages/append.ts'
import { handOver } from '../assistant/automation.ts'
import { isDeleted } from '../record/deletion-store.ts'
import { answerMessage } from '../assistant/answer-job.ts'
import { requireConfirmation } from '../scheduled/scheduled.ts'
import { getOwnConversation } from '../record/get-conversation.ts'
import { findOrCreateOpenConversation } from '../timers/scheduled-tasks.ts'
import { recordReopening } from '../reading/reopening.ts'
import { replyWithTx } from '../messages/reply-to.ts'
import { toVisitorConversation, toVisitorMessage } from '../record/rows.ts'
import { subjectOf } from '../messages/subject.ts'
import { readMessages } from '../messages/message-changes-store.ts'
import * as clockStore from '../timers/sla-store.ts'
import * as store from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'

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
  return (await readMessages(ctx.db, key, input, true)).map(toVisitorMessage)
}

/** Who writes as the customer: a visitor, or someone who opened the link in an email and has no session. */
export type Sender = Pick<VisitorActor, 'integration_id' | 'visitor_id' | 'name' | 'is_test'> &
  ({ token_hash: Buffer } | { link_home: VisitorHome })

/**
 * Stores a customer's message, reopens a resolved or waiting conversation and queues an answer. Spam stays
 * spam and queues nothing. The first message with an unknown conversation id starts that conversation.
 *
 * @throws Problem `not_found` if it is someone else's conversation
 * @throws Problem `invalid_input` on `id` if used before for another text
 */
export async function sendVisitorMessage(
  ctx: Context,
  visitor: Sender,
  input: Input<typeof contract.sendVisitorMessage>,
) {
  assertNotEmpty(input)
  for (;;) {
    try {
      return await sendToOpenConversation(ctx, visitor, input)
    } catch (error) {
      // Merged or deleted in the meantime: the message belongs to the conversation's successor.
      if (!(error instanceof Merged)) throw error
    }
  }
}

async function sendToOpenConversation(
  ctx: Context,
  visitor: Sender,
  input: Input<typeof contract.sendVisitorMessage>,
) {
  const { integration_id, visitor_id } = visitor
  const { id, body, file_ids } = input
  const { conversation_id, follows } = await findOrCreateOpenConversation(
    ctx.db,
    { integration_id, visitor_id, conversation_id: input.conversation_id },
    ctx.now(),
  )
  const sent_to = { ...input, conversation_id }
  const key = { integration_id, conversation_id }
  const message = await once(ctx, key, { author_id: visitor_id, id, body, file_ids, kind: 'text' }, () =>
    ctx.transaction(async (tx) => {
      const attachments = await claimFiles(tx, ofVisitor(visitor), file_ids)
      const by_link = 'link_home' in visitor ? { by_link: true } : {}
      // If the conversation continues in another one, the message replied to may have stayed behind.
      const isMoved = conversation_id !== input.conversation_id
      const details = { ...by_link, ...(isMoved ? {} : await replyWithTx(tx, key, input.reply_to, true)) }
      let appended = await appendFromVisitor(ctx, tx, visitor, sent_to, { attachments, details })
      if (!appended) {
        // also when a concurrent request was faster: it may be the same message sent twice
        await start(ctx, tx, visitor, sent_to, { body, attachments }, follows)
        appended = await appendFromVisitor(ctx, tx, visitor, sent_to, { attachments, details })
      }
      if (!appended) return undefined
      const { conversation, message } = appended
      if (conversation.woken_seq === message.seq) await noteWoken(ctx, tx, key)
      await recordReopening(ctx, tx, appended)
      await requireConfirmation(ctx, tx, key)
      if (conversation.handler === 'assistant' && conversation.status !== 'spam')
        await tx.enqueue(answerMessage, { ...key, seq: message.seq })
      return appended
    }),
  )
  return toVisitorMessage(message)
}

function appendFromVisitor(
  ctx: Context,
  tx: Tx,
  visitor: Sender,
  input: Input<typeof contract.sendVisitorMessage>,
  message: Pick<Entry, 'attachments' | 'details'>,
): Promise<Appended | undefined> {
  const { visitor_id, name, integration_id } = visitor
  const { conversation_id, id, body, locale } = input
  return append(
    ctx,
    tx,
    { integration_id, conversation_id },
    {
      id,
      body,
      ...message,
      kind: 'text',
      author: 'contact',
      author_id: visitor_id,
      author_name: name,
      is_visible: true,
    },
    (at) => ({
      status: store.reopenedStatus,
      woken_seq: store.seqOfWaking,
      snoozed_until: null,
      resolved_at: null,
      locale,
      waiting_since: clockStore.waitingSinceExpression(at),
    }),
    { visitor_id },
  )
}

const noteWoken = (ctx: Context, tx: Tx, key: store.Key) =>
  append(ctx, tx, key, systemEvent({ event: 'woken_by_customer', status: 'open' }, false))

const noteFollows = (ctx: Context, tx: Tx, key: store.Key, { id, number }: { id: string; number: number }) =>
  append(ctx, tx, key, systemEvent({ event: 'follows', follows_id: id, follows_number: number }, false))

async function start(
  ctx: Context,
  tx: Tx,
  visitor: Sender,
  { conversation_id, locale, page }: Input<typeof contract.sendVisitorMessage>,
  message: Pick<contract.Message, 'body' | 'attachments'>,
  follows: { id: string; number: number } | null,
): Promise<void> {
  const { is_test } = visitor
  const home = 'link_home' in visitor ? visitor.link_home : await lockHome(tx, visitor.token_hash)
  const { integration_id, contact_id, origin_id } = home
  if (await isDeleted(tx, { integration_id, conversation_id })) throw new Merged()
  const created_at = new Date(ctx.now()).toISOString()
  if (page) await insertPageVisit(tx, home, page, created_at)
  const isNew = await store.insertConversation(tx, {
    integration_id,
    id: conversation_id,
    contact_id,
    origin_id,
    subject: subjectOf(message),
    locale,
    page_url: page?.url ?? null,
    is_test,
    created_at,
    follows_id: follows?.id ?? null,
    handler: (await startsWithTeam(ctx, tx, home)) ? 'team' : 'assistant',
  })
  if (isNew && follows) await noteFollows(ctx, tx, { integration_id, conversation_id }, follows)
  await touchContact(tx, home, created_at, locale)
  await emitContact(tx, home)
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
