export { macroRoutes } from './routes.ts'
export { findMacro } from './store.ts'
