export { member, type MemberActor, mustKeep } from './guards.ts'
export { integrationJobs } from './jobs.ts'
export { integrationRoutes } from './routes.ts'
export {
  countMembers,
  deleteOwnIntegration,
  ensureOwnIntegration,
  findByPublicKey,
  findFace,
  findMember,
  findMembership,
  findTimeZone,
  findWebsite,
  getIntegration,
  hasTeam,
  insertIntegration,
  insertMember,
  listPeople,
  markSetup,
  setHosts,
  shownName,
} from './store.ts'
export { isOwnHost } from './hosts.ts'
