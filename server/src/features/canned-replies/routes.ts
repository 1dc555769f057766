import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export function cannedReplyRoutes(on: On) {
  on(
    contract.listCannedReplies,
    schemas.listCannedReplies,
    member('conversations.see'),
    service.listCannedReplies,
  )
  on(contract.saveCannedReply, schemas.saveCannedReply, answer, service.saveCannedReply)
  on(contract.deleteCannedReply, schemas.deleteCannedReply, answer, service.deleteCannedReply)
}
