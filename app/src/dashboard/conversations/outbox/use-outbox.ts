import { type Message, Problem, sendMessage } from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onRealtimeState, realtimeState } from '#platform/realtime/realtime.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { loadUploads } from '#dashboard/files'
import { onlineVisitorsQuery } from '#dashboard/contacts/online'
import { applySentMessage } from '../data/data.ts'
import { rowsIn } from '../data/rows.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { openOutboxStore, type OutboxEntry } from './outbox-store.ts'

/** The customer is known to be offline; the server checks again. */
function isAway(
  cache: QueryClient,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
): boolean {
  const onlineVisitors = cache.getQueryData(onlineVisitorsQuery(integration_id).queryKey)
  const contact_id = rowsIn(cache).get(conversation_id)?.contact.id
  return (
    onlineVisitors !== undefined &&
    onlineVisitors.total <= onlineVisitors.items.length &&
    !onlineVisitors.items.some(({ id }) => id === contact_id)
  )
}

/** Uploads its files, then sends the message. */
async function sendEntry(
  cache: QueryClient,
  integration_id: string,
  entry: OutboxEntry,
  isRetry = false,
): Promise<Message | null> {
  const {
    id,
    conversation_id,
    body,
    kind,
    files = [],
    send_at,
    seen_seq,
    reply_to,
    queued_at: composed_at,
  } = entry
  const uploads = files.length > 0 ? await loadUploads() : undefined
  const file_ids = (await uploads?.uploadAll(integration_id, files)) ?? []
  try {
    const input = {
      integration_id,
      conversation_id,
      id,
      body,
      file_ids,
      composed_at,
      ...(seen_seq === undefined ? {} : { seen_seq }),
      ...(reply_to ? { reply_to } : {}),
    }
    if (kind === 'note' || (!send_at && !isAway(cache, input)))
      return await call(sendMessage, { ...input, kind })
    const { schedule } = await import('../scheduled/scheduled-data.ts')
    // A time that passed while offline is now.
    const isInFuture = send_at !== undefined && Date.parse(send_at) > Date.now()
    return await schedule(cache, { ...input, send_at: isInFuture ? send_at : null })
  } catch (error) {
    const areFilesGone = error instanceof Problem && error.errors?.['file_ids'] !== undefined
    if (!areFilesGone || isRetry || !uploads) throw error
    // Files uploaded long ago may have been deleted; this device still has them.
    for (const file_id of file_ids) uploads.dropUpload(file_id)
    return sendEntry(cache, integration_id, entry, true)
  }
}

/** By cache and name, so that page tests don't share them. */
const outboxes = new WeakMap<QueryClient, Map<string, Outbox>>()

const noEntries: ReturnType<Outbox['entries']> = []
const doNothing = () => Promise.resolve()
/** For server rendering. */
const serverOutbox: Outbox = {
  entries: () => noEntries,
  onChange: () => () => undefined,
  add: doNothing,
  retry: doNothing,
  leaving: () => Promise.resolve(false),
  discard: doNothing,
  flush: doNothing,
}

function outboxOf(cache: QueryClient, integration_id: string, user_id: string): Outbox {
  const existing = outboxes.get(cache) ?? new Map<string, Outbox>()
  outboxes.set(cache, existing)
  const name = `ozvi-outbox.${user_id}.${integration_id}`
  const outbox =
    existing.get(name) ??
    createOutbox({
      name,
      openStore: openOutboxStore,
      isOnline: () => navigator.onLine,
      send: (entry) => sendEntry(cache, integration_id, entry),
      onSent: (message) => applySentMessage(cache, integration_id, message),
    })
  existing.set(name, outbox)
  return outbox
}

/** Unsent messages of this user in this workspace. */
export function useOutbox(integration_id: string): Outbox {
  const cache = useQueryClient()
  const { id: user_id } = useUser()
  const outbox = import.meta.env.SSR ? serverOutbox : outboxOf(cache, integration_id, user_id)
  // Sends what an earlier page left.
  useEffect(() => void outbox.flush(), [outbox])
  // After a reconnect there is no need to wait for the next retry.
  useEffect(() => onRealtimeState(() => void (realtimeState() === 'connected' && outbox.flush())), [outbox])
  return outbox
}
/** Unsent messages of one conversation, oldest first. */
export function useOutgoing(outbox: Outbox, conversation_id: string) {
  const entries = useSyncExternalStore(outbox.onChange, outbox.entries, serverOutbox.entries)
  return useMemo(
    () => entries.filter((entry) => entry.conversation_id === conversation_id),
    [entries, conversation_id],
  )
}
