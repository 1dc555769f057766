import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function ruleRoutes(on: On) {
  on(contract.listRules, member('workspace.see'), service.listRules)
  on(contract.saveRule, member('rules.manage'), service.saveRule)
  on(contract.deleteRule, member('rules.manage'), service.deleteRule)
  on(contract.reorderRules, member('rules.manage'), service.reorderRules)
}
