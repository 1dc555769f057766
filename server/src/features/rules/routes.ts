import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function ruleRoutes(on: On) {
  on(contract.listRules, schemas.listRules, member('workspace.see'), service.listRules)
  on(contract.saveRule, schemas.saveRule, member('rules.manage'), service.saveRule)
  on(contract.deleteRule, schemas.deleteRule, member('rules.manage'), service.deleteRule)
  on(contract.reorderRules, schemas.reorderRules, member('rules.manage'), service.reorderRules)
}
