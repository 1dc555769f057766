import type { Feature } from '#platform/feature.ts'
import { cannedReplyRoutes } from './routes.ts'

export { checkReply, saveReply } from './service.ts'
export { countPersonalReplies, findReply } from './store.ts'

export const cannedReplies: Feature = {
  name: 'canned-replies',
  routes: cannedReplyRoutes,
}
