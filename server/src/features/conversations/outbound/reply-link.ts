import { type Input, isBlocked, type LinkMessage, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { VisitorActor } from '#features/contacts'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { type ConversationRow, type MessageRow, visitorOf } from '../record/rows.ts'
import { findConversation, findLive, type Key } from '../record/store.ts'
import { sendVisitorMessage } from '../visitor/visitors.ts'
import { type ReplyLinkNames, replyLinkOf } from './links.ts'
import { findMailFacts } from './reply-mail-store.ts'
import * as store from './reply-link-store.ts'

/*
 * The reply link in an email. It creates no visitor and no session: it shows replies and accepts an answer.
 * The full conversation is available in the browser that started it.
 */

interface Opened {
  link: ReplyLinkNames
  /** The conversation, or the one it was merged into. */
  row: ConversationRow
  key: Key
}
/**
 * @throws Problem `invalid_input` on `token` if it isn't ours, is expired, or the conversation no longer
 * exists
 */
async function openLink(ctx: Context, token: string): Promise<Opened> {
  const link = replyLinkOf(ctx.secrets, token, ctx.now())
  const started = link && (await findConversation(ctx.db, link))
  const row = started?.merged_into_id ? await findLive(ctx.db, link as Key) : started
  if (!link || !started || !row || visitorOf(row) !== visitorOf(started))
    throw validationError('token', 'token_invalid')
  return { link, row, key: { integration_id: link.integration_id, conversation_id: row.id } }
}

const asLinkMessage = (row: MessageRow): LinkMessage => ({
  id: row.id,
  author: row.author,
  author_name: row.author === 'member' ? (row.author_display_name ?? row.author_name) : null,
  body: row.body,
  file_names: row.attachments.map(({ name }) => name),
  sent_at: row.sent_at,
})

export async function openReplyLink(
  ctx: Context,
  visitor: VisitorActor | undefined,
  { token }: Input<typeof contract.openReplyLink>,
): Promise<contract.ReplyLink> {
  const { link, row, key } = await openLink(ctx, token)
  const facts = await findMailFacts(ctx.db, key)
  if (!facts || facts.deletes_at) throw validationError('token', 'token_invalid')
  const site = { site_url: facts.url, has_history: link.has_history }
  const isOwn =
    visitor?.integration_id === key.integration_id &&
    visitor.visitor_id === visitorOf(row) &&
    visitor.contact_id === row.contact_id
  if (isOwn) return { ...site, own_conversation_id: row.id, messages: [] }
  const messages = await store.listLinkMessages(ctx.db, key, link, facts.mailed_until)
  const newest = messages.findLast(({ author }) => author === 'member')?.sent_at
  if (newest && newest > (facts.mailed_until ?? ''))
    await ctx.transaction((tx) => store.recordShown(tx, key, newest))
  return { ...site, own_conversation_id: null, messages: messages.map(asLinkMessage) }
}

export async function sendLinkReply(
  ctx: Context,
  _visitor: VisitorActor | undefined,
  { token, id, body, locale }: Input<typeof contract.sendLinkReply>,
): Promise<LinkMessage> {
  const { row, key } = await openLink(ctx, token)
  const facts = await findMailFacts(ctx.db, key)
  if (!facts || facts.deletes_at) throw validationError('token', 'token_invalid')
  if (isBlocked(facts, ctx.now())) throw new Problem('blocked')
  const { integration_id, contact_id, origin_id, is_test } = row
  const sender = {
    integration_id,
    visitor_id: visitorOf(row),
    name: null,
    is_test,
    link_home: { integration_id, contact_id, origin_id },
  }
  const sent = await sendVisitorMessage(ctx, sender, {
    conversation_id: key.conversation_id,
    id,
    body,
    file_ids: [],
    locale,
  })
  return {
    id: sent.id,
    author: sent.author,
    author_name: null,
    body: sent.body,
    file_names: [],
    sent_at: sent.sent_at,
  }
}
