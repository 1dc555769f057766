export { visitor, type VisitorActor, visitorOrNew } from './guards.ts'
export { contactExport } from './export-routes.ts'
export { contactRoutes } from './routes.ts'
export { tellContact } from './tell-contact.ts'
export { followVisitor, type VisitorTimings, watchVisitors } from './online.ts'
export {
  deleteUnseenContacts,
  insertContact,
  insertPageVisit,
  insertVisitorToken,
  touchContact,
} from './store.ts'
