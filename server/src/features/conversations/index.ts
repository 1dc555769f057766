export { deleteDraftsOf } from './drafts/drafts.ts'
export { changeManyNow, reassignOpenIn } from './bulk/bulk.ts'
export { stopMails } from './outbound/outbound.ts'
export { mailUnseenReplies } from './outbound/reply-mails.ts'
export { findWayBack } from './outbound/way-back.ts'
export { countScheduledOf } from './scheduled/scheduled-store.ts'
export { unspoken } from './messages/append.ts'
export { resolverOf } from './record/facts.ts'
export { setPriorityIn, setTagsIn } from './record/labels.ts'
export { findSaid } from './messages/message-store.ts'
export { speakByRule } from './reactions/rule-voice.ts'
export { asPreview, authorOf } from './messages/preview.ts'
export {
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  tellProgress,
  type Turn,
} from './assistant/automation.ts'
export { memberLoad } from './assignment/load.ts'
export { handOutEverywhere, watchMembers } from './assignment/assignment.ts'
export { answerMessage } from './assistant/answer-job.ts'
export { conversationJobs, passOnConversations, tellFace } from './jobs.ts'
export { noteOverdue, resolveSilent, wakeSnoozed } from './timers/scheduled-tasks.ts'
export { conversationRoutes } from './routes.ts'
export { whatHappened } from './reactions/rule-events.ts'
export { nobody } from './record/rows.ts'
export {
  findConversationIntegration,
  listConversationsById,
  lockConversation,
  resolvedBy,
} from './record/store.ts'
export { handOverText } from './assistant/texts.ts'
export { forgetWords, learnWords } from './listing/search-store.ts'
export { countAssistantConversations } from './record/usage-store.ts'
export { type ViewerTimings, watchViewers } from './viewers/viewers.ts'
export { visitorConversations } from './visitor/visitors.ts'
export { assignConversationIn, assignTeamIn, type Doer, setStatusIn } from './record/service.ts'
