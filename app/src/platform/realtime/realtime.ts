import { type ChannelAuth, eventNamespace, type RealtimeAddress, type UserAuth } from '@ozvi/contract'
import type { Seat, Transport } from '@ozvi/wire'
import type Pusher from 'pusher-js'
import type { Channel, PresenceChannel } from 'pusher-js'
import type * as z from 'zod/mini'
import { AuthRefused, authorise } from './channel-auth.ts'
import { logError } from '../log.ts'
import { retrySooner, unavailable_ms, watchSockets } from './realtime-retry.ts'
import { refetchSession } from '../session/session.tsx'

/*
 * The one realtime client of the app: pusher-js, loaded when a signed-in user is there.
 * Ears may be held up before it exists; they are attached as soon as it does.
 */

export type RealtimeState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected'

interface Held {
  channel: string
  attach: (joined: Channel) => () => void
  detach: (() => void) | null
}

let client: Pusher | null = null
let user_id = ''
let stopRetrying: () => void = () => undefined
let isStarting = false
let state: RealtimeState = 'initialized'
const held = new Set<Held>()
const ears = new Set<() => void>()

export const realtimeState = () => state
export function onRealtimeState(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
function setState(next: RealtimeState) {
  state = next
  for (const ear of ears) ear()
}

/** Passed on as a failure to the library; the user hears nothing of it. */
function refused(what: string, error: unknown): Error {
  logError(`${what} was not authorised`, error)
  return error instanceof Error ? error : new Error(String(error))
}

function create(Client: typeof Pusher, { key, host, port, scheme }: RealtimeAddress): Pusher {
  const isLocal = host === 'localhost' || host === '127.0.0.1'
  return new Client(key, {
    // Asked for by the library; the host is named.
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: scheme === 'https',
    enabledTransports: isLocal ? ['ws'] : ['ws', 'wss'],
    disableStats: true,
    activityTimeout: 120_000,
    pongTimeout: 30_000,
    unavailableTimeout: unavailable_ms,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => {
        authorise<z.infer<typeof ChannelAuth>>('/api/broadcasting/auth', {
          socket_id: socketId,
          channel_name: channelName,
        }).then(
          ({ auth, channel_data }) => done(null, { auth, ...(channel_data ? { channel_data } : {}) }),
          (error: unknown) => done(refused(`Channel ${channelName}`, error), null),
        )
      },
    },
    userAuthentication: {
      // Asked for by the library's types; the handler below is what is used.
      endpoint: '/broadcasting/user-auth',
      transport: 'ajax',
      customHandler: ({ socketId }, done) => {
        authorise<z.infer<typeof UserAuth>>('/broadcasting/user-auth', { socket_id: socketId }).then(
          (auth) => done(null, auth),
          (error: unknown) => {
            done(refused('The realtime user', error), null)
            // The session has probably ended: read it, and the app leaves when it has.
            if (error instanceof AuthRefused && error.status === 401) refetchSession().catch(() => undefined)
          },
        )
      },
    },
  })
}

/**
 * Connects for a user: once when one with an id is there, again when the id becomes another. Does nothing
 * while a client for that user exists or is on its way.
 */
export async function connectRealtime(id: string, address: RealtimeAddress) {
  if (!id || isStarting || (client && id === user_id)) return
  isStarting = true
  try {
    disconnectRealtime()
    const { default: Client } = await import('pusher-js')
    const sockets = watchSockets(Client.Runtime)
    stopRetrying = sockets.stop
    client = create(Client, address)
    user_id = id
    // pusher-js names its states as we do
    stopRetrying = retrySooner(client.connection, sockets, (current) => setState(current as RealtimeState))
    for (const one of held) join(one, client)
    client.signin()
  } catch (error) {
    logError('The realtime client could not be created', error)
  } finally {
    isStarting = false
  }
}
export function disconnectRealtime() {
  for (const one of held) one.detach = null
  stopRetrying()
  client?.disconnect()
  client = null
  user_id = ''
}

function join(one: Held, pusher: Pusher) {
  const { channel } = one
  const detach = one.attach(pusher.subscribe(channel))
  one.detach = () => {
    detach()
    if (![...held].some((other) => other.channel === channel)) pusher.unsubscribe(channel)
  }
}
function hold(channel: string, attach: Held['attach']) {
  const one: Held = { channel, attach, detach: null }
  held.add(one)
  if (client) join(one, client)
  return () => {
    held.delete(one)
    one.detach?.()
  }
}
/** How the wire hears events in the app. */
export const listenRealtime: Transport['listen'] = (channel, event, ear) =>
  hold(channel, (joined) => {
    const hear = (data: unknown) => ear.hear(data)
    const live = () => ear.live()
    const name = `${eventNamespace}${event}`
    joined.bind(name, hear)
    joined.bind('pusher:subscription_succeeded', live)
    // A second ear on a channel that is live already: what its page has read may be older than the channel.
    if (joined.subscribed) live()
    return () => {
      joined.unbind(name, hear)
      joined.unbind('pusher:subscription_succeeded', live)
    }
  })

/** A page that is loaded anew is back within this; until then its member is shown as here. */
const linger_ms = 2_000
interface Told {
  id: string
  info: { name: string }
}
/** How the wire knows who else is on a presence channel. */
export const watchRealtime: NonNullable<Transport['watch']> = (channel, hear) =>
  hold(channel, (subscription) => {
    const leaving = new Map<string, { seat: Seat; timer: ReturnType<typeof setTimeout> }>()
    const tell = () => {
      const seats: Seat[] = []
      // Asked for presence channels only, whose subscriptions know their members; ours carry a name.
      const { members } = subscription as PresenceChannel
      members.each(({ id, info }: Told) => seats.push({ id, name: info.name }))
      const isBack = (id: string) => seats.some((seat) => seat.id === id)
      for (const { seat } of leaving.values()) if (!isBack(seat.id)) seats.push(seat)
      hear(seats)
    }
    const come = ({ id }: Told) => {
      clearTimeout(leaving.get(id)?.timer)
      leaving.delete(id)
      tell()
    }
    const go = ({ id, info }: Told) => {
      const timer = setTimeout(() => {
        leaving.delete(id)
        tell()
      }, linger_ms)
      leaving.set(id, { seat: { id, name: info.name }, timer })
    }
    subscription.bind('pusher:subscription_succeeded', tell)
    subscription.bind('pusher:member_added', come)
    subscription.bind('pusher:member_removed', go)
    if (subscription.subscribed) tell()
    return () => {
      subscription.unbind('pusher:subscription_succeeded', tell)
      subscription.unbind('pusher:member_added', come)
      subscription.unbind('pusher:member_removed', go)
      for (const { timer } of leaving.values()) clearTimeout(timer)
    }
  })
