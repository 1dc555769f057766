import * as z from 'zod/mini'
import { defineJob } from '../jobs/index.ts'

/** One recipient; the message id makes a repeated delivery recognisable (REL-23). */
export const sendMail = defineJob(
  'mail.send',
  z.object({
    message_id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    /** Ends mails of this kind by one POST (RFC 8058). */
    unsubscribe_url: z.optional(z.string()),
  }),
  // The first tries come soon, since somebody waits for the letter; the last after some hours.
  { retry_limit: 11, retry_delay_s: 5, heartbeat_s: 30, expire_s: 120 },
)
