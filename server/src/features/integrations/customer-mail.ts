import { day_ms } from '@ozvi/contract'
import type { Config } from '#platform/context/config.ts'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import type { Mail, MailOutcome, MailSender } from '#platform/mail/index.ts'
import { proveHost } from './host-proof.ts'
import * as store from './customer-mail-store.ts'

/** Before the website is confirmed. */
const unverifiedMax = 20
/** Emails per 24 hours, by age of the workspace. */
const steps = [
  { from_days: 30, daily_max: 5000 },
  { from_days: 7, daily_max: 1000 },
  { from_days: 0, daily_max: 200 },
]
/** Transcripts of a workspace in 24 hours. */
const transcriptsMax = 500
/** Workspaces of one owner younger than this share a quota, so that creating more doesn't increase it. */
const sharedFor_days = 30

function senderOf(
  { integration_id, owner_id, created_at, host_proven_at }: store.MailFacts,
  { mail_workspace_daily_max }: Config,
  now: number,
): MailSender {
  if (mail_workspace_daily_max)
    return { key: integration_id, daily_max: mail_workspace_daily_max, limit_code: 'mail_daily_limit' }
  const age_days = (now - Date.parse(created_at)) / day_ms
  const key = owner_id && (!host_proven_at || age_days < sharedFor_days) ? owner_id : integration_id
  if (!host_proven_at) return { key, daily_max: unverifiedMax, limit_code: 'mail_unproven_limit' }
  const { daily_max } = steps.find(({ from_days }) => age_days >= from_days) ?? { daily_max: unverifiedMax }
  return { key, daily_max, limit_code: 'mail_daily_limit' }
}

/**
 * Queues an email to a customer within the workspace's daily quota: 20 until its website is confirmed, then
 * 200, after a week 1,000 and after a month 5,000, or `MAIL_WORKSPACE_DAILY_MAX`.
 *
 * @returns whether it was queued, or which limit was exceeded; the caller shows that to the sender
 */
export async function queueCustomerMail(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  mail: Mail,
): Promise<MailOutcome> {
  const facts = await store.getMailFacts(tx, integration_id)
  if (!facts.host_proven_at) await proveHost(ctx, tx, integration_id)
  return ctx.mail.queue(tx, { ...mail, kind: 'customer', sender: senderOf(facts, ctx.config, ctx.now()) })
}

/**
 * Queues the transcript of a conversation. Anyone can ask for one, so transcripts have a quota of their own: they
 * never use up that of the team's emails.
 */
export async function queueTranscriptMail(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  mail: Mail,
): Promise<MailOutcome> {
  const facts = await store.getMailFacts(tx, integration_id)
  const { key, daily_max } = senderOf(facts, ctx.config, ctx.now())
  const sender = {
    key: `transcript:${key}`,
    daily_max: Math.min(daily_max, transcriptsMax),
    limit_code: 'transcript_limit' as const,
  }
  return ctx.mail.queue(tx, { ...mail, kind: 'transcript', sender })
}

/** The limit the next customer email would exceed, to tell the sender in advance. */
export async function customerMailError(ctx: Context, db: Db, integration_id: string) {
  const facts = await store.getMailFacts(db, integration_id)
  return ctx.mail.senderError(db, senderOf(facts, ctx.config, ctx.now()))
}
