export { member, type MemberActor } from './guards.ts'
export { integrationRoutes } from './routes.ts'
export {
  countMembers,
  findByPublicKey,
  findMember,
  findMembership,
  findWebsite,
  getIntegration,
  insertMember,
  setHosts,
} from './store.ts'
export { isOwnHost } from './hosts.ts'
