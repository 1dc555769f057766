import type { Feature } from '#platform/feature.ts'
import type { Models } from '#features/language-model'
import type { Library } from './library.ts'
import { assistantJobs } from './replies.ts'
import { assistantRoutes } from './routes.ts'

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
export { suggestQuestions } from './suggestions.ts'
export { questionId, resolveQuestions, resolveSuggested, suggestFor } from './unanswered.ts'

/**
 * @param library what it cites, passed in because the feature of data sources imports this one
 * @param models what may write answers
 */
export const assistant = (library: Library, models: Models): Feature => ({
  name: 'assistant',
  routes: assistantRoutes(library, models),
  jobs: assistantJobs(library, models),
})
