import { createHmac } from 'node:crypto'
import { type FieldCode, Problem, day_ms, hour_ms } from '@ozvi/contract'
import type { Db, Tx } from '../context/context.ts'
import { lockName } from '../database/named-lock.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { MailKind, MailLimit, MailError, MailSender } from './mail.ts'

export const logTtl_ms = 2 * day_ms
/** Emails of one kind to one address per hour, regardless of who requests them. */
const recipientMax: Record<MailKind, number> = { account: 5, notice: 60, customer: 20, transcript: 3 }

/** Identifies an address in the log without revealing it. */
export const recipientHash = (secrets: Secrets, address: string): Buffer =>
  createHmac('sha256', secrets.derive('mail-recipient')).update(address.toLowerCase()).digest()

type LogQuery = ReturnType<typeof mailLog>
const mailLog = (db: Db) => db.selectFrom('mail_log')

/** When the window allows another email; undefined while it contains fewer than `max`. */
async function reopensAt(query: LogQuery, max: number, window_ms: number, now: number) {
  const row = await query
    .where('queued_at', '>', new Date(now - window_ms).toISOString())
    .select('queued_at')
    .orderBy('queued_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return row && Date.parse(row.queued_at) + window_ms
}

const limitError = (limit: MailLimit, code: FieldCode, max: number, wait_ms: number): MailError => ({
  is_queued: false,
  limit,
  code,
  max,
  retry_after_s: Math.max(1, Math.ceil(wait_ms / 1000)),
})
/** The 429 for a request whose purpose was an email, with the reason on one of its fields. */
export const mailProblem = ({ code, max, retry_after_s }: MailError, field: string): Problem =>
  new Problem('rate_limited', { [field]: [`${code}:${max}`] }, { retry_after_s })

/**
 * Serializes transactions that email the same address or for the same workspace, so that no limit is
 * exceeded.
 */
const lock = (tx: Tx, name: string) => lockName(tx, `mail:${name}`)

interface Counted {
  kind: MailKind
  recipient: Buffer
  sender?: MailSender | undefined
}
export interface MailStats {
  /** Emails of one kind per hour, to all addresses. */
  hourly_max: number
  /** Multiplies every other limit; more than 1 in development only. */
  factor: number
}

/** Whether a workspace can send another email to a customer now. */
export async function senderErrorOf(
  db: Db,
  { key, daily_max, limit_code: code }: MailSender,
  now: number,
  factor: number,
): Promise<MailError | undefined> {
  const max = daily_max * factor
  const until = await reopensAt(mailLog(db).where('sender', '=', key), max, day_ms, now)
  return until ? limitError('sender', code, max, until - now) : undefined
}

/** Counts an email toward its limits. @returns the exceeded limit; then nothing is counted */
export async function countMail(
  tx: Tx,
  { kind, recipient, sender }: Counted,
  { hourly_max, factor }: MailStats,
  now: number,
): Promise<MailError | undefined> {
  await lock(tx, recipient.toString('hex'))
  if (sender) await lock(tx, sender.key)
  const ofKind = mailLog(tx).where('kind', '=', kind)
  const max = recipientMax[kind] * factor
  const until = await reopensAt(ofKind.where('recipient', '=', recipient), max, hour_ms, now)
  if (until) return limitError('recipient', 'mail_recipient_limit', max, until - now)
  const senderError = sender && (await senderErrorOf(tx, sender, now, factor))
  if (senderError) return senderError
  // Notices are never held back: an account's owner must be notified even while the installation's limit is
  // exceeded.
  const closed = kind === 'notice' ? undefined : await reopensAt(ofKind, hourly_max, hour_ms, now)
  if (closed) return limitError('installation', 'mail_hourly_limit', hourly_max, closed - now)
  await tx
    .insertInto('mail_log')
    .values({ queued_at: new Date(now).toISOString(), kind, recipient, sender: sender?.key ?? null })
    .execute()
  return undefined
}
