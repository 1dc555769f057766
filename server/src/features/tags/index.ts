export { tagRoutes } from './routes.ts'
export { findTags, hasTags, listTags } from './store.ts'
