import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as questions from './questions.ts'
import * as replies from './replies.ts'
import * as service from './service.ts'

const suggest = member('knowledge.suggest')
const decide = member('knowledge.manage')

export function suggestionRoutes(on: On) {
  on(contract.listSuggestions, schemas.listSuggestions, suggest, service.listSuggestions)
  on(contract.suggestCannedReply, schemas.suggestCannedReply, suggest, replies.suggestCannedReply)
  on(contract.acceptCannedReply, schemas.acceptCannedReply, decide, replies.acceptCannedReply)
  on(contract.suggestAnswer, schemas.suggestAnswer, suggest, questions.suggestAnswer)
  on(contract.acceptAnswer, schemas.acceptAnswer, decide, questions.acceptAnswer)
  on(contract.declineSuggestion, schemas.declineSuggestion, decide, service.declineSuggestion)
  on(contract.withdrawSuggestion, schemas.withdrawSuggestion, suggest, service.withdrawSuggestion)
}
