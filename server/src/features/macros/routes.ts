import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export function macroRoutes(on: On) {
  on(contract.listMacros, member('conversations.see'), service.listMacros)
  on(contract.saveMacro, answer, service.saveMacro)
  on(contract.deleteMacro, answer, service.deleteMacro)
}
