import {
  embeddingsProgressed,
  getEmbeddingProgress,
  getLanguageModel,
  type Input,
  type LanguageModel,
  languageModelChanged,
  testLanguageModel,
  updateLanguageModel,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type ModelChanges = Omit<Input<typeof updateLanguageModel>, 'integration_id'>

export const modelOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['language-model', { integration_id }],
    queryFn: () => call(getLanguageModel, { integration_id }),
  })
/** The connected language model, live with changes of other members. */
export function useLanguageModel(integration_id: string) {
  const query = modelOf(integration_id)
  useLiveQuery(query, languageModelChanged, { integration_id }, newer)
  return useQuery(query)
}

export const embeddingProgressOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['embedding-progress', { integration_id }],
    queryFn: () => call(getEmbeddingProgress, { integration_id }),
  })
/** How many passages can be found by their meaning, live. */
export function useEmbeddingProgress(integration_id: string) {
  const query = embeddingProgressOf(integration_id)
  useLiveQuery(query, embeddingsProgressed, { integration_id }, newer)
  return useQuery(query)
}

export function useSaveLanguageModel(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: ModelChanges): Promise<LanguageModel> => {
    const saved = await call(updateLanguageModel, { integration_id, ...changes })
    storeNewer(cache, modelOf(integration_id), saved)
    void cache.invalidateQueries(embeddingProgressOf(integration_id))
    return saved
  }
}

export const useTestLanguageModel = (integration_id: string) => () =>
  call(testLanguageModel, { integration_id })
