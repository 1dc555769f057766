export { blockBack, blockFor, checkUntil } from './blocking.ts'
export { visitor, type VisitorActor, visitorOrNew, writingVisitor } from './guards.ts'
export { insertConsent } from './consent-store.ts'
export { changeContact } from './change-contact.ts'
export { displayName } from './display-name.ts'
export { contactExport } from './export-routes.ts'
export { contactFields } from './fields.ts'
export { countOwned, passOnContacts } from './passing-on.ts'
export { listPlaces } from './list-store.ts'
export { wantedBy } from './service.ts'
export { contactJobs } from './jobs.ts'
export { identify, readIdentity } from './identity/identify.ts'
export { settle } from './merging/merges.ts'
export { isOfVisitor, listMerges, listOrigins } from './merging/merge-store.ts'
export { contactRoutes } from './routes.ts'
export { insertChange } from './timeline-store.ts'
export { tellContact, tellReach } from './tell-contact.ts'
export { followVisitor, type VisitorTimings, watchVisitors } from './online.ts'
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
export { findVisitor, holdHome, type Home, insertPageVisit, insertVisitorToken } from './visitor-store.ts'
