export { restoreBlock, blockFor, checkUntil } from './blocking/blocking.ts'
export { visitor, type VisitorActor, visitorOrNew, writingVisitor } from './guards.ts'
export { insertConsent } from './profile/consent-store.ts'
export { changeContact } from './profile/change-contact.ts'
export { displayName } from './display-name.ts'
export { contactExport } from './list/export-routes.ts'
export { contactFields } from './profile/fields.ts'
export { countOwned, reassignContacts } from './visitors/reassign-owner.ts'
export { listPositions } from './list/list-store.ts'
export { contactQueryOf } from './service.ts'
export { contactJobs } from './jobs.ts'
export { identify, readIdentity } from './identity/identify.ts'
export { finishMerge } from './merging/merges.ts'
export { isOfVisitor, listMerges, listSourceContacts } from './merging/merge-store.ts'
export { contactRoutes } from './routes.ts'
export { insertChange } from './timeline/timeline-store.ts'
export { emitContact, emitVisibilityChange } from './emit-contact.ts'
export { emitNavigation, type VisitorTimings, watchVisitors } from './online/online.ts'
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
