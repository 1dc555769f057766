import {
  acceptAnswer,
  acceptCannedReply,
  declineSuggestion,
  type Input,
  type Integration,
  listSuggestions,
  may,
  suggestAnswer,
  suggestCannedReply,
  type Suggestion,
  suggestionsChanged,
  withdrawSuggestion,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useReadAgain } from '#platform/calls/live.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'

const suggestionsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['suggested', { integration_id }],
    queryFn: () => call(listSuggestions, { integration_id }),
  })

/** A suggestion of one kind. */
export type Of<Kind extends Suggestion['content']['kind']> = Suggestion & {
  content: Extract<Suggestion['content'], { kind: Kind }>
}
/** Suggestions to decide on, and the member's own, of one kind, live; neither for roles that can't suggest. */
export function useSuggestions<Kind extends Suggestion['content']['kind']>(
  { id: integration_id, role }: Pick<Integration, 'id' | 'role'>,
  kind: Kind,
) {
  const user = useUser()
  const query = suggestionsOf(integration_id)
  useReadAgain(query, suggestionsChanged, { integration_id })
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: may(role, 'knowledge.suggest') })
  const decides = may(role, 'knowledge.manage')
  const { waiting, own } = useMemo(() => {
    const all = (data ?? []).filter((one): one is Of<Kind> => one.content.kind === kind)
    const waits = ({ state }: Suggestion) => decides && state === 'suggested'
    return {
      waiting: all.filter(waits),
      own: all.filter((one) => one.by_id === user.id && !waits(one)),
    }
  }, [data, kind, decides, user.id])
  return { waiting, own, failure: data ? null : error, isFetching, refetch }
}

type Fields<R> = Omit<Input<R>, 'integration_id' | 'suggestion_id'>
/** Each shows when it has finished. */
export const suggestionActs = (integration_id: string) => {
  const shown = async <T>(answer: Promise<T>): Promise<T> => {
    const said = await answer
    await queryClient.invalidateQueries({ ...suggestionsOf(integration_id), exact: true })
    return said
  }
  const key = (suggestion_id: string) => ({ integration_id, suggestion_id })
  return {
    /** @param id the same for every attempt, so that it can be retried */
    suggestReply: (id: string, reply: Fields<typeof suggestCannedReply>) =>
      shown(call(suggestCannedReply, { ...key(id), ...reply })),
    acceptReply: (id: string, words: Fields<typeof acceptCannedReply>) =>
      shown(call(acceptCannedReply, { ...key(id), ...words })),
    suggestAnswer: (id: string, words: Fields<typeof suggestAnswer>) =>
      shown(call(suggestAnswer, { ...key(id), ...words })),
    acceptAnswer: (id: string, words: Fields<typeof acceptAnswer>) =>
      shown(call(acceptAnswer, { ...key(id), ...words })),
    decline: (id: string, reason: string) => shown(call(declineSuggestion, { ...key(id), reason })),
    withdraw: (id: string) => shown(call(withdrawSuggestion, key(id))),
  }
}
