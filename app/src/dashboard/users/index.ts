export { EndedAccess } from './ended-access.tsx'
export { ReceivedInvitations } from './received-invitations.tsx'
export { useWhoIsHere } from './who-is-here.ts'
export { hasLeft, invite, usersQuery, useTeam } from './data.ts'
/** Fetched with the first menu that offers it. */
export const loadTeamChoice = async () => ({ default: (await import('./team-choice.tsx')).TeamChoice })
export { sayAvailability, useOwnAvailability } from './own-availability.ts'
export { useTeams } from './team-list.ts'
export { CheckList } from './check-list.tsx'
export { languageName, languages } from './languages.ts'
