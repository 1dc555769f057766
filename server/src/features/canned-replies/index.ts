export { cannedReplyRoutes } from './routes.ts'
export { checkReply, keepReply } from './service.ts'
export { countOwnReplies, findReply } from './store.ts'
