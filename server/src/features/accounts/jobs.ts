import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { mailResetLinkJob } from './reset-link-job.ts'
import { sendResetLink } from './password-reset.ts'
import { deleteOldSessions } from './sessions.ts'

/** Deletes expired sessions and email links. */
export const deleteExpiredJob = defineJob('accounts.forget_expired', z.object({}))

export function accountJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(mailResetLinkJob, (request) => sendResetLink(ctx, request))
  jobs.register(deleteExpiredJob, () =>
    ctx.transaction(async (tx) => {
      await deleteOldSessions(tx, ctx.now())
      const now = isoNow(ctx)
      await tx.deleteFrom('mail_token').where('expires_at', '<', now).execute()
      await tx.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
    }),
  )
  jobs.schedule(deleteExpiredJob, '41 3 * * *', {})
}
