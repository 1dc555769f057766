import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Mails a link for choosing a new password, if the address belongs to an account. */
export const mailResetLink = defineJob('accounts.mail_reset_link', z.object({ email: z.string() }), {
  expire_s: 60,
})
