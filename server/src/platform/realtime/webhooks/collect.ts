import type { Listener } from '../listeners.ts'
import { isReserved } from '../names.ts'
import type { WebhookBatch, WebhookEvent, WebhookName } from './events.ts'

/** Events within this time are batched. */
const batch_ms = 50
const batch_events_max = 500
/** Approximate size limit of a batch; only the data of client events can be large. */
const batch_chars_max = 256 * 1024
/**
 * A lost client can return within this time, such as by a page reload, without an event; Pusher's own value.
 */
const return_within_ms = 3_000

interface Collecting {
  watch(listener: Listener): () => void
  names: readonly WebhookName[]
  now(): number
  /** Receives a batch. */
  take(batch: WebhookBatch): void
}

/**
 * Collects realtime events into batches.
 *
 * @returns `stop` stops collecting and hands over what was collected, with clients in the grace period as
 * gone
 */
export function collectWebhooks({ watch, names, now, take }: Collecting) {
  const enabled = new Set(names)
  let batch: WebhookBatch | undefined
  let chars = 0
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    if (batch) take(batch)
    batch = undefined
    chars = 0
  }
  function add(event: WebhookEvent) {
    // User channels are internal: no events of joins and leaves.
    if (!enabled.has(event.name) || isReserved(event.channel)) return
    if (!batch) {
      batch = { time_ms: now(), events: [] }
      timer = setTimeout(flush, batch_ms)
    }
    batch.events.push(event)
    chars += event.data?.length ?? 0
    if (batch.events.length >= batch_events_max || chars >= batch_chars_max) flush()
  }

  const leaving = new Map<string, { timer: NodeJS.Timeout; emitStatus: () => void }>()
  const nameOf = ({ channel, user_id = '' }: WebhookEvent) => `${channel}\n${user_id}`
  function goes(event: WebhookEvent) {
    const name = nameOf(event)
    clearTimeout(leaving.get(name)?.timer)
    const emitStatus = () => {
      leaving.delete(name)
      add(event)
    }
    leaving.set(name, { timer: setTimeout(emitStatus, return_within_ms), emitStatus })
  }
  function comes(event: WebhookEvent) {
    const name = nameOf(event)
    const leftAt = leaving.get(name)
    if (!leftAt) return add(event)
    clearTimeout(leftAt.timer)
    leaving.delete(name)
  }

  const unwatch = watch({
    occupied: (channel) => comes({ name: 'channel_occupied', channel }),
    vacated: (channel) => goes({ name: 'channel_vacated', channel }),
    memberAdded: (channel, user_id) => comes({ name: 'member_added', channel, user_id }),
    memberRemoved: (channel, user_id) => goes({ name: 'member_removed', channel, user_id }),
    counted: (channel, subscription_count) =>
      add({ name: 'subscription_count', channel, subscription_count }),
    cacheMissed: (channel) => add({ name: 'cache_miss', channel }),
    clientEvent: ({ channel, event, data_json, socket_id, user_id }) =>
      add({
        name: 'client_event',
        channel,
        event,
        data: textOf(data_json),
        socket_id,
        ...(user_id === undefined ? {} : { user_id }),
      }),
  })
  return {
    stop() {
      unwatch()
      for (const { timer, emitStatus } of [...leaving.values()]) {
        clearTimeout(timer)
        emitStatus()
      }
      flush()
    },
  }
}

function textOf(data_json: string) {
  const data: unknown = JSON.parse(data_json)
  return typeof data === 'string' ? data : data_json
}
