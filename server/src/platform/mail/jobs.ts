import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '../context/context.ts'
import { defineJob } from '../jobs/index.ts'
import { seal, unseal } from '../secrets/encryption.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { logTtl_ms } from './limits.ts'
import type { Mail } from './mail.ts'

/** A complete email. Emails contain working links, so the job table stores them encrypted. */
const Sealed = z.object({
  message_id: z.string(),
  sealed: z.string(),
  about: z.optional(z.array(z.string())),
})
/** As queued by older versions. */
const Clear = z.object({
  message_id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe_url: z.optional(z.string()),
})
type Queued = z.infer<typeof Sealed> | z.infer<typeof Clear>

/** One email to one recipient. */
export const sendMailJob = defineJob(
  'mail.send',
  z.union([Sealed, Clear]),
  // The first retries come soon, because someone is waiting for the email; the last one after some hours.
  { retry_limit: 11, retry_delay_s: 5, heartbeat_s: 30, expire_s: 120 },
)
/** Deletes old log rows and encrypts emails queued by older versions. */
export const deleteOldMailsJob = defineJob('mail.tidy', z.object({}))

const rowsAtOnce = 500
const locationOf = (message_id: string) => `job|mail.send|${message_id}`

export const sealMail = (
  secrets: Secrets,
  { message_id, about = [], ...mail }: Mail,
): z.infer<typeof Sealed> => ({
  message_id,
  sealed: seal(secrets.derive('mail-job'), locationOf(message_id), JSON.stringify(mail)).toString('base64'),
  about: [...about],
})
export function unsealMail(secrets: Secrets, queued: Queued): Mail {
  if (!('sealed' in queued)) return queued
  const { message_id, sealed, about } = queued
  const text = unseal(secrets.derive('mail-job'), locationOf(message_id), Buffer.from(sealed, 'base64'))
  // Only `sealMail` writes it.
  return { message_id, about, ...(JSON.parse(text) as Omit<Mail, 'message_id'>) }
}

/** Emails in the job table: queued, sent within the last day, or failed. */
const ofMails = sql`(name = ${sendMailJob.name} or source_name = ${sendMailJob.name})`

/**
 * Deletes emails about a contact or conversation in any state. Emails queued by older versions don't name
 * their subject, so their text is searched.
 *
 * @param ids of the contacts and conversations
 * @param addresses of the contacts
 */
export async function deleteMailsAbout(
  tx: Tx,
  secrets: Secrets,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  await sql`delete from pgboss.job where ${ofMails} and data -> 'about' ?| ${ids}::text[]`.execute(tx)
  const words = [...ids, ...addresses].map((word) => word.toLowerCase())
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; data: Queued }>`
      select id::text, data from pgboss.job
      where ${ofMails} and not data ? 'about' and id > ${after}::uuid
      order by id limit ${rowsAtOnce}`.execute(tx)
    const about = rows.filter(({ data }) => {
      const text = JSON.stringify(unsealMail(secrets, data)).toLowerCase()
      return words.some((word) => text.includes(word))
    })
    const mail_ids = about.map(({ id }) => id)
    await sql`delete from pgboss.job where ${ofMails} and id = any(${mail_ids}::uuid[])`.execute(tx)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

export async function deleteOld(tx: Tx, secrets: Secrets, now: number): Promise<void> {
  const before = new Date(now - logTtl_ms).toISOString()
  await tx.deleteFrom('mail_log').where('queued_at', '<', before).execute()
  const { rows } = await sql<{ id: string; data: z.infer<typeof Clear> }>`
    select id::text, data from pgboss.job
    where ${ofMails} and data ? 'html'
    limit ${rowsAtOnce} for update skip locked`.execute(tx)
  for (const { id, data } of rows)
    await sql`update pgboss.job set data = ${JSON.stringify(sealMail(secrets, data))}::jsonb
      where id = ${id}`.execute(tx)
}
