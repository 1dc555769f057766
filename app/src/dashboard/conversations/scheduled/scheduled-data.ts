import {
  applyScheduledChanged,
  applyScheduledRemoved,
  cancelScheduledMessage,
  changeScheduledMessage,
  type Message,
  type ScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageRemoved,
  scheduleMessage,
  sendScheduledMessage,
} from '@ozvi/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { toast } from '#ui/toast.ts'
import { applySentMessage, scheduledIn } from '../data/data.ts'

interface ConversationKey {
  integration_id: string
  conversation_id: string
}
/** Scheduled replies of a conversation, live, by send time. */
export function useScheduled(conversation: ConversationKey): readonly ScheduledMessage[] {
  const query = scheduledIn(conversation.integration_id, conversation.conversation_id)
  useLiveQuery(query, scheduledMessageChanged, conversation, applyScheduledChanged)
  useLiveQuery(query, scheduledMessageRemoved, conversation, applyScheduledRemoved)
  return useQuery(query).data ?? []
}

const update = (
  cache: QueryClient,
  conversation: ConversationKey,
  change: (list: readonly ScheduledMessage[]) => ScheduledMessage[],
) =>
  cache.setQueryData(
    scheduledIn(conversation.integration_id, conversation.conversation_id).queryKey,
    (scheduled) => change(scheduled ?? []),
  )

/**
 * Schedules a reply and shows it.
 *
 * @returns the message if it was sent immediately because the customer is online
 */
export async function schedule(
  cache: QueryClient,
  entry: ConversationKey & {
    id: string
    body: string
    file_ids: string[]
    send_at: string | null
    composed_at?: string
    seen_seq?: number
  },
): Promise<Message | null> {
  const { scheduled, message } = await call(scheduleMessage, entry)
  if (scheduled) update(cache, entry, (list) => applyScheduledChanged(list, scheduled))
  return message
}

/** Actions on a scheduled reply. On an error the server's state is loaded. */
export function useScheduledActions(conversation: ConversationKey) {
  const t = useT()
  const cache = useQueryClient()
  const key = ({ id }: ScheduledMessage) => ({
    integration_id: conversation.integration_id,
    conversation_id: conversation.conversation_id,
    message_id: id,
  })
  async function perform<T>(send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      toastError(error, t)
      await cache.invalidateQueries(scheduledIn(conversation.integration_id, conversation.conversation_id))
      return undefined
    }
  }
  async function change(scheduled: ScheduledMessage, changes: { body?: string; send_at?: string | null }) {
    const changed = await perform(() => call(changeScheduledMessage, { ...key(scheduled), ...changes }))
    if (changed) update(cache, conversation, (list) => applyScheduledChanged(list, changed))
    return changed !== undefined
  }
  return {
    change,
    /** @returns whether it was sent */
    async sendNow(scheduled: ScheduledMessage) {
      const message = await perform(() => call(sendScheduledMessage, key(scheduled)))
      if (!message) return false
      update(cache, conversation, (list) => applyScheduledRemoved(list, scheduled))
      applySentMessage(cache, conversation.integration_id, message)
      return true
    },
    async cancel(scheduled: ScheduledMessage) {
      if (!(await perform(() => call(cancelScheduledMessage, key(scheduled))))) return
      update(cache, conversation, (list) => applyScheduledRemoved(list, scheduled))
      const isInFuture = scheduled.state === 'waiting' && Date.parse(scheduled.send_at) > Date.now()
      toast.success(t('messages.done_cancelled'), {
        label: t('conversations.undo'),
        onClick: () => void change({ ...scheduled }, { send_at: isInFuture ? scheduled.send_at : null }),
      })
    },
  }
}
