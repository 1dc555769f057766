import { lazy } from 'react'

/** Both are used in the workspace list only. */
export const RemovedFromWorkspace = lazy(async () => ({
  default: (await import('./removed-from-workspace.tsx')).RemovedFromWorkspace,
}))
export const ReceivedInvitations = lazy(async () => ({
  default: (await import('./invitations/received-invitations.tsx')).ReceivedInvitations,
}))
export { useOnlineMembers } from './online-members.ts'
export { hasLeft, invite, leave, usersQuery, useTeam } from './data.ts'
export { sendAvailability, useOwnAvailability } from './own-availability.ts'
export { teamsQuery, useTeams } from './team-list.ts'
export { CheckList } from './check-list.tsx'
export { languageName, languages } from './languages.ts'
