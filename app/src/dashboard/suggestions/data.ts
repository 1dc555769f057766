import {
  acceptAnswer,
  acceptCannedReply,
  declineSuggestion,
  type Input,
  type Integration,
  listSuggestions,
  can,
  suggestAnswer,
  suggestCannedReply,
  type Suggestion,
  suggestionsChanged,
  withdrawSuggestion,
  type RightsHolder,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'

const suggestionsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['suggested', { integration_id }],
    queryFn: () => call(listSuggestions, { integration_id }),
  })

/** A suggestion of one kind. */
export type SuggestionOf<Kind extends Suggestion['content']['kind']> = Suggestion & {
  content: Extract<Suggestion['content'], { kind: Kind }>
}
/** Suggestions to decide on, and the member's own, of one kind, live; neither for roles that can't suggest. */
export function useSuggestions<Kind extends Suggestion['content']['kind']>(
  integration: Pick<Integration, 'id' | keyof RightsHolder>,
  kind: Kind,
) {
  const integration_id = integration.id
  const user = useUser()
  const query = suggestionsOf(integration_id)
  useInvalidateOn(query, suggestionsChanged, { integration_id })
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: can(integration, 'knowledge.suggest'),
  })
  const decides = can(integration, 'knowledge.manage')
  const { waiting, own: ownSuggestions } = useMemo(() => {
    const all = (data ?? []).filter((one): one is SuggestionOf<Kind> => one.content.kind === kind)
    const waits = ({ state }: Suggestion) => decides && state === 'suggested'
    return {
      waiting: all.filter(waits),
      own: all.filter((one) => one.by_id === user.id && !waits(one)),
    }
  }, [data, kind, decides, user.id])
  return { waiting, own: ownSuggestions, failure: data ? null : error, isFetching, refetch }
}

type Fields<R> = Omit<Input<R>, 'integration_id' | 'suggestion_id'>
/** Each shows when it has finished. */
export const suggestionActions = (integration_id: string) => {
  const refetchAfter = async <T>(answer: Promise<T>): Promise<T> => {
    const saved = await answer
    await queryClient.invalidateQueries({ ...suggestionsOf(integration_id), exact: true })
    return saved
  }
  const key = (suggestion_id: string) => ({ integration_id, suggestion_id })
  return {
    /** @param id the same for every attempt, so that it can be retried */
    suggestReply: (id: string, reply: Fields<typeof suggestCannedReply>) =>
      refetchAfter(call(suggestCannedReply, { ...key(id), ...reply })),
    acceptReply: (id: string, fields: Fields<typeof acceptCannedReply>) =>
      refetchAfter(call(acceptCannedReply, { ...key(id), ...fields })),
    suggestAnswer: (id: string, fields: Fields<typeof suggestAnswer>) =>
      refetchAfter(call(suggestAnswer, { ...key(id), ...fields })),
    acceptAnswer: (id: string, fields: Fields<typeof acceptAnswer>) =>
      refetchAfter(call(acceptAnswer, { ...key(id), ...fields })),
    decline: (id: string, reason: string) => refetchAfter(call(declineSuggestion, { ...key(id), reason })),
    withdraw: (id: string) => refetchAfter(call(withdrawSuggestion, key(id))),
  }
}
