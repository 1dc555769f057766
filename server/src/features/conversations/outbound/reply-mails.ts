import { defaultMailDelay, type Input, isBlocked, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type MemberActor, queueCustomerMail } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { append } from '../messages/append.ts'
import type { Entry } from '../messages/entry.ts'
import { type Key, lockConversation } from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'
import { isVisitorOnline } from '../visitor/visitor-presence.ts'
import { mailOfReplies } from './mails.ts'
import { type Address, decideReplyMail, hasText, type ReplyMailDecision } from './reply-mail.ts'
import * as store from './reply-mail-store.ts'

/*
 * Emails replies to customers who left before they saw them. A reply sets the conversation's `mail_due_at` in
 * its own transaction. When the time has come, the task locks the conversation, decides, and clears it in the
 * transaction that queues the email. So replies of one burst are emailed once, across crashes and restarts.
 */

const batch = 200
const msOf = (time: string | null) => (time === null ? null : Date.parse(time))

function addressOf(facts: store.MailFacts): Address | null {
  const { is_identified, verified_claim_email, claimed_email, started_by, email } = facts
  if (is_identified && verified_claim_email) return { email: verified_claim_email, source: 'signed' }
  if (claimed_email) return { email: claimed_email, source: 'typed' }
  if (!started_by || !email) return null
  return { email, source: facts.has_own_browser || facts.is_email_said ? 'typed' : 'team' }
}
/** A conversation the team started with a contact who has no chat. */
const isMailOnly = ({ started_by, has_own_browser }: store.MailFacts) =>
  started_by !== null && !has_own_browser
const delayOf = (facts: store.MailFacts) =>
  facts.email_delay_min ?? (isMailOnly(facts) ? defaultMailDelay : null)
/** From presence, or from the table if the node that knew it has crashed. */
const isOnline = (ctx: Context, facts: store.MailFacts) => facts.is_online || isVisitorOnline(ctx, facts)
const hasUnsubscribed = (
  db: Db,
  { integration_id }: Key,
  { contact_id }: store.MailFacts,
  to: Address | null,
) => (to ? store.isUnsubscribed(db, { integration_id, contact_id, email: to.email }) : false)

/** Emails unseen replies to customers who have been away long enough. Called by the scheduler. */
export async function mailUnseenReplies(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await store.listMailsDue(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    try {
      await ctx.transaction((tx) => mailRepliesOf(ctx, tx, key))
    } catch (error) {
      // One failure doesn't block the others; it is retried with the next run.
      ctx.log.error({ err: error, conversation_id }, 'conversations: failed to email replies')
    }
  }
}

async function mailRepliesOf(ctx: Context, tx: Tx, key: Key): Promise<void> {
  if (!(await lockConversation(tx, key))) {
    await store.setMailTimes(tx, key, { mail_due_at: null })
    return
  }
  const facts = await store.findMailFacts(tx, key)
  if (!facts?.mail_due_at || Date.parse(facts.mail_due_at) > ctx.now()) return
  const replies = await store.listUnseenReplies(tx, key, facts)
  const address = addressOf(facts)
  const decision = decideReplyMail(
    {
      status: facts.status,
      is_blocked: isBlocked(facts, ctx.now()),
      is_gone: facts.merged_into_id !== null || facts.deletes_at !== null,
      after_min: delayOf(facts),
      is_online: isOnline(ctx, facts),
      last_seen_at: msOf(facts.last_seen_at),
      replies: replies.map(({ sent_at }) => Date.parse(sent_at)),
      address,
      is_unsubscribed: await hasUnsubscribed(tx, key, facts, address),
    },
    ctx.now(),
  )
  if (decision.action === 'wait') {
    await store.setMailTimes(tx, key, { mail_due_at: new Date(decision.until).toISOString() })
    return
  }
  const details = await actOn(ctx, tx, key, decision, { facts, replies })
  const times = {
    mail_due_at: null,
    ...(details?.emailed_to ? { mailed_until: replies.at(-1)?.sent_at ?? null } : {}),
  }
  await store.setMailTimes(tx, key, times)
  if (details) await append(ctx, tx, key, systemEvent(details, false))
}

/** @returns the event for the team; undefined if it is already known or irrelevant */
async function actOn(
  ctx: Context,
  tx: Tx,
  key: Key,
  decision: Exclude<ReplyMailDecision, { action: 'wait' }>,
  { facts, replies }: { facts: store.MailFacts; replies: Parameters<typeof mailOfReplies>[4] },
): Promise<Entry['details'] | undefined> {
  if (decision.action === 'send') {
    const { to } = decision
    const mail = mailOfReplies(ctx, key, facts, to, replies)
    const outcome = await queueCustomerMail(ctx, tx, key.integration_id, mail)
    return outcome.is_queued
      ? { event: 'reply_emailed', emailed_to: to.email, has_text: hasText(to) }
      : { event: 'reply_not_emailed', not_emailed_reason: 'limit' }
  }
  const { because } = decision
  if (!because || because === (await store.lastOutcome(tx, key))) return undefined
  return { event: 'reply_not_emailed', not_emailed_reason: because }
}

export async function getReplyEmail(
  ctx: Context,
  { integration_id }: MemberActor,
  { conversation_id }: Input<typeof contract.getReplyEmail>,
): Promise<contract.ReplyEmail> {
  const key = { integration_id, conversation_id }
  const facts = await store.findMailFacts(ctx.db, key)
  if (!facts) throw new Problem('not_found')
  const address = addressOf(facts)
  return {
    contact_id: facts.contact_id,
    is_online: isOnline(ctx, facts),
    email: address?.email ?? null,
    has_text: address !== null && hasText(address),
    is_unsubscribed: await hasUnsubscribed(ctx.db, key, facts, address),
    after_min: delayOf(facts),
    is_email_only: isMailOnly(facts),
  }
}
