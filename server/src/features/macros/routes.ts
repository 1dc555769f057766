import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const answer = member('conversations.answer')

export function macroRoutes(on: On) {
  on(contract.listMacros, schemas.listMacros, member('conversations.see'), service.listMacros)
  on(contract.saveMacro, schemas.saveMacro, answer, service.saveMacro)
  on(contract.deleteMacro, schemas.deleteMacro, answer, service.deleteMacro)
}
