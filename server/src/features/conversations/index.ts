export { deleteDraftsOf } from './drafts/drafts.ts'
export { changeManyNow, reassignOpenIn } from './changes/bulk.ts'
export { stopMails } from './outbound/outbound.ts'
export { mailUnseenReplies } from './outbound/reply-mails.ts'
export { findWayBack } from './outbound/way-back.ts'
export { countScheduledOf } from './scheduled/scheduled-store.ts'
export { unspoken } from './append.ts'
export { resolverOf } from './facts.ts'
export { setPriorityIn, setTagsIn } from './labels.ts'
export { findSaid } from './message-store.ts'
export { speakByRule } from './rule-voice.ts'
export { asPreview, authorOf } from './preview.ts'
export {
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  tellProgress,
  type Turn,
} from './automation.ts'
export { memberLoad } from './hand-out/load.ts'
export { handOutEverywhere, watchMembers } from './hand-out/hand-out.ts'
export { answerMessage } from './answer-job.ts'
export { conversationJobs, passOnConversations, tellFace } from './jobs.ts'
export { noteOverdue, resolveSilent, wakeSnoozed } from './rounds.ts'
export { conversationRoutes } from './routes.ts'
export { whatHappened } from './rule-events.ts'
export { nobody } from './rows.ts'
export { findConversationIntegration, listConversationsById, lockConversation, resolvedBy } from './store.ts'
export { handOverText } from './texts.ts'
export { forgetWords, learnWords } from './finding/search-store.ts'
export { countAssistantConversations } from './usage-store.ts'
export { type ViewerTimings, watchViewers } from './viewers/viewers.ts'
export { visitorConversations } from './visitors.ts'
export { assignConversationIn, assignTeamIn, type Doer, setStatusIn } from './service.ts'
