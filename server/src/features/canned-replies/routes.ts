import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export function cannedReplyRoutes(on: On) {
  on(contract.listCannedReplies, member('conversations.see'), service.listCannedReplies)
  on(contract.saveCannedReply, answer, service.saveCannedReply)
  on(contract.deleteCannedReply, answer, service.deleteCannedReply)
}
