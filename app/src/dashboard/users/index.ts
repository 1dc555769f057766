import { lazy } from 'react'

/** Both are used in the workspace list only. */
export const EndedAccess = lazy(async () => ({ default: (await import('./ended-access.tsx')).EndedAccess }))
export const ReceivedInvitations = lazy(async () => ({
  default: (await import('./received-invitations.tsx')).ReceivedInvitations,
}))
export { useWhoIsHere } from './who-is-here.ts'
export { hasLeft, invite, usersQuery, useTeam, useUsers } from './data.ts'
/** Loaded with the first menu that needs it. */
export const loadTeamChoice = async () => ({ default: (await import('./team-choice.tsx')).TeamChoice })
export { sayAvailability, useOwnAvailability } from './own-availability.ts'
export { teamsQuery, useTeams } from './team-list.ts'
export { CheckList } from './check-list.tsx'
export { languageName, languages } from './languages.ts'
