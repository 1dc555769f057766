export { blockBack, blockFor, checkUntil } from './blocking/blocking.ts'
export { visitor, type VisitorActor, visitorOrNew, writingVisitor } from './guards.ts'
export { insertConsent } from './profile/consent-store.ts'
export { changeContact } from './profile/change-contact.ts'
export { displayName } from './display-name.ts'
export { contactExport } from './list/export-routes.ts'
export { contactFields } from './profile/fields.ts'
export { countOwned, passOnContacts } from './visitors/passing-on.ts'
export { listPlaces } from './list/list-store.ts'
export { wantedBy } from './service.ts'
export { contactJobs } from './jobs.ts'
export { identify, readIdentity } from './identity/identify.ts'
export { settle } from './merging/merges.ts'
export { isOfVisitor, listMerges, listOrigins } from './merging/merge-store.ts'
export { contactRoutes } from './routes.ts'
export { insertChange } from './timeline/timeline-store.ts'
export { tellContact, tellReach } from './tell-contact.ts'
export { followVisitor, type VisitorTimings, watchVisitors } from './online/online.ts'
export {
  builtInFields,
  deleteUnseenContacts,
  detailColumns,
  findKnown,
  hasBrowser,
  insertContact,
  lockContact,
  profileColumns,
  touchContact,
  updateContact,
} from './store.ts'
export {
  findVisitor,
  holdHome,
  type Home,
  insertPageVisit,
  insertVisitorToken,
} from './visitors/visitor-store.ts'
