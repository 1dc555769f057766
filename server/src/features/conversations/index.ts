import { oneClickUnsubscribe } from '#features/notifications'
import type { Feature } from '#platform/feature.ts'
import { watchMembers } from './assignment/assignment.ts'
import { conversationJobs } from './jobs.ts'
import { unsubscribeFromEmails } from './outbound/outbound.ts'
import { conversationRoutes } from './routes.ts'
import { type ViewerTimings, watchViewers } from './viewers/viewers.ts'

export { deleteDraftsOf } from './drafts/drafts.ts'
export { changeManyJob, reassignOpenWithTx } from './bulk/bulk.ts'
export { mailUnseenReplies } from './outbound/reply-mails.ts'
export { readReturnToken } from './outbound/return-link.ts'
export { countScheduledOf } from './scheduled/scheduled-store.ts'
export { type Actor, nonTextKinds } from './messages/entry.ts'
export { resolverOf } from './record/metrics-columns.ts'
export { setPriorityWithTx, setTagsWithTx } from './record/tags-and-priority.ts'
export { findLastCustomerText } from './messages/message-store.ts'
export { sendAutomatedMessage } from './reactions/automated-message.ts'
export { toPreview, authorOf } from './messages/preview.ts'
export {
  type AutomaticAnswer,
  handOver,
  handOverWithTx,
  postAnswer,
  postAnswerWithTx,
  readTurn,
  emitAnswerProgress,
  readTranscript,
  type TranscriptMessage,
  type Turn,
} from './assistant/automation.ts'
export { giveToScenario, releaseFromScenario } from './assistant/scenario-handler.ts'
export { append, appendEvent } from './messages/append.ts'
export { conversationFields, setFieldsWithTx } from './record/fields.ts'
export { memberLoad } from './assignment/load.ts'
export { autoAssignEverywhere } from './assignment/assignment.ts'
export { answerMessageJob } from './assistant/answer-job.ts'
export { reassignConversationsJob, emitPublicProfileJob } from './jobs.ts'
export { markOverdue, resolveInactive, unsnoozeDue } from './timers/scheduled-tasks.ts'
export { ruleEventsOf } from './reactions/rule-events.ts'
export { removeConversationWithTx } from './record/deletion.ts'
export { listWithMerged } from './record/deletion-store.ts'
export { noUserId } from './record/rows.ts'
export {
  findConversation,
  findConversationIntegration,
  listConversationsById,
  lockConversation,
  resolvedBy,
} from './record/store.ts'
export { handOverText } from './assistant/texts.ts'
export { deleteIndexedWords, indexWords } from './listing/search-store.ts'
export type { ViewerTimings } from './viewers/viewers.ts'
export { startForScenario, visitorConversations } from './visitor/visitors.ts'
export { rateWithTx } from './visitor/ratings.ts'
export { getOwnConversation } from './record/get-conversation.ts'
export { toVisitorConversation } from './record/rows.ts'
export {
  assignConversationWithTx,
  assignTeamWithTx,
  type WorkspaceActor,
  setStatusWithTx,
} from './record/service.ts'

export const conversations = (timings?: ViewerTimings): Feature => ({
  name: 'conversations',
  routes: conversationRoutes,
  http: ({ app, ctx }) =>
    oneClickUnsubscribe(app, ctx, '/api/contact-mails/one-click', unsubscribeFromEmails),
  jobs: conversationJobs,
  watchers: [
    ({ ctx, realtime }) => watchMembers(ctx, realtime),
    ({ ctx, realtime }) => watchViewers(ctx, realtime, timings),
  ],
})
