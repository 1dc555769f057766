import { eventNamespace, type RealtimeAddress } from '@ozvi/contract'
import type { ChannelAuth, UserAuth } from '@ozvi/contract/schemas'
import type { PresenceMember, Transport } from '@ozvi/wire'
import type Pusher from 'pusher-js'
import type { Channel, PresenceChannel } from 'pusher-js'
import { AuthorizationError, authorizeWithRetries } from './channel-auth.ts'
import { logError } from '../log.ts'
import { retrySoon, unavailable_ms, watchSockets } from './reconnect-backoff.ts'
import { refetchSession } from '../session/session.tsx'
import { createListeners } from '../listeners.ts'

/*
 * The app's realtime client: pusher-js, loaded when a user is signed in. Listeners can be added before it
 * exists; they are attached when it does.
 */

export type RealtimeState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected'

interface Subscription {
  channel: string
  attach: (joined: Channel) => () => void
  detach: (() => void) | null
}

let client: Pusher | null = null
let user_id = ''
let stopRetrying: () => void = () => undefined
let isStarting = false
let state: RealtimeState = 'initialized'
const subscriptions = new Set<Subscription>()
const listeners = createListeners()

export const realtimeState = () => state
export const onRealtimeState = listeners.subscribe
function setState(next: RealtimeState) {
  state = next
  listeners.notify()
}

/** Reported to the library as an error; the user sees nothing. */
function authorizationError(what: string, error: unknown): Error {
  logError(`${what} was not authorized`, error)
  return error instanceof Error ? error : new Error(String(error))
}

function create(Client: typeof Pusher, { key, host, port, scheme }: RealtimeAddress): Pusher {
  const isLocal = host === 'localhost' || host === '127.0.0.1'
  // The library keeps the id of a lost socket.
  const isCurrent = (socket_id: string) =>
    pusher.connection.state === 'connected' && pusher.connection.socket_id === socket_id
  const pusher = new Client(key, {
    // Required by the library; the host is set explicitly.
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
        const body = { socket_id: socketId, channel_name: channelName }
        authorizeWithRetries<ChannelAuth>('/api/broadcasting/auth', body, () => isCurrent(socketId)).then(
          (data) => {
            if (!data) return
            const { auth, channel_data } = data
            done(null, { auth, ...(channel_data ? { channel_data } : {}) })
          },
          (error: unknown) => done(authorizationError(`Channel ${channelName}`, error), null),
        )
      },
    },
    userAuthentication: {
      // Required by the library's types; the handler below is used instead.
      endpoint: '/broadcasting/user-auth',
      transport: 'ajax',
      customHandler: ({ socketId }, done) => {
        const body = { socket_id: socketId }
        authorizeWithRetries<UserAuth>('/broadcasting/user-auth', body, () => isCurrent(socketId)).then(
          (data) => data && done(null, data),
          (error: unknown) => {
            done(authorizationError('The realtime user', error), null)
            // The session has probably ended: reload it; the app redirects if it has.
            if (error instanceof AuthorizationError && error.status === 401)
              refetchSession().catch(() => undefined)
          },
        )
      },
    },
  })
  return pusher
}

/**
 * Connects for a user: once when there is one, again when the id changes. Does nothing while a client for
 * that user exists or is being created.
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
    // pusher-js has the same state names
    stopRetrying = retrySoon(client.connection, sockets, (current) => setState(current as RealtimeState))
    for (const one of subscriptions) join(one, client)
    client.signin()
  } catch (error) {
    logError('Failed to create the realtime client', error)
  } finally {
    isStarting = false
  }
}
export function disconnectRealtime() {
  for (const one of subscriptions) one.detach = null
  stopRetrying()
  client?.disconnect()
  client = null
  user_id = ''
}

function join(one: Subscription, pusher: Pusher) {
  const { channel } = one
  const detach = one.attach(pusher.subscribe(channel))
  one.detach = () => {
    detach()
    if (![...subscriptions].some((other) => other.channel === channel)) pusher.unsubscribe(channel)
  }
}
function subscribe(channel: string, attach: Subscription['attach']) {
  const one: Subscription = { channel, attach, detach: null }
  subscriptions.add(one)
  if (client) join(one, client)
  return () => {
    subscriptions.delete(one)
    one.detach?.()
  }
}
/** How the API client receives events in the app. */
export const listenRealtime: Transport['listen'] = (channel, event, listener) =>
  subscribe(channel, (joined) => {
    const onData = (data: unknown) => listener.received(data)
    const live = () => listener.live()
    const onRejected = () => listener.rejected?.()
    const name = `${eventNamespace}${event}`
    joined.bind(name, onData)
    joined.bind('pusher:subscription_succeeded', live)
    joined.bind('pusher:subscription_error', onRejected)
    // A second listener on a live channel: the data its page has loaded may be older than the subscription.
    if (joined.subscribed) live()
    return () => {
      joined.unbind(name, onData)
      joined.unbind('pusher:subscription_succeeded', live)
      joined.unbind('pusher:subscription_error', onRejected)
    }
  })

/** A reloading page is back within this time; until then its member is shown as online. */
const gracePeriod_ms = 2_000
interface PresenceData {
  id: string
  info: { name: string }
}
/** How the API client observes members of a presence channel. */
export const watchRealtime: NonNullable<Transport['watch']> = (channel, onData) =>
  subscribe(channel, (subscription) => {
    const leaving = new Map<string, { member: PresenceMember; timer: ReturnType<typeof setTimeout> }>()
    const emitMembers = () => {
      const present: PresenceMember[] = []
      // Called for presence channels only, whose subscriptions know their members, with names.
      const { members } = subscription as PresenceChannel
      members.each(({ id, info }: PresenceData) => present.push({ id, name: info.name }))
      const isBack = (id: string) => present.some((member) => member.id === id)
      for (const { member } of leaving.values()) if (!isBack(member.id)) present.push(member)
      onData(present)
    }
    const onAdded = ({ id }: PresenceData) => {
      clearTimeout(leaving.get(id)?.timer)
      leaving.delete(id)
      emitMembers()
    }
    const onRemoved = ({ id, info }: PresenceData) => {
      const timer = setTimeout(() => {
        leaving.delete(id)
        emitMembers()
      }, gracePeriod_ms)
      leaving.set(id, { member: { id, name: info.name }, timer })
    }
    subscription.bind('pusher:subscription_succeeded', emitMembers)
    subscription.bind('pusher:member_added', onAdded)
    subscription.bind('pusher:member_removed', onRemoved)
    if (subscription.subscribed) emitMembers()
    return () => {
      subscription.unbind('pusher:subscription_succeeded', emitMembers)
      subscription.unbind('pusher:member_added', onAdded)
      subscription.unbind('pusher:member_removed', onRemoved)
      for (const { timer } of leaving.values()) clearTimeout(timer)
    }
  })
