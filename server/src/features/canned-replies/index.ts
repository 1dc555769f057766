export { cannedReplyRoutes } from './routes.ts'
export { checkReply, keepReply } from './service.ts'
export { findReply } from './store.ts'
