import * as z from 'zod/mini'
import { runRulesNow } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { triggerNoReplyRules, deleteOldRuns } from './scheduled-tasks.ts'
import { runRules } from './run.ts'

const cueWaitsNow = defineJob('rules.cue_waits', z.object({}), { retry_limit: 0, expire_s: 60 })
const forgetRunsNow = defineJob('rules.forget_runs', z.object({}), { retry_limit: 0, expire_s: 300 })

export function ruleRunJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(runRulesNow, (key) => runRules(ctx, key))
  jobs.register(cueWaitsNow, () => triggerNoReplyRules(ctx))
  jobs.schedule(cueWaitsNow, '* * * * *', {})
  jobs.register(forgetRunsNow, () => deleteOldRuns(ctx))
  jobs.schedule(forgetRunsNow, '17 3 * * *', {})
}
