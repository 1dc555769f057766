import * as z from 'zod/mini'
import { autoAssignJob } from '#features/teams'
import { continueAction } from '#features/bulk-actions'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { changeMany, changeManyJob } from './bulk/bulk.ts'
import { autoAssign, autoAssignEverywhere } from './assignment/assignment.ts'
import { reassign, emitPublicProfileOf } from './assistant/reassign.ts'
import { deleteOldMerges, markOverdue, resolveInactive, unsnoozeDue } from './timers/scheduled-tasks.ts'
import { mailUnseenReplies } from './outbound/reply-mails.ts'
import { deleteEmptyConversations } from './outbound/outbound.ts'
import { mergeCounts } from './listing/filter-store.ts'
import { indexWords } from './listing/search-store.ts'
import { sendDue } from './scheduled/scheduled.ts'
import { sendScheduled } from './scheduled/scheduled-job.ts'

/** Reassigns the conversations of a member who has left. */
export const reassignConversationsJob = defineJob(
  'conversations.pass_on',
  z.object({
    integration_id: z.uuid(),
    from_user_id: z.uuid(),
    to_user_id: z.nullable(z.uuid()),
    /** The member who removed them. */
    by: z.object({ user_id: z.uuid(), name: z.string() }),
  }),
  { retry_limit: 5, retry_delay_s: 5, expire_s: 600 },
)
/** Sends a member's changed profile to the customers they are talking to. */
export const emitPublicProfileJob = defineJob(
  'conversations.tell_face',
  z.object({ integration_id: z.uuid(), user_id: z.uuid() }),
  { retry_limit: 3, retry_delay_s: 5, expire_s: 300 },
)
const noteOverdueNow = defineJob('conversations.note_overdue', z.object({}), { retry_limit: 0, expire_s: 60 })
const resolveSilentNow = defineJob('conversations.resolve_silent', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const wakeSnoozedNow = defineJob('conversations.wake_snoozed', z.object({}), { retry_limit: 0, expire_s: 60 })

/** Finds members who came online at a node that crashed before it could publish it. */
const autoAssignNow = defineJob('conversations.hand_out', z.object({}), {
  retry_limit: 0,
  expire_s: 60,
})
const forgetMergesNow = defineJob('conversations.forget_merges', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const deleteEmptyJob = defineJob('conversations.forget_unsaid', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const mergeCountsNow = defineJob('conversations.merge_counts', z.object({}), { retry_limit: 0, expire_s: 60 })
const mailUnseenRepliesNow = defineJob('conversations.mail_unseen_replies', z.object({}), {
  retry_limit: 0,
  expire_s: 60,
})
const learnWordsNow = defineJob('conversations.learn_words', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
  in_turn: true,
})

export function conversationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(reassignConversationsJob, (leaving) => reassign(ctx, leaving))
  jobs.register(emitPublicProfileJob, (whose) => emitPublicProfileOf(ctx, whose))
  jobs.register(changeManyJob, (action) => continueAction(ctx, action, changeMany))
  jobs.register(autoAssignJob, ({ integration_id }) => autoAssign(ctx, integration_id))
  jobs.register(autoAssignNow, () => autoAssignEverywhere(ctx))
  jobs.schedule(autoAssignNow, '* * * * *', {})
  jobs.register(sendScheduled, (due) => sendDue(ctx, due))
  jobs.register(noteOverdueNow, () => markOverdue(ctx))
  jobs.schedule(noteOverdueNow, '* * * * *', {})
  jobs.register(resolveSilentNow, () => resolveInactive(ctx))
  jobs.schedule(resolveSilentNow, '*/5 * * * *', {})
  jobs.register(wakeSnoozedNow, () => unsnoozeDue(ctx))
  jobs.schedule(wakeSnoozedNow, '* * * * *', {})
  jobs.register(forgetMergesNow, () => deleteOldMerges(ctx))
  jobs.schedule(forgetMergesNow, '17 3 * * *', {})
  jobs.register(mergeCountsNow, async () => void (await mergeCounts(ctx.db)))
  jobs.schedule(mergeCountsNow, '* * * * *', {})
  jobs.register(mailUnseenRepliesNow, () => mailUnseenReplies(ctx))
  jobs.schedule(mailUnseenRepliesNow, '* * * * *', {})
  jobs.register(deleteEmptyJob, () => deleteEmptyConversations(ctx))
  jobs.schedule(deleteEmptyJob, '37 3 * * *', {})
  jobs.register(learnWordsNow, () => ctx.transaction((tx) => indexWords(tx, isoNow(ctx))))
  jobs.schedule(learnWordsNow, '* * * * *', {})
}
