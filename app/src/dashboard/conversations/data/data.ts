import {
  applyConversationChanged,
  applyConversationHidden,
  applyMessageChanged,
  applyMessageSent,
  applyMessagesDelivered,
  applyMessagesSeen,
  applyTagMerged,
  continuity,
  type ConversationFilter,
  contactChanged,
  contactErased,
  contactMerged,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countConversations,
  getConversation,
  type InboxRow,
  type InboxView,
  listConversations,
  listMessages,
  listScheduledMessages,
  type Message,
  messageChanged,
  messageSent,
  messagesDelivered,
  messagesSeen,
  tagMerged,
  serializeFilter,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useAsyncAction } from '#platform/calls/use-action.ts'
import { useEvent } from '#platform/calls/use-event.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeAll, changeData, storeData } from '#platform/calls/cached-data.ts'
import { withContactName } from '#dashboard/contact-names'
import { tagsOf } from '#dashboard/tags'
import { usersQuery } from '#dashboard/users'
import { isRevoked, useRevocations } from './revoked-conversations.ts'
import {
  applyChange,
  mapRows,
  type RowPages,
  rowsOf,
  withContact,
  withoutContact,
  withoutHidden,
  withoutRow,
} from '../list/rows.ts'
import { isFiltered, loadFieldFilter, type ListParams } from '../list/list-params.ts'

const rowsPerPage = 50
const poll_ms = 60_000
export const listsIn = (integration_id: string) => ['conversations', { integration_id }] as const
export const conversationsIn = (integration_id: string, listParams: ListParams) =>
  infiniteQueryOptions({
    queryKey: [...listsIn(integration_id), listParams] as const,
    queryFn: async ({ pageParam }) => {
      await loadFieldFilter(listParams)
      return call(listConversations, {
        integration_id,
        view: listParams.view,
        ...(isFiltered(listParams) ? { ...serializeFilter(listParams.filter), ...browserTimeZone() } : {}),
        limit: rowsPerPage,
        ...(pageParam ? { cursor: pageParam } : {}),
      })
    },
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
/** Refetches every visible row of the workspace. */
export const refetchRows = (cache: QueryClient, integration_id: string) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: listsIn(integration_id) }),
    cache.invalidateQueries({ queryKey: ['conversation', { integration_id }] }),
  ])
/** Every loaded list of the workspace. */
const cachedLists = (cache: QueryClient, integration_id: string) =>
  cache.getQueriesData<RowPages>({ queryKey: listsIn(integration_id) }).flatMap(([, data]) => data ?? [])

/** Changes every loaded list of the workspace. */
export const changeLists = (
  cache: QueryClient,
  integration_id: string,
  change: (data: RowPages, listParams: ListParams) => RowPages,
) =>
  // The parameters are the last part of every key of this kind.
  changeAll<RowPages>(cache, listsIn(integration_id), (data, key) => change(data, key.at(-1) as ListParams))

/** Whether a list contains a conversation now. */
export const isInList = (
  cache: QueryClient,
  integration_id: string,
  listParams: ListParams,
  id: string,
): boolean => {
  const cached = cache.getQueryData(conversationsIn(integration_id, listParams).queryKey)
  return cached !== undefined && rowsOf(cached).some((row) => row.id === id)
}

/** The row of a conversation, from any cache. */
export const cachedRow = (cache: QueryClient, integration_id: string, id: string): InboxRow | undefined =>
  cache.getQueryData(conversationOf(integration_id, id).queryKey) ??
  cachedLists(cache, integration_id)
    .flatMap(rowsOf)
    .find((row) => row.id === id)

/** Only the server knows whose it is: a conversation doesn't name its browser. */
const isOfMerged =
  (merged: { source_id: string; target_id: string }) =>
  ({ contact: { id } }: InboxRow) =>
    id === merged.source_id || id === merged.target_id

/** One list of the inbox, live, in pages. */
export function useConversations(integration_id: string, listParams: ListParams) {
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const query = conversationsIn(integration_id, listParams)
  useRevocations(integration_id)
  useLiveQuery(query, conversationHidden, { integration_id }, withoutHidden)
  useLiveQuery(query, conversationChanged, { integration_id }, (data, changed) =>
    isRevoked(cache, changed)
      ? data
      : applyChange(data, listParams, changed, user_id, cachedRow(cache, integration_id, changed.id)),
  )
  useLiveQuery(query, contactErased, { integration_id }, withoutContact)
  useLiveQuery(query, contactChanged, { integration_id }, withContact)
  useLiveQuery(query, conversationDeleted, { integration_id }, withoutRow)
  useLiveQuery(query, contactMerged, { integration_id }, (data, merged) =>
    rowsOf(data).some(isOfMerged(merged)) ? undefined : data,
  )
  useLiveQuery(query, tagMerged, { integration_id }, (data, merged) =>
    mapRows(data, (row) => applyTagMerged([row], merged)[0] ?? row),
  )
  // No event is sent when someone has waited long enough.
  const refetchInterval = listParams.filter.waiting_min === undefined ? false : poll_ms
  return useInfiniteQuery({ ...query, refetchInterval })
}

