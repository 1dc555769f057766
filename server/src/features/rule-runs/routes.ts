import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { getRuleStats, listRuleRuns } from './log.ts'
import { dryRunRule } from './dry-run.ts'

export function ruleRunRoutes(on: On) {
  on(contract.dryRunRule, member('rules.manage'), dryRunRule)
  on(contract.listRuleRuns, member('rules.manage'), listRuleRuns)
  on(contract.getRuleStats, member('rules.manage'), getRuleStats)
}
