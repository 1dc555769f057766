import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { Models } from '#features/language-model'
import type { On } from '#platform/http/mount.ts'
import { getEmbeddingProgress } from './retrieval/embed-passages.ts'
import { suggestQuestions } from './suggestions.ts'
import type { Library } from './library.ts'
import { suggestReply, tryAssistant } from './replies.ts'
import { dismissQuestion, listUnansweredQuestions } from './questions/unanswered.ts'

const suggestionsShown = 6

export const assistantRoutes = (library: Library, models: Models) => (on: On) => {
  on(contract.tryAssistant, schemas.tryAssistant, member('conversations.see'), tryAssistant(library, models))
  on(
    contract.suggestReply,
    schemas.suggestReply,
    member('conversations.answer'),
    suggestReply(library, models),
  )
  on(
    contract.listUnansweredQuestions,
    schemas.listUnansweredQuestions,
    member('conversations.see'),
    listUnansweredQuestions,
  )
  on(
    contract.getEmbeddingProgress,
    schemas.getEmbeddingProgress,
    member('workspace.see'),
    getEmbeddingProgress(models),
  )
  on(contract.dismissQuestion, schemas.dismissQuestion, member('knowledge.manage'), dismissQuestion)
  on(
    contract.suggestQuestions,
    schemas.suggestQuestions,
    member('workspace.see'),
    async (ctx, { integration_id }, { locale }) => {
      const spoken = locale && (await suggestQuestions(ctx.db, integration_id, suggestionsShown, locale))
      return spoken?.length ? spoken : suggestQuestions(ctx.db, integration_id, suggestionsShown)
    },
  )
}
