export { tagRoutes } from './routes.ts'
export { findTags, listTags } from './store.ts'
