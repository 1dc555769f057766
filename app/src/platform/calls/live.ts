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

/** Queries that are read again as soon as the read in flight has come back. */
const waiting = new WeakSet<object>()
/** Queries that are read again as soon as all that is heard at this moment has been. */
const due = new WeakSet<object>()

/** Reads a query again: at once, or after the read in flight, whose reply may predate what was heard. */
function readAgain(cache: QueryClient, queryKey: QueryKey) {
  const query = heldAt(cache, queryKey)
  if (!query || due.has(query)) return
  if (isRead(query)) return readAfter(cache, query)
  due.add(query)
  // A channel that goes live tells so once for each kind of event: one read answers them all.
  queueMicrotask(() => {
    due.delete(query)
    // A page that opens begins to read what it hears of: what begins after the news comes with it.
    if (!isRead(query)) void readNow(cache, query)
  })
}
/** One at a time, so that a stream of events cannot push the reply away for ever. */
function readAfter(cache: QueryClient, query: Query) {
  if (waiting.has(query)) return
  waiting.add(query)
  void readNow(cache, query, { cancelRefetch: false }).then(() => {
    waiting.delete(query)
    return readNow(cache, query)
  })
}
/** By its hash: a search by key hashes the keys of all queries there are, and events are many. */
const heldAt = (cache: QueryClient, queryKey: QueryKey) => cache.getQueryCache().get(hashKey(queryKey))
const isRead = (query: Query) => query.state.fetchStatus === 'fetching'
const readNow = (cache: QueryClient, query: Query, options?: InvalidateOptions) =>
  cache.invalidateQueries({ predicate: (one) => one === query }, options)

/**
 * Keeps one query current with one kind of event, without losing or doubling any.
 *
 * Channel goes live (first time, or after a reconnect): read again, since what we hold may predate it.
 * Heard while a read is in flight: read again, since that reply may predate the event.
 * Heard at rest: apply it; where `apply` answers undefined, something before it was missed: read again.
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

/** Keeps a query current that no event can be applied to, such as counts: every one heard reads it again. */
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
