import { type InboxRow, mergeConversation, type Message, splitConversation, undoMerge } from '@ozvi/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { threadOf } from '../data/data.ts'
import { refetchRows } from '../data/lists.ts'

interface MergeContext {
  integration_id: string
  /** URL of a conversation. */
  pathOf: (id: string) => string
}

/** Updates the cache, so that the screen is right without realtime events. */
async function refetchConversations(cache: QueryClient, integration_id: string, ids: readonly string[]) {
  await Promise.all([
    refetchRows(cache, integration_id),
    cache.invalidateQueries({ queryKey: ['conversations-of', { integration_id }] }),
    ...ids.map((id) => cache.invalidateQueries({ ...threadOf(integration_id, id), exact: true })),
  ])
}

/** Merging, splitting, and their undo; errors are shown. */
export function useMergeActions({ integration_id, pathOf }: MergeContext) {
  const t = useT()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refetch = (ids: readonly string[]) => refetchConversations(cache, integration_id, ids)

  async function undo(merge_id: string, shown_id?: string) {
    try {
      const { source, target } = await call(undoMerge, { integration_id, merge_id })
      await refetch([source.id, target.id])
      if (shown_id) await navigate(pathOf(shown_id))
      toast.success(t('conversation-merging.undone', { number: source.number }))
    } catch (error) {
      toastError(error, t)
    }
  }
  /** @throws Problem of the server */
  async function merge(source_id: string, into_id: string) {
    const done = await call(mergeConversation, {
      integration_id,
      conversation_id: source_id,
      id: crypto.randomUUID(),
      into_id,
    })
    await refetch([source_id, into_id])
    await navigate(pathOf(into_id))
    return done
  }
  /** Undoes a split. */
  async function rejoin(part_id: string, whole_id: string) {
    try {
      const { target } = await merge(part_id, whole_id)
      toast.success(t('conversation-merging.done', { number: target.number }))
    } catch (error) {
      toastError(error, t)
    }
  }
  return {
    undo: (merge_id: string) => void undo(merge_id),
    async merge(row: InboxRow, into_id: string) {
      const { id, target } = await merge(row.id, into_id)
      toast.success(t('conversation-merging.done', { number: target.number }), {
        label: t('conversations.undo'),
        onClick: () => void undo(id, row.id),
      })
    },
    rejoin,
    async split({ conversation_id, id: message_id }: Pick<Message, 'conversation_id' | 'id'>) {
      const id = crypto.randomUUID()
      try {
        const part = await call(splitConversation, { integration_id, conversation_id, id, message_id })
        await refetch([conversation_id, id])
        toast.success(t('conversation-merging.done_split', { number: part.number }), {
          label: t('conversations.undo'),
          onClick: () => void rejoin(id, conversation_id),
        })
      } catch (error) {
        toastError(error, t)
      }
    },
  }
}
