import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { teamNameCharsMax } from './teams.ts'

const teamMembersMax = 500

/**
 * How the team's unassigned conversations are assigned: by hand, to each member in turn, or to the one with the
 * fewest open conversations. Only members who are online and below their capacity get any; otherwise the
 * conversation waits.
 */
export const AssignmentMode = z.enum(['manual', 'round_robin', 'least_busy'])
export type AssignmentMode = z.infer<typeof AssignmentMode>

/** A group of members to whom conversations can be assigned. */
export const Team = z.object({
  id: Id,
  integration_id: Id,
  /** Unique in the workspace, ignoring case. */
  name: z.string(),
  /** User ids of members. */
  member_ids: z.array(Id),
  assignment_mode: AssignmentMode,
  created_at: Time,
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Team = z.infer<typeof Team>
const TeamName = text(1, teamNameCharsMax)
const TeamMembers = z.array(Id).check(z.maxLength(teamMembersMax))
export const listTeams = schemas({
  output: z.array(Team),
  problems: ['not_found'],
})
export const createTeam = schemas({
  input: z.object({
    name: TeamName,
    member_ids: z._default(TeamMembers, []),
    assignment_mode: z._default(AssignmentMode, 'manual'),
  }),
  output: Team,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateTeam = schemas({
  input: z.object({
    name: z.optional(TeamName),
    member_ids: z.optional(TeamMembers),
    assignment_mode: z.optional(AssignmentMode),
  }),
  output: Team,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteTeam = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const teamSaved = Team
export const teamDeleted = z.object({ id: Id, integration_id: Id })
