export { customerMailRefusal, queueCustomerMail } from './customer-mail.ts'
export { confirmedMember, member, type MemberActor, mustKeep } from './guards.ts'
export { integrationJobs } from './jobs.ts'
export { integrationRoutes } from './routes.ts'
export { teamShare, visitorShare } from './shares.ts'
export {
  countMembers,
  deleteOwnIntegration,
  ensureOwnIntegration,
  findByPublicKey,
  findFace,
  findAssignee,
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
export { pageShowsKey, siteShowsKey } from './site-proof.ts'
export { isOwnHost, ownDomain, refusePublicSuffixes } from './hosts.ts'
