import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { Library } from '#features/assistant'
import { member } from '#features/integrations'
import type { Models } from '#features/language-model'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export const copilotRoutes = (library: Library, models: Models) => (on: On) => {
  on(contract.rewriteReply, schemas.rewriteReply, answer, service.rewriteReply(models))
  on(
    contract.summarizeConversation,
    schemas.summarizeConversation,
    answer,
    service.summarizeConversation(models),
  )
  on(
    contract.translateConversation,
    schemas.translateConversation,
    answer,
    service.translateConversation(models),
  )
  on(contract.draftReply, schemas.draftReply, answer, service.draftReply(library, models))
}
