import {
  applyTeamDeleted,
  applyTeamSaved,
  createTeam,
  requireTwoFactor,
  resetTwoFactor,
  deleteTeam,
  type Member,
  type ConversationAccess,
  type Team,
  updateMember,
  updateOwnWorkSettings,
  updateTeam,
} from '@ozvi/contract'
import { queryClient } from '#platform/calls/query-client.ts'
import { refetchSession } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { refetchUsers } from './data.ts'
import { teamsQuery } from './team-list.ts'

/* Actions of team settings; used on that page only. */

const upsertTeam = (integration_id: string, saved: Team) =>
  changeData(queryClient, teamsQuery(integration_id), (teams) => applyTeamSaved(teams, saved))
/** @param team_id undefined creates one */
export async function saveTeam(
  integration_id: string,
  team_id: string | null,
  fields: Pick<Team, 'name' | 'member_ids' | 'assignment_mode'>,
) {
  const saved = team_id
    ? await call(updateTeam, { integration_id, team_id, ...fields })
    : await call(createTeam, { integration_id, ...fields })
  upsertTeam(integration_id, saved)
}
export async function removeTeam(integration_id: string, id: string) {
  await call(deleteTeam, { integration_id, team_id: id })
  changeData(queryClient, teamsQuery(integration_id), (teams) => applyTeamDeleted(teams, { id }))
}

type Work = Pick<Member, 'languages' | 'week' | 'hours_note'>
export async function saveMemberWork(
  integration_id: string,
  user_id: string,
  work: Work & Pick<Member, 'capacity'>,
) {
  await call(updateMember, { integration_id, user_id, ...work })
  await refetchUsers(integration_id)
}
/** An agent's conversation access. */
export async function setConversationAccess(
  integration_id: string,
  user_id: string,
  conversation_access: ConversationAccess,
) {
  await call(updateMember, { integration_id, user_id, conversation_access })
  await refetchUsers(integration_id)
}
export async function saveOwnWork(integration_id: string, work: Work) {
  await call(updateOwnWorkSettings, { integration_id, ...work })
  await refetchUsers(integration_id)
}

/** Whether the workspace requires a second factor. */
export async function requireTwoFactorForAll(integration_id: string, is_needed: boolean) {
  await call(requireTwoFactor, { integration_id, is_needed })
  await refetchSession()
}
/** For a member who lost app and recovery codes. */
export async function resetMemberTwoFactor(integration_id: string, user_id: string) {
  await call(resetTwoFactor, { integration_id, user_id })
  await refetchUsers(integration_id)
}
