import {
  applyMessagesDelivered,
  applyMessagesSeen,
  applyRunToRows,
  applyTagMerged,
  contactChanged,
  contactErased,
  contactMerged,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  type EventDefinition,
  messagesDelivered,
  messagesSeen,
  type Parsed,
  scenarioRunChanged,
  type Schema,
  tagMerged,
} from '@ozvi/contract'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '#platform/calls/api-client.ts'
import { refetch } from '#platform/calls/use-live-query.ts'
import { placeRow, refetchRows, rowQueries } from './lists.ts'
import { applyChange, showContact } from './row-changes.ts'
import { changeRow, conversationOf, rowsIn } from './rows.ts'

/** Reads queries again when their channel goes live and, if a response is on its way, after an event. */
const listenFor =
  <K>(cache: QueryClient, key: K, queries: () => Query[]) =>
  <D extends Schema>(kind: EventDefinition<D, K>, apply: (event: Parsed<D>) => void) =>
    listen(kind, key, {
      live: () => queries().forEach(({ queryKey }) => refetch(cache, queryKey)),
      received(event) {
        for (const { queryKey, state } of queries())
          if (state.fetchStatus === 'fetching') refetch(cache, queryKey)
        apply(event)
      },
    })

/** Keeps the rows and lists of a workspace current. Mounted once. */
export function LiveInbox({ integration_id }: { integration_id: string }) {
  const cache = useQueryClient()
  useEffect(() => listenToInbox(cache, integration_id), [cache, integration_id])
  return null
}
function listenToInbox(cache: QueryClient, integration_id: string) {
  const rows = rowsIn(cache)
  const on = listenFor(cache, { integration_id }, () => rowQueries(cache, integration_id))
  /** Removes a row; the page of an open conversation asks the server whether it still exists. */
  function remove(id: string, version?: number) {
    rows.remove(id, version)
    placeRow(cache, { integration_id, id })
    if (!rows.get(id)) refetch(cache, conversationOf(integration_id, id).queryKey)
  }
  const ends = [
    on(conversationChanged, (changed) => {
      applyChange(cache, changed)
      // Visible again while its page says it isn't.
      const { queryKey } = conversationOf(integration_id, changed.id)
      if (cache.getQueryState(queryKey)?.error) refetch(cache, queryKey)
    }),
    on(conversationHidden, ({ conversation_id, version }) => remove(conversation_id, version)),
    // A member whose access changes reconnects, and may then see the same version of a hidden conversation.
    listen(
      conversationHidden,
      { integration_id },
      { live: () => rows.resetRemovedVersions(), received: () => undefined },
    ),
    on(conversationDeleted, ({ conversation_id }) => remove(conversation_id)),
    on(contactErased, ({ contact_id }) => {
      for (const { id, contact } of rows.all()) if (contact.id === contact_id) remove(id)
    }),
    on(contactChanged, (contact) => showContact(cache, contact)),
    on(contactMerged, ({ source_id, target_id }) => {
      // Only the server knows whose it is: a conversation doesn't name its browser.
      if (rows.all().some(({ contact: { id } }) => id === source_id || id === target_id))
        void refetchRows(cache, integration_id)
    }),
    on(scenarioRunChanged, (run) =>
      changeRow(cache, run.conversation_id, (known) => applyRunToRows(known, run)),
    ),
    on(tagMerged, (merged) => {
      for (const { id } of rows.all()) changeRow(cache, id, (known) => applyTagMerged(known, merged))
    }),
  ]
  return () => ends.forEach((end) => end())
}

/** Keeps current how far the customer has received and seen an open conversation. */
export function useReceipts(integration_id: string, conversation_id: string) {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = conversationOf(integration_id, conversation_id)
    const on = listenFor(cache, { conversation_id }, () => cache.getQueryCache().findAll({ queryKey }))
    const ends = [
      on(messagesDelivered, (event) =>
        changeRow(cache, conversation_id, (rows) => applyMessagesDelivered(rows, event)),
      ),
      on(messagesSeen, (event) =>
        changeRow(cache, conversation_id, (rows) => applyMessagesSeen(rows, event)),
      ),
    ]
    return () => ends.forEach((end) => end())
  }, [cache, integration_id, conversation_id])
}
