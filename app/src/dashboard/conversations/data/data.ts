import {
  applyMessageChanged,
  applyMessageSent,
  continuity,
  type ConversationFilter,
  contactErased,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countConversations,
  type InboxView,
  listConversations,
  listMessages,
  listScheduledMessages,
  type Message,
  messageChanged,
  messageSent,
  serializeFilter,
} from '@ozvi/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useEvent } from '#platform/calls/use-event.ts'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData, storeData } from '#platform/calls/cached-data.ts'
import { tagsOf } from '#dashboard/tags'
import { usersQuery } from '#dashboard/users'
import { rowsIn, useRows } from './rows.ts'

/** Queries a list needs besides its rows. */
export const listSupportQueries = (integration_id: string) => [
  countsIn(integration_id),
  tagsOf(integration_id),
  usersQuery(integration_id),
]

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
    queryFn: async ({ client }) => {
      const { items } = await call(listConversations, { integration_id, contact_id, limit: earlierMax })
      const rows = rowsIn(client)
      // A known row of this version may know more: what the member has just read.
      rows.put(items.filter(({ id, version }) => version > (rows.get(id)?.version ?? 0)))
      return items.map(({ id }) => id)
    },
  })
/** All conversations of one contact, newest first, regardless of status; `rows` is empty until they are loaded. */
export function useConversationsOf(integration_id: string, contact_id: string) {
  const query = conversationsOf(integration_id, contact_id)
  useInvalidateOn(query, [conversationDeleted, conversationHidden], { integration_id })
  const read = useQuery(query)
  return { read, rows: useRows(read.data ?? nothing) }
}
const nothing: string[] = []
