import type { Feature } from '#platform/feature.ts'
import { contactJobs } from './jobs.ts'
import { contactExport } from './list/export-routes.ts'
import { type VisitorTimings, watchVisitors } from './online/online.ts'
import { contactRoutes } from './routes.ts'

export { restoreBlock, blockFor, checkUntil } from './blocking/blocking.ts'
export { visitor, type VisitorActor, visitorOrNew, writingVisitor } from './guards.ts'
export { insertConsent } from './profile/consent-store.ts'
export { listHubspotValues } from './profile/hubspot-record.ts'
export { changeContact } from './profile/change-contact.ts'
export { displayName } from './display-name.ts'
export { emailHash } from './email-hash.ts'
export { contactFields } from './profile/fields.ts'
export { countOwned, reassignContacts } from './visitors/reassign-owner.ts'
export { listPositions } from './list/list-store.ts'
export { contactQueryOf, saveAnswers } from './service.ts'
export { identify, readIdentity } from './identity/identify.ts'
export { finishMerge } from './merging/merges.ts'
export { findTarget, isOfVisitor, listMerges, listSourceContacts } from './merging/merge-store.ts'
export { insertChange } from './timeline/timeline-store.ts'
export { queueContactWebhook } from './webhooks.ts'
export { emitContact, emitVisibilityChange } from './emit-contact.ts'
export { emitNavigation, type VisitorTimings } from './online/online.ts'
export {
  builtInFields,
  deleteUnseenContacts,
  detailColumns,
  filterVisible,
  hasBrowser,
  insertContact,
  lockContact,
  profileColumns,
  touchContact,
  updateContact,
} from './store.ts'
export {
  findVisitor,
  lockHome,
  type VisitorHome,
  insertPageVisit,
  insertVisitorToken,
} from './visitors/visitor-store.ts'

export const contacts = (timings?: VisitorTimings): Feature => ({
  name: 'contacts',
  routes: contactRoutes,
  downloads: [contactExport],
  jobs: contactJobs,
  watchers: [({ ctx, realtime }) => watchVisitors(ctx, realtime, timings)],
})
