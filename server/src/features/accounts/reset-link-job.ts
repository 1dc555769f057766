import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Emails a password reset link if the address belongs to an account. */
export const mailResetLinkJob = defineJob('accounts.mail_reset_link', z.object({ email: z.string() }), {
  expire_s: 60,
})
