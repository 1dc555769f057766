import { listConversations, serializeFilter } from '@ozvi/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { changeAll } from '#platform/calls/cached-data.ts'
import { sessionQuery } from '#platform/session/session.tsx'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { isFiltered, type ListParams, loadFieldFilter, matchesList } from '../list/list-params.ts'
import { type RowKey, rowsIn, useRows } from './rows.ts'

/** A row’s place in a list: by its last message. */
export interface ListEntry {
  id: string
  last_message_at: string
}
export type ListData = InfiniteData<{ items: ListEntry[]; next: string | null }>

const entryOf = ({ id, last_message_at }: ListEntry): ListEntry => ({ id, last_message_at })
/** Newest message first, as the server sorts. */
const newestFirst = (a: ListEntry, b: ListEntry) =>
  b.last_message_at.localeCompare(a.last_message_at) || b.id.localeCompare(a.id)

/** All loaded entries, without duplicates: a row that moved while pages were loaded may be on two of them. */
export const entriesOf = (data: ListData): ListEntry[] => [
  ...new Map(data.pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values(),
]

/** Distributes entries over the loaded pages; the last page takes the surplus. */
function withEntries(data: ListData, entries: ListEntry[]): ListData {
  let at = 0
  const last = data.pages.length - 1
  const pages = data.pages.map((page, index) => {
    const items = index === last ? entries.slice(at) : entries.slice(at, at + page.items.length)
    at += items.length
    return { ...page, items }
  })
  return { ...data, pages }
}

/** Adds an entry to a list, moves it or, if there is none, removes the id. */
export function placed(data: ListData, id: string, entry: ListEntry | undefined): ListData {
  const entries = entriesOf(data)
  const current = entries.find((each) => each.id === id)
  if (current?.last_message_at === entry?.last_message_at) return data
  const others = entries.filter((each) => each !== current)
  if (!entry) return withEntries(data, others)
  const sorted = [...others, entry].sort(newestFirst)
  // Between here and the next page there may be other rows: a new one comes with its own page.
  const isBeyond = !current && sorted.at(-1) === entry && data.pages.at(-1)?.next != null
  return withEntries(data, isBeyond ? others : sorted)
}

const rowsPerPage = 50
const poll_ms = 60_000
export const listsIn = (integration_id: string) => ['conversations', { integration_id }] as const
export const conversationsIn = (integration_id: string, listParams: ListParams) =>
  infiniteQueryOptions({
    queryKey: [...listsIn(integration_id), listParams] as const,
    queryFn: async ({ pageParam, client }) => {
      await loadFieldFilter(listParams)
      const { items, next } = await call(listConversations, {
        integration_id,
        view: listParams.view,
        ...(isFiltered(listParams) ? { ...serializeFilter(listParams.filter), ...browserTimeZone() } : {}),
        limit: rowsPerPage,
        ...(pageParam ? { cursor: pageParam } : {}),
      })
      rowsIn(client).put(items)
      return { items: items.map(entryOf), next }
    },
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The loaded lists and conversations of the workspace. */
export const rowQueries = (cache: QueryClient, integration_id: string): Query[] =>
  [listsIn(integration_id), ['conversation', { integration_id }]].flatMap((queryKey) =>
    cache.getQueryCache().findAll({ queryKey }),
  )
/** Reads every visible row of the workspace again. */
export const refetchRows = (cache: QueryClient, integration_id: string) =>
  Promise.all(rowQueries(cache, integration_id).map(({ queryKey }) => cache.invalidateQueries({ queryKey })))

/** One list of the inbox in pages; `LiveInbox` keeps it current. */
export const useConversations = (integration_id: string, listParams: ListParams) =>
  useInfiniteQuery({
    ...conversationsIn(integration_id, listParams),
    // No event is sent when someone has waited long enough.
    refetchInterval: listParams.filter.waiting_min === undefined ? false : poll_ms,
  })

/** Unread rows among the loaded ones. */
export function useUnreadCount(integration_id: string, listParams: ListParams): number {
  const { data } = useInfiniteQuery(conversationsIn(integration_id, listParams))
  const ids = useMemo(() => (data ? entriesOf(data) : []).map(({ id }) => id), [data])
  return useRows(ids).filter(({ seen_seq, last_seq }) => seen_seq < last_seq).length
}

/**
 * Puts a row into every loaded list it belongs to now, and removes it from the others.
 *
 * @returns whether it belongs to any
 */
export function placeRow(cache: QueryClient, { integration_id, id }: RowKey): boolean {
  const row = rowsIn(cache).get(id)
  const user_id = cache.getQueryData(sessionQuery.queryKey)?.user?.id ?? ''
  let isListed = false
  changeAll<ListData>(cache, listsIn(integration_id), (data, key) => {
    // The parameters are the last part of every key of this kind.
    const belongs = row && matchesList(key.at(-1) as ListParams, row, user_id)
    isListed ||= belongs === true
    return placed(data, id, belongs ? entryOf(row) : undefined)
  })
  return isListed
}
/** Removes a conversation from every loaded list; reading them again may bring it back. */
export const unlistRow = (cache: QueryClient, { integration_id, id }: RowKey): void =>
  changeAll<ListData>(cache, listsIn(integration_id), (data) => placed(data, id, undefined))
