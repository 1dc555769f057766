export { ReceivedInvitations } from './received-invitations.tsx'
export { useWhoIsHere } from './who-is-here.ts'
export { invite, usersQuery, useTeam } from './data.ts'
