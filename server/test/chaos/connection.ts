import { eventNamespace, type RealtimeAddress } from '@ozvi/contract'
import { createPusher } from '@ozvi/wire/pusher'
import type { Caller } from './caller.ts'
import { trueNow } from './clock.ts'

/** Identifies an event on a channel: its subject and version. */
export function eventKey(event: string, data: unknown): string {
  const { id, seq, version } = data as { id?: string; seq?: number; version?: number } // absent in other kinds
  return `${event.replace(eventNamespace, '')} ${id} ${seq ?? ''} ${version ?? ''}`
}

/** A person's socket. Records received events and when each channel became live. */
export function openConnection(
  caller: Caller,
  address: RealtimeAddress,
  authPath: string,
  onFault: (fault: string) => void,
) {
  /** Channel → when it last became live, ms since the epoch; kept after a disconnect. */
  const live_at = new Map<string, number>()
  const live = new Set<string>()
  /** Channel and event → when it was last received. */
  const heard_at = new Map<string, number>()
  const channels = new Set<string>()
  const pusher = createPusher({
    address,
    authorize: (socket_id, channel) => caller.authorize(authPath, socket_id, channel),
    onState(state) {
      if (state !== 'connected') live.clear()
      if (state === 'failed') onFault('a socket was turned away for good')
    },
    // With many restarts within a minute a real client would wait longer than most of these servers run.
    timings: { backoff_ms: 150, backoff_ms_max: 400 },
  })
  pusher.connect()
  return {
    live_at,
    isLive: () => live.size === channels.size,
    /** Its frames were tampered with: missing events prove nothing before it is live again. */
    forgetLiveness: () => live_at.clear(),
    heardSince: (channel: string, key: string, since: number) =>
      (heard_at.get(`${channel} ${key}`) ?? 0) > since,
    /** @param received is called with name and data of each event */
    follow(channel: string, onLive: () => void, received: (event: string, data: never) => void) {
      channels.add(channel)
      pusher.subscribe(channel, {
        live() {
          live_at.set(channel, trueNow())
          live.add(channel)
          onLive()
        },
        received(event, data) {
          heard_at.set(`${channel} ${eventKey(event, data)}`, trueNow())
          received(event.replace(eventNamespace, ''), data as never) // the caller names its channel's kinds
        },
        rejected: () => onFault(`the subscription to ${channel} was rejected for an authorized user`),
      })
    },
    close: () => pusher.disconnect(),
  }
}
export type TestConnection = ReturnType<typeof openConnection>
