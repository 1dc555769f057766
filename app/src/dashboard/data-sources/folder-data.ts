import {
  dataSourceChanged,
  type DataSourceItem,
  listItemAnswers,
  listSourceFolder,
  type Output,
  updateSourceFolder,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { changeAll } from '#platform/calls/cached-data.ts'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'

interface Key {
  integration_id: string
  source_id: string
}
const foldersKey = (key: Key) => ['data-source-folder', key] as const

/** One level of a source's tree. @param path empty for the top level */
export const folderOf = (key: Key, path: string) =>
  infiniteQueryOptions({
    queryKey: [...foldersKey(key), path] as const,
    queryFn: ({ pageParam }) =>
      call(listSourceFolder, { ...key, path, ...(pageParam ? { cursor: pageParam } : {}) }),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
/** Refetched when the source changes. */
export function useFolder(key: Key, path: string) {
  const query = folderOf(key, path)
  useLiveQuery(query, dataSourceChanged, { integration_id: key.integration_id }, (data, changed) =>
    changed.id === key.source_id ? undefined : data,
  )
  return useInfiniteQuery(query)
}

type Level = { pages: Output<typeof listSourceFolder>[] }
/** Shows an item's switch in the tree before the server confirms it. */
export function showItemInTree(cache: QueryClient, key: Key, item: DataSourceItem, is_enabled: boolean) {
  changeAll<Level>(cache, foldersKey(key), (level) => ({
    ...level,
    pages: level.pages.map((page) => ({
      ...page,
      entries: page.entries.map((entry) =>
        entry.kind === 'item' && entry.item.id === item.id
          ? { ...entry, item: { ...entry.item, is_enabled } }
          : entry,
      ),
    })),
  }))
}

/** Switches a folder and reloads the open levels and lists of its source. */
export function useSwitchFolder(key: Key) {
  const cache = useQueryClient()
  return async (path: string, is_enabled: boolean) => {
    await call(updateSourceFolder, { ...key, path, is_enabled })
    await Promise.all([
      cache.invalidateQueries({ queryKey: foldersKey(key) }),
      cache.invalidateQueries({ queryKey: ['data-source-items', key] }),
    ])
  }
}

const itemAnswersOf = (key: Key & { item_id: string }) =>
  queryOptions({
    queryKey: ['data-source-item-answers', key],
    queryFn: () => call(listItemAnswers, key),
  })
export const useItemAnswers = (key: Key & { item_id: string }) => useQuery(itemAnswersOf(key))
