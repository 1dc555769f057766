export { macroRoutes } from './routes.ts'
export { countPersonalMacros, findMacro, listAssigning } from './store.ts'
