export { tagRoutes } from './routes.ts'
export { findTags } from './store.ts'
