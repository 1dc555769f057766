import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as questions from './questions.ts'
import * as replies from './replies.ts'
import * as service from './service.ts'

const suggest = member('knowledge.suggest')
const decide = member('knowledge.manage')

export function suggestionRoutes(on: On) {
  on(contract.listSuggestions, suggest, service.listSuggestions)
  on(contract.suggestCannedReply, suggest, replies.suggestCannedReply)
  on(contract.acceptCannedReply, decide, replies.acceptCannedReply)
  on(contract.suggestAnswer, suggest, questions.suggestAnswer)
  on(contract.acceptAnswer, decide, questions.acceptAnswer)
  on(contract.declineSuggestion, decide, service.declineSuggestion)
  on(contract.withdrawSuggestion, suggest, service.withdrawSuggestion)
}
