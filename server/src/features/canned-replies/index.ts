export { cannedReplyRoutes } from './routes.ts'
export { checkReply, saveReply } from './service.ts'
export { countPersonalReplies, findReply } from './store.ts'
