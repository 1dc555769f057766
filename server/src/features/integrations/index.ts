import type { Feature } from '#platform/feature.ts'
import { integrationJobs } from './jobs.ts'
import { integrationRoutes } from './routes.ts'

export { deleteDueWorkspacesJob } from './jobs.ts'
export { customerMailError, queueCustomerMail, queueTranscriptMail } from './customer-mail.ts'
export {
  assertCanGive,
  confirmedMember,
  keyHolder,
  member,
  type MemberActor,
  assertCanEditShared,
  sessionOf,
} from './guards.ts'
export { audienceWith, customRoleOf, hasRight } from './rights-store.ts'
export { ownAudience, ownChannelId } from './own-channel.ts'
export { teamShare, visitorShare } from './shares.ts'
export {
  countMembers,
  deleteSiteWorkspace,
  ensureSiteWorkspace,
  findByPublicKey,
  type PublicProfile,
  publicProfileOf,
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
  listMemberIds,
  listMemberNames,
  lockIntegration,
  needsSingleSignOn,
  updateSetupState,
  setHosts,
  publicName,
} from './store.ts'
export { pageShowsKey, siteShowsKey } from './site-proof.ts'
export { isOwnHost, isPublicSuffix, workspaceDomain, assertNoPublicSuffixes } from './hosts.ts'

export const integrations: Feature = {
  name: 'integrations',
  routes: integrationRoutes,
  jobs: integrationJobs,
}
