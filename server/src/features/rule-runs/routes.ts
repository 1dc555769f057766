import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { getRuleStats, listRuleRuns } from './log.ts'
import { dryRunRule } from './dry-run.ts'

export function ruleRunRoutes(on: On) {
  on(contract.dryRunRule, schemas.dryRunRule, member('rules.manage'), dryRunRule)
  on(contract.listRuleRuns, schemas.listRuleRuns, member('rules.manage'), listRuleRuns)
  on(contract.getRuleStats, schemas.getRuleStats, member('rules.manage'), getRuleStats)
}
