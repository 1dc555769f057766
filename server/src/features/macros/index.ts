export { macroRoutes } from './routes.ts'
export { countOwnMacros, findMacro, listAssigning } from './store.ts'
