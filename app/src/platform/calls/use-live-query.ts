import type { EventDefinition, Parsed, Schema } from '@ozvi/contract'
import {
  type DataTag,
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from './api-client.ts'

/** Queries that are refetched when the current load has finished. */
const refetchAfter = new WeakSet<object>()
/** Queries that are refetched after all events of this tick. */
const refetchDue = new WeakSet<object>()

/** Refetches a query: now, or after the current load, whose response may be older than the event. */
export function refetch(cache: QueryClient, queryKey: QueryKey) {
  const query = cachedQuery(cache, queryKey)
  if (!query || refetchDue.has(query)) return
  if (isFetching(query)) return refetchAfterFetch(cache, query)
  refetchDue.add(query)
  // A channel reports going live once per event type: one load is enough.
  queueMicrotask(() => {
    refetchDue.delete(query)
    // A load that starts after the event includes it.
    if (!isFetching(query)) void invalidateNow(cache, query)
  })
}
/** One at a time, so that a stream of events can't delay the response forever. */
function refetchAfterFetch(cache: QueryClient, query: Query) {
  if (refetchAfter.has(query)) return
  refetchAfter.add(query)
  const after = () => {
    refetchAfter.delete(query)
    return invalidateNow(cache, query)
  }
  void query.promise?.then(after, after)
}
/** By hash: finding by key would hash the keys of all queries, and events are frequent. */
const cachedQuery = (cache: QueryClient, queryKey: QueryKey) => cache.getQueryCache().get(hashKey(queryKey))
const isFetching = (query: Query) => query.state.fetchStatus === 'fetching'
const invalidateNow = (cache: QueryClient, query: Query) =>
  cache.invalidateQueries({ predicate: (one) => one === query })

/**
 * Keeps a query up to date with one type of event, without losing or duplicating any.
 *
 * - Channel goes live (first time, or after a reconnect): refetch, since cached data may be older.
 * - Event during a load: refetch, since the response may be older.
 * - Event otherwise: apply it; if `apply` returns undefined, an earlier one is missing: refetch.
 */
export function useLiveQuery<T, D extends Schema, K>(
  query: { queryKey: DataTag<QueryKey, T, Error> },
  kind: EventDefinition<D, K>,
  key: K,
  apply: (state: T, data: Parsed<D>) => T | undefined,
) {
  const cache = useQueryClient()
  const hash = hashKey([query.queryKey, key])
  useEffect(() => {
    const { queryKey } = query
    return listen(kind, key, {
      live: () => refetch(cache, queryKey),
      received: (data) => {
        const cached = cachedQuery(cache, queryKey)
        if (cached && isFetching(cached)) return refetch(cache, queryKey)
        const state = cache.getQueryData<T>(queryKey)
        if (state === undefined) return
        const next = apply(state, data)
        if (next === undefined) refetch(cache, queryKey)
        else cache.setQueryData<T>(queryKey, next)
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the objects it was made of
  }, [cache, kind, hash])
}

/** Refetches a query on every event, for data that events can't be applied to, such as counts. */
export function useInvalidateOn<K>(
  query: { queryKey: QueryKey },
  kinds: EventDefinition<Schema, K> | EventDefinition<Schema, K>[],
  key: K,
) {
  const cache = useQueryClient()
  const kindList = Array.isArray(kinds) ? kinds : [kinds]
  const hash = hashKey([query.queryKey, key, kindList.map((kind) => kind.name)])
  useEffect(() => {
    const onEvent = () => refetch(cache, query.queryKey)
    const unsubscribers = kindList.map((kind) => listen(kind, key, { live: onEvent, received: onEvent }))
    return () => unsubscribers.forEach((end) => end())
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the objects it was made of
  }, [cache, hash])
}
