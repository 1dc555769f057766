import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { countRuleRuns, listRuleRuns } from './log.ts'
import { tryRule } from './trial.ts'

export function ruleRunRoutes(on: On) {
  on(contract.tryRule, member('rules.manage'), tryRule)
  on(contract.listRuleRuns, member('rules.manage'), listRuleRuns)
  on(contract.countRuleRuns, member('rules.manage'), countRuleRuns)
}
