import type { Feature } from '#platform/feature.ts'
import type { Models } from '#features/language-model'
import type { Library } from './library.ts'
import { embeddingJobs } from './retrieval/embed-passages.ts'
import { assistantJobs, type StartScenario } from './replies.ts'
import { assistantRoutes } from './routes.ts'

export { intentOf } from './questions/intents.ts'
export { answerStep, type StepAnswer } from './step-answer.ts'
export { findAnswer } from './answer.ts'
export { quoteAnswer } from './quote-answer.ts'
export { draftReply } from './draft-reply.ts'
export { addsFacts } from './support.ts'
export type { CitableItem, Library } from './library.ts'
export {
  indexItem,
  indexItems,
  prepareItem,
  removeItem,
  removeItems,
  removeSource,
  setItemsVisible,
} from './retrieval/indexing.ts'
export { suggestQuestions } from './suggestions.ts'
export { questionId, resolveQuestions, resolveSuggested, suggestFor } from './questions/unanswered.ts'

/**
 * @param library what it cites, passed in because the feature of data sources imports this one
 * @param models what may write answers
 * @param startScenario passed in because runs of scenarios import this feature
 */
export const assistant = (library: Library, models: Models, startScenario: StartScenario): Feature => ({
  name: 'assistant',
  routes: assistantRoutes(library, models),
  jobs: (jobs, ctx) => {
    assistantJobs(library, models, startScenario)(jobs, ctx)
    embeddingJobs(models)(jobs, ctx)
  },
})
