export { ReceivedInvitations } from './received-invitations.tsx'
export { useWhoIsHere } from './who-is-here.ts'
export { hasLeft, invite, usersQuery, useTeam, useTeams } from './data.ts'
export { sayAvailability, useOwnAvailability } from './own-availability.ts'
