import { type DataTag, type QueryClient, type QueryKey, type Updater } from '@tanstack/react-query'

interface Cached<T> {
  queryKey: DataTag<QueryKey, T, Error>
}
interface Versioned {
  version: number
}

/** The newer of two versions. Responses and events can arrive in any order. */
export const newer = <T extends Versioned>(cached: T, incoming: T): T =>
  incoming.version < cached.version ? cached : incoming

/** Replaces the data of a query. */
export const storeData = <T>(cache: QueryClient, { queryKey }: Cached<T>, data: NoInfer<T>): void =>
  void cache.setQueryData<T>(queryKey, data as Updater<NoInfer<T> | undefined, NoInfer<T> | undefined>)

/** Stores a server's response unless a newer version is cached: events of later changes can arrive before it. */
export const storeNewer = <T extends Versioned>(
  cache: QueryClient,
  { queryKey }: Cached<T>,
  data: NoInfer<T>,
  choose: (cached: NoInfer<T>, incoming: NoInfer<T>) => NoInfer<T> = newer,
): void => void cache.setQueryData<T>(queryKey, (cached) => (cached ? choose(cached, data) : data))

/** Changes the data of a loaded query. */
export const changeData = <T>(
  cache: QueryClient,
  { queryKey }: Cached<T>,
  change: (data: T) => NoInfer<T> | undefined,
): void =>
  void cache.setQueryData<T>(queryKey, (data: T | undefined) =>
    data === undefined ? undefined : change(data),
  )

/**
 * Changes the data of every loaded query whose key begins with `queryKey`, except those that are read again before
 * they are shown: a change would make them look current.
 */
export function changeAll<T>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (data: T, key: QueryKey) => T,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const data = cache.getQueryData<T>(query.queryKey)
    if (data === undefined || (query.state.isInvalidated && !query.isActive())) continue
    const next = change(data, query.queryKey)
    if (next !== data) cache.setQueryData<T>(query.queryKey, next)
  }
}
