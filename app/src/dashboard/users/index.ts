export { ReceivedInvitations } from './received-invitations.tsx'
export { useWhoIsHere } from './who-is-here.ts'
export { hasLeft, invite, usersQuery, useTeam } from './data.ts'