/** Queries a list needs besides its rows. */
export const listSupportQueries = (integration_id: string) => [
  countsIn(integration_id),
  tagsOf(integration_id),
  usersQuery(integration_id),
]

/** Unread rows among the loaded ones. */
export const useUnreadCount = (integration_id: string, listParams: ListParams): number =>
  useInfiniteQuery({
    ...conversationsIn(integration_id, listParams),
    select: (data) => rowsOf(data).filter(({ seen_seq, last_seq }) => seen_seq < last_seq).length,
  }).data ?? 0

export const countsIn = (integration_id: string, filter?: ConversationFilter) =>
  queryOptions({
    queryKey: ['conversation-counts', { integration_id }, ...(filter ? [filter] : [])],
    queryFn: () =>
      call(countConversations, {
        integration_id,
        ...(filter ? { ...serializeFilter(filter), ...browserTimeZone() } : {}),
      }),
  })
/** Counts of each view, with or without a filter. */
export function useCounts(
  integration_id: string,
  filter?: ConversationFilter,
): Record<InboxView, number> | undefined {
  const query = countsIn(integration_id, filter)
  useInvalidateOn(query, [conversationChanged, contactErased, conversationDeleted, conversationHidden], {
    integration_id,
  })
  return useQuery(query).data
}

export const conversationOf = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['conversation', { integration_id, conversation_id }],
    queryFn: () => call(getConversation, { integration_id, conversation_id }),
  })
/** One conversation without its messages; shown immediately if a list has its row. */
export function useConversation(integration_id: string, conversation_id: string) {
  const cache = useQueryClient()
  const query = conversationOf(integration_id, conversation_id)
  useLiveQuery(query, conversationChanged, { integration_id }, (row, changed) =>
    changed.id === row.id ? (applyConversationChanged([row], changed)[0] ?? row) : row,
  )
  useLiveQuery(
    query,
    conversationHidden,
    { integration_id },
    (row, hidden) => applyConversationHidden([row], hidden)[0],
  )
  // Visible again while its page says it isn't.
  useEvent(conversationChanged, { integration_id }, ({ id }) => {
    if (id === conversation_id && cache.getQueryState(query.queryKey)?.error)
      void cache.invalidateQueries({ ...query, exact: true })
  })
  useLiveQuery(
    query,
    messagesDelivered,
    { conversation_id },
    (row, event) => applyMessagesDelivered([row], event)[0] ?? row,
  )
  useLiveQuery(
    query,
    messagesSeen,
    { conversation_id },
    (row, event) => applyMessagesSeen([row], event)[0] ?? row,
  )
  useLiveQuery(query, contactErased, { integration_id }, (row, { contact_id }) =>
    row.contact.id === contact_id ? undefined : row,
  )
  useLiveQuery(query, conversationDeleted, { integration_id }, (row, event) =>
    row.id === event.conversation_id ? undefined : row,
  )
  useLiveQuery(query, contactMerged, { integration_id }, (row, merged) =>
    isOfMerged(merged)(row) ? undefined : row,
  )
  useLiveQuery(query, contactChanged, { integration_id }, withContactName)
  useLiveQuery(query, tagMerged, { integration_id }, (row, merged) => applyTagMerged([row], merged)[0] ?? row)
  return useQuery({ ...query, placeholderData: () => cachedRow(cache, integration_id, conversation_id) })
}

/** Scheduled replies of a conversation, by send time. */
export const scheduledIn = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['scheduled', { integration_id, conversation_id }],
    queryFn: () => call(listScheduledMessages, { integration_id, conversation_id }),
  })

export interface Thread {
  /** In `seq` order, without gaps. */
  messages: Message[]
  has_older: boolean
}
const messagesPerPage = 30
const messagesPerCatchUp = 200

export const threadOf = (integration_id: string, conversation_id: string) =>
  queryOptions({
    queryKey: ['messages', { integration_id, conversation_id }],
    queryFn: ({ client }) => readThread(client, integration_id, conversation_id),
  })
