export { customerMailRefusal, queueCustomerMail } from './customer-mail.ts'
export { confirmedMember, member, type MemberActor, assertCanEditShared } from './guards.ts'
export { integrationJobs } from './jobs.ts'
export { integrationRoutes } from './routes.ts'
export { teamShare, visitorShare } from './shares.ts'
export {
  countMembers,
  deleteSiteWorkspace,
  ensureSiteWorkspace,
  findByPublicKey,
  findPublicProfile,
  findAssignee,
  findMember,
  findMembership,
  findTimeZone,
  findWebsite,
  getIntegration,
  hasTeam,
  insertIntegration,
  insertMember,
  listMemberNames,
  updateSetupState,
  setHosts,
  publicName,
} from './store.ts'
export { pageShowsKey, siteShowsKey } from './site-proof.ts'
export { isOwnHost, workspaceDomain, refusePublicSuffixes } from './hosts.ts'
