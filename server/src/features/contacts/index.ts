export { visitor, type VisitorActor, visitorOrNew } from './guards.ts'
export { contactExport } from './export-routes.ts'
export { contactFields } from './fields.ts'
export { contactRoutes } from './routes.ts'
export { insertChange } from './timeline-store.ts'
export { tellContact } from './tell-contact.ts'
export { followVisitor, type VisitorTimings, watchVisitors } from './online.ts'
export {
  builtInFields,
  deleteUnseenContacts,
  detailColumns,
  insertContact,
  insertPageVisit,
  insertVisitorToken,
  profileColumns,
  touchContact,
  updateContact,
} from './store.ts'
