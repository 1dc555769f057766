export { ReceivedInvitations } from './received-invitations.tsx'
export { invite, usersQuery, useTeam } from './data.ts'
