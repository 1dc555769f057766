export { macroRoutes } from './routes.ts'
export { findMacro, listAssigning } from './store.ts'
