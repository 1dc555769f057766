import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, text, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

export const teamNameCharsMax = 60
export const teamsMax = 100
const teamMembersMax = 500

/**
 * How the team's unassigned conversations are assigned: by hand, to each member in turn, or to the one with the
 * fewest open conversations. Only members who are online and below their capacity get any; otherwise the
 * conversation waits.
 */
export const AssignmentMode = z.enum(['by_hand', 'in_turn', 'least_busy'])
export type AssignmentMode = z.infer<typeof AssignmentMode>

/** A group of members to whom conversations can be assigned. */
export const Team = z.object({
  id: Id,
  integration_id: Id,
  /** Unique in its workspace, whatever its case. */
  name: z.string(),
  /** User ids of members. */
  member_ids: z.array(Id),
  hand_out: AssignmentMode,
  created_at: Time,
  /** Grows with every change, so that an older event never overwrites a newer one. */
  version: z.int(),
})
export type Team = z.infer<typeof Team>
const TeamName = text(1, teamNameCharsMax)
const TeamMembers = z.array(Id).check(z.maxLength(teamMembersMax))

/** By name. */
export const listTeams = route({
  method: 'GET',
  path: '/api/integration/:integration_id/team',
  output: z.array(Team),
  problems: ['not_found'],
})
/** @throws Problem `invalid_input` on `name`: taken, or there are `teamsMax`; on `member_ids`: not a member */
export const createTeam = route({
  method: 'POST',
  path: '/api/integration/:integration_id/team',
  input: z.object({
    name: TeamName,
    member_ids: z._default(TeamMembers, []),
    hand_out: z._default(AssignmentMode, 'by_hand'),
  }),
  output: Team,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Members are given whole. */
export const updateTeam = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/team/:team_id',
  input: z.object({
    name: z.optional(TeamName),
    member_ids: z.optional(TeamMembers),
    hand_out: z.optional(AssignmentMode),
  }),
  output: Team,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Conversations assigned to it are then assigned to no team. */
export const deleteTeam = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/team/:team_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})

/** A team is new, or has changed: see `applyTeamSaved`. */
export const teamSaved = event('TeamSaved', { data: Team, channel: workspaceChannel })
/** See `applyTeamDeleted`. */
export const teamDeleted = event('TeamDeleted', {
  data: z.object({ id: Id, integration_id: Id }),
  channel: workspaceChannel,
})
