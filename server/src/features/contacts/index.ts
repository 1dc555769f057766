export { visitor, type VisitorActor, visitorOrNew } from './guards.ts'
export { contactRoutes } from './routes.ts'
export { insertContact, insertPageVisit, insertVisitorToken, touchContact } from './store.ts'
