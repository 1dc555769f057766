import type { EventKind, Schema } from '@ozvi/contract'
import {
  type DataTag,
  hashKey,
  type InvalidateOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { listen } from './wire.ts'

/** Queries that are refetched when the current read has finished. */
const waiting = new WeakSet<object>()
/** Queries that are refetched after all events of this tick. */
const due = new WeakSet<object>()

/** Refetches a query: now, or after the current read, whose reply may be older than the event. */
function readAgain(cache: QueryClient, queryKey: QueryKey) {
  const query = heldAt(cache, queryKey)
  if (!query || due.has(query)) return
  if (isRead(query)) return readAfter(cache, query)
  due.add(query)
  // A channel reports going live once per event type: one read is enough.
  queueMicrotask(() => {
    due.delete(query)
    // A read that starts after the event includes it.
    if (!isRead(query)) void readNow(cache, query)
  })
}
/** One at a time, so that a stream of events can't delay the reply forever. */
function readAfter(cache: QueryClient, query: Query) {
  if (waiting.has(query)) return
  waiting.add(query)
  void readNow(cache, query, { cancelRefetch: false }).then(() => {
    waiting.delete(query)
    return readNow(cache, query)
  })
}
/** By hash: finding by key would hash the keys of all queries, and events are frequent. */
const heldAt = (cache: QueryClient, queryKey: QueryKey) => cache.getQueryCache().get(hashKey(queryKey))
const isRead = (query: Query) => query.state.fetchStatus === 'fetching'
const readNow = (cache: QueryClient, query: Query, options?: InvalidateOptions) =>
  cache.invalidateQueries({ predicate: (one) => one === query }, options)

/**
 * Keeps a query up to date with one type of event, without losing or duplicating any.
 *
 * - Channel goes live (first time, or after a reconnect): refetch, since cached data may be older.
 * - Event during a read: refetch, since the reply may be older.
 * - Event otherwise: apply it; if `apply` returns undefined, an earlier one is missing: refetch.
 */
export function useLive<T, D extends Schema, K>(
  query: { queryKey: DataTag<QueryKey, T, Error> },
  kind: EventKind<D, K>,
  key: K,
  apply: (state: T, data: z.output<D>) => T | undefined,
) {
  const cache = useQueryClient()
  const hash = hashKey([query.queryKey, key])
  useEffect(() => {
    const { queryKey } = query
    return listen(kind, key, {
      live: () => readAgain(cache, queryKey),
      hear: (data) => {
        const held = heldAt(cache, queryKey)
        if (held && isRead(held)) return readAgain(cache, queryKey)
        const state = cache.getQueryData<T>(queryKey)
        if (state === undefined) return
        const next = apply(state, data)
        if (next === undefined) readAgain(cache, queryKey)
        else cache.setQueryData<T>(queryKey, next)
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the objects it was made of
  }, [cache, kind, hash])
}

/** Keeps a query up to date that events can't be applied to, such as counts: every event refetches it. */
export function useReadAgain<K>(
  query: { queryKey: QueryKey },
  kinds: EventKind<Schema, K> | EventKind<Schema, K>[],
  key: K,
) {
  const cache = useQueryClient()
  const all = Array.isArray(kinds) ? kinds : [kinds]
  const hash = hashKey([query.queryKey, key, all.map((kind) => kind.name)])
  useEffect(() => {
    const again = () => readAgain(cache, query.queryKey)
    const ends = all.map((kind) => listen(kind, key, { live: again, hear: again }))
    return () => ends.forEach((end) => end())
    // oxlint-disable-next-line react/exhaustive-deps -- `hash` stands for the objects it was made of
  }, [cache, hash])
}
