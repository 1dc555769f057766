export { findAnswer } from './answer.ts'
export {
  indexItem,
  indexItems,
  prepareItem,
  removeItem,
  removeItems,
  removeSource,
  setItemsVisible,
} from './indexing.ts'
export type { Library } from './library.ts'
export { assistantJobs } from './replies.ts'
export { assistantRoutes } from './routes.ts'
export { suggestQuestions } from './suggestions.ts'
export { questionId, resolveQuestions, resolveSuggested, suggestFor } from './unanswered.ts'
