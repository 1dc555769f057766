export { cannedReplyRoutes } from './routes.ts'
export { findReply } from './store.ts'
