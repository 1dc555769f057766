import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import { compareText } from '../text/compare-text.ts'
import type * as schema from './teams.schema.ts'

export type { AssignmentMode, Team } from './teams.schema.ts'

export const teamNameCharsMax = 60
export const teamsMax = 100

/** Lists teams with their members, by name. */
export const listTeams = defineRoute<typeof schema.listTeams>()(
  'GET',
  '/api/integration/:integration_id/team',
)
/**
 * Creates a team.
 * @throws Problem `invalid_input` on `name`: taken, or there are `teamsMax`; on `member_ids`: not a member
 */
export const createTeam = defineRoute<typeof schema.createTeam>()(
  'POST',
  '/api/integration/:integration_id/team',
)
/** Updates a team. `member_ids` replaces all members. */
export const updateTeam = defineRoute<typeof schema.updateTeam>()(
  'PUT',
  '/api/integration/:integration_id/team/:team_id',
)
/** Deletes a team. Its conversations are no longer assigned to a team. */
export const deleteTeam = defineRoute<typeof schema.deleteTeam>()(
  'DELETE',
  '/api/integration/:integration_id/team/:team_id',
)

/** A team is new, or has changed. */
export const teamSaved = defineEvent<typeof schema.teamSaved>()('TeamSaved', workspaceChannel)
export const teamDeleted = defineEvent<typeof schema.teamDeleted>()('TeamDeleted', workspaceChannel)

/** A workspace's teams by name; an older version is ignored. */
export function applyTeamSaved(list: readonly schema.Team[], saved: schema.Team): schema.Team[] {
  const current = list.find(({ id }) => id === saved.id)
  if (current && current.version >= saved.version) return [...list]
  const byName = (a: schema.Team, b: schema.Team) => compareText(a.name.toLowerCase(), b.name.toLowerCase())
  return [...list.filter(({ id }) => id !== saved.id), saved].sort(byName)
}

export const applyTeamDeleted = (list: readonly schema.Team[], { id }: { id: string }): schema.Team[] =>
  list.filter((team) => team.id !== id)
