import { Problem } from '@ozvi/contract'
import type { Effect } from '@ozvi/contract/scenario-engine'
import { emailMembers } from '#features/notifications'
import type { RunRow } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { hasTeam, listTeamMembers } from './store.ts'

/** Customers decide how often a run gets here, so a workspace has a limit besides that of each recipient. */
const limit = { name: 'scenario-email', points: 60, per_s: 3_600 }

/**
 * Emails the members that a step names, except those who can't see the conversation.
 *
 * @throws Problem `rate_limited`, or `invalid_input` if the team was deleted and no member remains
 */
export async function emailTeam(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id, scenario_name }: RunRow,
  { member_ids, team_id, subject, body }: Extract<Effect, { kind: 'email_team' }>,
): Promise<void> {
  await ctx.rates.take(limit, integration_id, '')
  const team = team_id === null ? undefined : { integration_id, team_id }
  const ofTeam = team ? await listTeamMembers(tx, team) : []
  const user_ids = [...new Set([...member_ids, ...ofTeam])]
  if (user_ids.length === 0 && team && !(await hasTeam(tx, team)))
    throw new Problem('invalid_input', { team_id: ['team_unknown'] })
  const key = { integration_id, conversation_id }
  await emailMembers(ctx, tx, key, { user_ids, subject, text: body, source: scenario_name })
}
