import * as z from 'zod/mini'
import { runRulesJob } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { triggerNoReplyRules, deleteOldRuns } from './scheduled-tasks.ts'
import { runRules } from './run.ts'

const triggerNoReplyRulesJob = defineJob('rules.cue_waits', z.object({}), { retry_limit: 0, expire_s: 60 })
const deleteOldRunsJob = defineJob('rules.forget_runs', z.object({}), { retry_limit: 0, expire_s: 300 })

export function ruleRunJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(runRulesJob, (key) => runRules(ctx, key))
  jobs.register(triggerNoReplyRulesJob, () => triggerNoReplyRules(ctx))
  jobs.schedule(triggerNoReplyRulesJob, '* * * * *', {})
  jobs.register(deleteOldRunsJob, () => deleteOldRuns(ctx))
  jobs.schedule(deleteOldRunsJob, '17 3 * * *', {})
}
