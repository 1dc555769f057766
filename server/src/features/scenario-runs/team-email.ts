import { randomUUID } from 'node:crypto'
import type { Effect } from '@ozvi/contract/scenario-engine'
import type * as z from 'zod/mini'
import { lockConversation } from '#features/conversations'
import { emailMembers } from '#features/notifications'
import { findRun, type RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { emailTeamJob } from './jobs.ts'
import { appendFailedStep } from './run-events.ts'
import { claimTeamEmail, hasTeam, listTeamMembers } from './store.ts'

/** Customers decide how often a run gets here, so a workspace has a limit besides that of each recipient. */
const limit: Limit = { name: 'scenario-email', points: 60, per_s: 3_600, is_shared: true }

/**
 * Queues the email of a step to the members that it names. The limit of the workspace is counted by a job: a
 * shared limit can't be taken in a transaction.
 *
 * @throws Problem `invalid_input` if the team was deleted and no member remains
 */
export async function queueTeamEmail(
  tx: Tx,
  { integration_id, conversation_id, id: run_id }: RunRow,
  { member_ids, team_id, subject, body }: Extract<Effect, { kind: 'email_team' }>,
  step_id: string | null,
): Promise<void> {
  const team = team_id === null ? undefined : { integration_id, team_id }
  const ofTeam = team ? await listTeamMembers(tx, team) : []
  const user_ids = [...new Set([...member_ids, ...ofTeam])]
  if (user_ids.length === 0 && team && !(await hasTeam(tx, team)))
    throw validationError('team_id', 'team_unknown')
  const email = { email_id: randomUUID(), user_ids, subject, body }
  await tx.enqueue(emailTeamJob, { integration_id, conversation_id, run_id, step_id, ...email })
}

/** Emails the members, except those who can't see the conversation. Above the limit, the team sees the failed step. */
export async function sendTeamEmail(
  ctx: Context,
  { run_id, step_id, email_id, user_ids, subject, body, ...key }: z.output<typeof emailTeamJob.data>,
): Promise<void> {
  const spent = await ctx.rates.spend(limit, key.integration_id, '')
  await ctx.transaction(async (tx) => {
    const run = (await lockConversation(tx, key)) && (await findRun(tx, key, run_id))
    // The job is repeated if the process stops before it is marked as completed.
    if (!run || !(await claimTeamEmail(tx, run, email_id))) return
    if (!spent.isAllowed) {
      ctx.log.warn({ ...key, run_id }, 'scenarios: team email not sent, limit reached')
      return appendFailedStep(ctx, tx, run, step_id, undefined)
    }
    const source = run.scenario_name
    await emailMembers(ctx, tx, key, { email_id, user_ids, subject, text: body, source })
  })
}
