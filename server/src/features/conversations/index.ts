export {
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  tellProgress,
  type Turn,
} from './automation.ts'
export { answerMessage, conversationJobs, passOnConversations } from './jobs.ts'
export { conversationRoutes } from './routes.ts'
export { findConversationIntegration } from './store.ts'
export { countAssistantConversations } from './usage-store.ts'
export { visitorConversations } from './visitors.ts'
