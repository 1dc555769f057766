export { ReceivedInvitations } from './received-invitations.tsx'
export { usersQuery } from './data.ts'
