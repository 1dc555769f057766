import {
  applyScheduledChanged,
  applyScheduledGone,
  cancelScheduledMessage,
  changeScheduledMessage,
  type Message,
  type ScheduledMessage,
  scheduledMessageChanged,
  scheduledMessageGone,
  scheduleMessage,
  sendScheduledMessage,
} from '@ozvi/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { useLive } from '#platform/calls/live.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { putSent, scheduledIn } from '../data/data.ts'

interface Place {
  integration_id: string
  conversation_id: string
}
/** Scheduled replies of a conversation, live, by send time. */
export function useScheduled(place: Place): readonly ScheduledMessage[] {
  const query = scheduledIn(place.integration_id, place.conversation_id)
  useLive(query, scheduledMessageChanged, place, applyScheduledChanged)
  useLive(query, scheduledMessageGone, place, applyScheduledGone)
  return useQuery(query).data ?? []
}

const put = (
  cache: QueryClient,
  place: Place,
  change: (list: readonly ScheduledMessage[]) => ScheduledMessage[],
) =>
  cache.setQueryData(scheduledIn(place.integration_id, place.conversation_id).queryKey, (held) =>
    change(held ?? []),
  )

/**
 * Schedules a reply and shows it.
 *
 * @returns the message if it was sent immediately because the customer is online
 */
export async function schedule(
  cache: QueryClient,
  entry: Place & {
    id: string
    body: string
    file_ids: string[]
    send_at: string | null
    written_at?: string
    seen_seq?: number
  },
): Promise<Message | null> {
  const { scheduled, message } = await call(scheduleMessage, entry)
  if (scheduled) put(cache, entry, (list) => applyScheduledChanged(list, scheduled))
  return message
}

/** Actions on a scheduled reply. On an error the server's state is loaded. */
export function useScheduledActs(place: Place) {
  const t = useT()
  const cache = useQueryClient()
  const key = ({ id }: ScheduledMessage) => ({
    integration_id: place.integration_id,
    conversation_id: place.conversation_id,
    message_id: id,
  })
  async function act<T>(send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send()
    } catch (error) {
      sayFailure(error, t)
      await cache.invalidateQueries(scheduledIn(place.integration_id, place.conversation_id))
      return undefined
    }
  }
  async function change(held: ScheduledMessage, changes: { body?: string; send_at?: string | null }) {
    const changed = await act(() => call(changeScheduledMessage, { ...key(held), ...changes }))
    if (changed) put(cache, place, (list) => applyScheduledChanged(list, changed))
    return changed !== undefined
  }
  return {
    change,
    /** @returns whether it was sent */
    async sendNow(held: ScheduledMessage) {
      const message = await act(() => call(sendScheduledMessage, key(held)))
      if (!message) return false
      put(cache, place, (list) => applyScheduledGone(list, held))
      putSent(cache, place.integration_id, message)
      return true
    },
    async cancel(held: ScheduledMessage) {
      if (!(await act(() => call(cancelScheduledMessage, key(held))))) return
      put(cache, place, (list) => applyScheduledGone(list, held))
      const isToCome = held.state === 'waiting' && Date.parse(held.send_at) > Date.now()
      toast.success(t('messages.done_cancelled'), {
        label: t('conversations.undo'),
        onClick: () => void change({ ...held }, { send_at: isToCome ? held.send_at : null }),
      })
    },
  }
}
