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
import { sendScheduledJob } from './scheduled/scheduled-job.ts'

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
const markOverdueJob = defineJob('conversations.note_overdue', z.object({}), { retry_limit: 0, expire_s: 60 })
const resolveInactiveJob = defineJob('conversations.resolve_silent', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const unsnoozeJob = defineJob('conversations.wake_snoozed', z.object({}), { retry_limit: 0, expire_s: 60 })

/** Finds members who came online at a node that crashed before it could publish it. */
const autoAssignAllJob = defineJob('conversations.hand_out', z.object({}), {
  retry_limit: 0,
  expire_s: 60,
})
const deleteOldMergesJob = defineJob('conversations.forget_merges', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const deleteEmptyJob = defineJob('conversations.forget_unsaid', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})
const mergeCountsJob = defineJob('conversations.merge_counts', z.object({}), { retry_limit: 0, expire_s: 60 })
const mailUnseenRepliesJob = defineJob('conversations.mail_unseen_replies', z.object({}), {
  retry_limit: 0,
  expire_s: 60,
})
const indexWordsJob = defineJob('conversations.learn_words', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
  in_turn: true,
})

export function conversationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(reassignConversationsJob, (leaving) => reassign(ctx, leaving))
  jobs.register(emitPublicProfileJob, (whose) => emitPublicProfileOf(ctx, whose))
  jobs.register(changeManyJob, (action) => continueAction(ctx, action, changeMany))
  jobs.register(autoAssignJob, ({ integration_id }) => autoAssign(ctx, integration_id))
  jobs.register(autoAssignAllJob, () => autoAssignEverywhere(ctx))
  jobs.schedule(autoAssignAllJob, '* * * * *', {})
  jobs.register(sendScheduledJob, (due) => sendDue(ctx, due))
  jobs.register(markOverdueJob, () => markOverdue(ctx))
  jobs.schedule(markOverdueJob, '* * * * *', {})
  jobs.register(resolveInactiveJob, () => resolveInactive(ctx))
  jobs.schedule(resolveInactiveJob, '*/5 * * * *', {})
  jobs.register(unsnoozeJob, () => unsnoozeDue(ctx))
  jobs.schedule(unsnoozeJob, '* * * * *', {})
  jobs.register(deleteOldMergesJob, () => deleteOldMerges(ctx))
  jobs.schedule(deleteOldMergesJob, '17 3 * * *', {})
  jobs.register(mergeCountsJob, async () => void (await mergeCounts(ctx.db)))
  jobs.schedule(mergeCountsJob, '* * * * *', {})
  jobs.register(mailUnseenRepliesJob, () => mailUnseenReplies(ctx))
  jobs.schedule(mailUnseenRepliesJob, '* * * * *', {})
  jobs.register(deleteEmptyJob, () => deleteEmptyConversations(ctx))
  jobs.schedule(deleteEmptyJob, '37 3 * * *', {})
  jobs.register(indexWordsJob, () => ctx.transaction((tx) => indexWords(tx, isoNow(ctx))))
  jobs.schedule(indexWordsJob, '* * * * *', {})
}