const hasOlder = (messages: readonly Message[]) => (messages[0]?.prev ?? 0) > 0
/** Loads the newest messages; later only those after the last cached one. */
async function readThread(
  cache: QueryClient,
  integration_id: string,
  conversation_id: string,
): Promise<Thread> {
  const cached = () => cache.getQueryData<Thread>(threadOf(integration_id, conversation_id).queryKey)
  let after_seq = cached()?.messages.at(-1)?.seq
  if (after_seq === undefined) {
    const messages = await call(listMessages, { integration_id, conversation_id, limit: messagesPerPage })
    return { messages, has_older: hasOlder(messages) }
  }
  const missed: Message[] = []
  for (;;) {
    const page: Message[] = await call(listMessages, {
      integration_id,
      conversation_id,
      after_seq,
      limit: messagesPerCatchUp,
    })
    missed.push(...page)
    after_seq = page.at(-1)?.seq ?? after_seq
    if (page.length < messagesPerCatchUp) break
  }
  // After a reorder the thread starts again with its first message.
  const now = (missed.some(({ prev }) => prev === 0) ? undefined : cached()) ?? {
    messages: [],
    has_older: false,
  }
  // Changes of messages before the cached ones can be ignored.
  const first_seq = now.messages[0]?.seq ?? 0
  const news = missed.filter(({ seq }) => seq >= first_seq)
  return { ...now, messages: news.reduce<Message[]>(applyMessageSent, now.messages) }
}
/**
 * Applies a received message; undefined if an earlier one is missing, in which case the thread is read again
 * after the last cached one.
 */
function applyToThread(thread: Thread, message: Message): Thread | undefined {
  const follows = continuity(thread.messages.at(-1)?.seq ?? 0, message)
  if (follows === 'gap') return undefined
  return follows === 'known' ? thread : { ...thread, messages: applyMessageSent(thread.messages, message) }
}
export function useThread(integration_id: string, conversation_id: string) {
  const cache = useQueryClient()
  const query = threadOf(integration_id, conversation_id)
  useLiveQuery(query, messageSent, { conversation_id }, applyToThread)
  // If a read in progress is older, the next entry reveals the gap and it is read again.
  useEvent(messageChanged, { conversation_id }, (message) =>
    changeData(cache, query, (cached) => ({
      ...cached,
      messages: applyMessageChanged(cached.messages, message),
    })),
  )
  return useQuery(query)
}
/** Adds a message sent by this browser from the server's answer, whichever arrives first. */
export function applySentMessage(cache: QueryClient, integration_id: string, message: Message) {
  const query = threadOf(integration_id, message.conversation_id)
  const thread = cache.getQueryData<Thread>(query.queryKey)
  const next = thread && applyToThread(thread, message)
  if (next) storeData(cache, query, next)
  else void cache.invalidateQueries({ ...query, exact: true })
}
/** Loads the page before the oldest cached message. */
export function useOlderMessages(integration_id: string, conversation_id: string) {
  const cache = useQueryClient()
  const query = threadOf(integration_id, conversation_id)
  /** @param down_to `seq` to load down to; one page if absent */
  return useAsyncAction(async (down_to?: number) => {
    const before_seq = cache.getQueryData(query.queryKey)?.messages[0]?.seq
    if (before_seq === undefined) return
    const older = await call(listMessages, {
      integration_id,
      conversation_id,
      before_seq,
      limit: down_to
        ? Math.min(Math.max(before_seq - down_to + 5, messagesPerPage), messagesPerCatchUp)
        : messagesPerPage,
    })
    changeData(cache, query, (now) =>
      // After a reorder in the meantime the thread is a different one.
      now.messages[0]?.seq === before_seq
        ? { messages: [...older, ...now.messages], has_older: hasOlder(older) }
        : now,
    )
  })
}

const earlierMax = 20
const conversationsOf = (integration_id: string, contact_id: string) =>
  queryOptions({
    queryKey: ['conversations-of', { integration_id, contact_id }],
    queryFn: () => call(listConversations, { integration_id, contact_id, limit: earlierMax }),
  })
/** All conversations of one contact, newest first, regardless of status. */
export function useConversationsOf(integration_id: string, contact_id: string) {
  const query = conversationsOf(integration_id, contact_id)
  useInvalidateOn(query, [conversationDeleted, conversationHidden], { integration_id })
  useLiveQuery(query, contactChanged, { integration_id }, (page, contact) => ({
    ...page,
    items: page.items.map((row) => withContactName(row, contact)),
  }))
  return useQuery(query)
}
