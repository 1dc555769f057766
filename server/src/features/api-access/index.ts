export { type ApiCaller, findApiKey, isApiRequest } from './caller.ts'
export { deleteOldRequests, runAsKey } from './run.ts'
export { scopeOf } from './scopes.ts'
export { deleteAnswersAbout } from './store.ts'
