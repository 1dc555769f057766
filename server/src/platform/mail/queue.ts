import type { Config } from '../context/config.ts'
import type { MailQueue } from '../context/context.ts'
import type { Log } from '../database/index.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { deleteMailsAbout, sealMail, sendMailJob } from './jobs.ts'
import { countMail, recipientHash, senderErrorOf } from './limits.ts'
import type { Mailbox } from './mailbox.ts'

const developmentFactor = 100
/** Confirmation and reset links are sent before emails to customers, because someone is waiting for them. */
const priorities = { account: 2, notice: 1, customer: 0, transcript: 0 }

export function createMailQueue({
  config,
  secrets,
  mailbox,
  log,
  now,
}: {
  config: Config
  secrets: Secrets
  mailbox: Mailbox
  log: Log
  now: () => number
}): MailQueue {
  const factor = config.is_production || config.rate_limits === 'strict' ? 1 : developmentFactor
  const figures = { hourly_max: config.mail_hourly_max, factor }
  const queued = { account: 0, notice: 0, customer: 0, transcript: 0 }
  const rejected = { recipient: 0, sender: 0, installation: 0 }
  return {
    counts: { queued, rejected },
    async queue(tx, { kind, sender, ...mail }) {
      const recipient = recipientHash(secrets, mail.to)
      const error = await countMail(tx, { kind, recipient, sender }, figures, now())
      if (error) {
        rejected[error.limit]++
        const { limit, max } = error
        log.warn({ kind, limit, max, sender: sender?.key }, 'mail: not sent, limit reached')
        return error
      }
      await tx.enqueue(sendMailJob, sealMail(secrets, mail), { priority: priorities[kind] })
      queued[kind]++
      return { is_queued: true }
    },
    async deleteAbout(tx, ids, addresses) {
      await deleteMailsAbout(tx, secrets, ids, addresses)
      await mailbox.deleteAbout(ids)
    },
    senderError: (db, sender) => senderErrorOf(db, sender, now(), factor),
  }
}
