/*
 * A client of the Pusher protocol, version 7, small enough for customers' pages. It keeps one connection,
 * subscribes again after every reconnect and notifies each listener when its channel is live; the listener
 * reloads what it missed. Unlike the official client it spreads reconnects over time.
 */

export type PusherState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected'
export interface PusherAddress {
  key: string
  host: string
  port: number
  scheme: 'http' | 'https'
}
export interface PusherAuth {
  auth: string
  channel_data?: string
}
export interface PusherListener {
  /** The channel is live: now, and again after every reconnect. */
  live(): void
  /** `event` is the name on the wire; `data` is parsed. */
  received(event: string, data: unknown): void
  /** The listener isn't authorized for the channel; it isn't requested again until the next reconnect. */
  rejected?(): void
}
export interface PusherOptions {
  address: PusherAddress
  /** Signs a private or presence channel. `null` means forbidden; an exception is retried. */
  authorize?: (socket_id: string, channel: string) => Promise<PusherAuth | null>
  onState?: (state: PusherState) => void
  timings?: Partial<typeof pusherTimings>
  random?: () => number
}
/** Timeouts that the protocol recommends to clients; the backoff is our own. */
export const pusherTimings = {
  /** Inactivity after which the server is pinged; the server can set a shorter time. */
  activity_ms: 120_000,
  /** Timeout of the pong, and of a connection's first frame. */
  pong_ms: 30_000,
  /** After this long without a connection the state is `unavailable`; attempts continue. */
  unavailable_ms: 10_000,
  backoff_ms: 1_000,
  backoff_ms_max: 30_000,
  /** After a connection of this duration, the backoff starts again from the shortest delay. */
  stable_ms: 10_000,
}

interface Channel {
  listeners: Set<PusherListener>
  is_live: boolean
}
interface Frame {
  event: string
  channel?: string
  data?: unknown
}
type Timer = ReturnType<typeof setTimeout> | undefined

/** `data` is a JSON string inside the frame, but need not be. Anything else malformed is `undefined`. */
function parse(text: unknown): Frame | undefined {
  try {
    const frame: unknown = JSON.parse(String(text))
    if (typeof frame !== 'object' || frame === null || !('event' in frame)) return undefined
    const { event, channel, data } = frame as Frame // checked above; the rest is optional and read with care
    let value = data
    if (typeof data === 'string') {
      try {
        value = JSON.parse(data)
      } catch {
        value = data
      }
    }
    return { event: String(event), data: value, ...(channel ? { channel: String(channel) } : {}) }
  } catch {
    return undefined
  }
}

/** Closes a connection. Browsers log a warning when one is closed before it is open, so that waits until it is. */
function closeSocket(socket: WebSocket | undefined) {
  if (socket?.readyState === 0) socket.onopen = () => socket.close()
  else socket?.close()
}

export function createPusher({ address, authorize, onState, random = Math.random, ...more }: PusherOptions) {
  const timings = { ...pusherTimings, ...more.timings }
  const url =
    `${address.scheme === 'https' ? 'wss' : 'ws'}://${address.host}:${address.port}` +
    `/app/${address.key}?protocol=7&client=ozvi&version=1&flash=false`
  const channels = new Map<string, Channel>()
  let state: PusherState = 'initialized'
  let socket: WebSocket | undefined
  let socket_id: string | undefined
  let activity_ms = timings.activity_ms
  let attempts = 0
  let retryTimer: Timer
  let activityTimer: Timer
  let unavailableTimer: Timer
  let stableTimer: Timer

  function setState(next: PusherState) {
    if (next === state) return
    state = next
    onState?.(next)
  }
  const backoff = (tries: number) =>
    Math.min(timings.backoff_ms_max, timings.backoff_ms * 2 ** tries) * (0.5 + random() / 2)
  const send = (event: string, data: unknown, channel?: string) => {
    if (socket?.readyState !== 1) return false
    socket.send(JSON.stringify({ event, data, channel }))
    return true
  }

  /** Calls `otherwise` if no frame arrives within `await_ms`. */
  function listenFor(await_ms: number, otherwise: () => void) {
    clearTimeout(activityTimer)
    activityTimer = setTimeout(otherwise, await_ms)
  }
  const drop = () => {
    const lostSocket = socket
    handleClose(0) // without waiting for `close`, which can take minutes on a dead connection
    closeSocket(lostSocket)
  }
  const probe = () => {
    send('pusher:ping', {})
    listenFor(timings.pong_ms, drop)
  }

  function open() {
    clearTimeout(retryTimer)
    if (state !== 'unavailable') setState('connecting')
    unavailableTimer ??= setTimeout(() => setState('unavailable'), timings.unavailable_ms)
    let opened: WebSocket
    try {
      opened = socket = new WebSocket(url)
    } catch {
      stop('failed') // no WebSocket here, or a policy forbids it
      return
    }
    listenFor(timings.pong_ms, drop)
    opened.onmessage = ({ data }) => {
      if (socket === opened) receive(data)
    }
    opened.onclose = ({ code }) => {
      if (socket === opened) handleClose(code)
    }
  }

  function handleClose(code: number) {
    socket = socket_id = undefined
    clearTimeout(activityTimer)
    clearTimeout(stableTimer)
    for (const channel of channels.values()) channel.is_live = false
    if (code >= 4000 && code < 4100) return stop('failed')
    if (state === 'connected') setState('connecting')
    unavailableTimer ??= setTimeout(() => setState('unavailable'), timings.unavailable_ms)
    let delay_ms = backoff(attempts)
    if (code >= 4100 && code < 4200) delay_ms = Math.max(timings.backoff_ms, delay_ms)
    // "Reconnect immediately" is sent to all clients at once, so they spread out; if it is repeated, it is
    // ignored.
    if (code >= 4200 && code < 4300 && attempts === 0) delay_ms = (random() * timings.backoff_ms) / 2
    attempts++
    retryTimer = setTimeout(open, delay_ms)
  }

  /** Ends permanently, on the server's request or ours. */
  function stop(finalState: 'failed' | 'disconnected') {
    for (const timer of [retryTimer, activityTimer, unavailableTimer, stableTimer]) clearTimeout(timer)
    unavailableTimer = undefined
    const open = socket
    socket = socket_id = undefined
    for (const channel of channels.values()) channel.is_live = false
    setState(finalState)
    closeSocket(open)
  }

  async function join(name: string, tries = 0): Promise<void> {
    const requested_id = socket_id
    const isCurrent = () => requested_id !== undefined && socket_id === requested_id && channels.has(name)
    if (!requested_id || !isCurrent()) return
    let auth: PusherAuth | object | null = {}
    if (/^(private|presence)-/.test(name)) {
      try {
        auth = (await authorize?.(requested_id, name)) ?? null
      } catch {
        setTimeout(() => void join(name, tries + 1), backoff(tries))
        return
      }
    }
    if (!isCurrent()) return
    if (auth) send('pusher:subscribe', { channel: name, ...auth })
    else for (const listener of channels.get(name)?.listeners ?? []) listener.rejected?.()
  }

  function receive(text: unknown) {
    listenFor(activity_ms, probe)
    const frame = parse(text)
    if (!frame) return
    const { event, data } = frame
    const channel = frame.channel === undefined ? undefined : channels.get(frame.channel)
    if (event === 'pusher:connection_established') {
      // Our server's first frame, in the form the protocol gives it.
      const first = data as { socket_id: string; activity_timeout: number }
      socket_id = first.socket_id
      activity_ms = Math.min(timings.activity_ms, first.activity_timeout * 1000)
      listenFor(activity_ms, probe)
      clearTimeout(unavailableTimer)
      unavailableTimer = undefined
      stableTimer = setTimeout(() => {
        attempts = 0
      }, timings.stable_ms)
      setState('connected')
      for (const name of channels.keys()) void join(name)
    } else if (event === 'pusher:ping') send('pusher:pong', {})
    else if (!channel) return
    else if (event === 'pusher_internal:subscription_succeeded') {
      channel.is_live = true
      for (const listener of channel.listeners) listener.live()
    } else if (event === 'pusher:subscription_error') {
      channel.is_live = false
      for (const listener of channel.listeners) listener.rejected?.()
    } else for (const listener of channel.listeners) listener.received(event, data)
  }

  return {
    get state() {
      return state
    },
    connect() {
      if (!socket && state !== 'connecting' && state !== 'unavailable') open()
    },
    /** The network may have changed: a live connection is probed, a lost one retried immediately. */
    nudge() {
      if (state === 'connected') probe()
      else if (!socket && (state === 'connecting' || state === 'unavailable')) {
        attempts = 0
        open()
      }
    },
    disconnect() {
      stop('disconnected')
    },
    /** @returns unsubscribes; the channel is left with its last listener */
    subscribe(name: string, listener: PusherListener) {
      const channel = channels.get(name) ?? { listeners: new Set(), is_live: false }
      channel.listeners.add(listener)
      if (!channels.has(name)) {
        channels.set(name, channel)
        void join(name)
      } else if (channel.is_live) listener.live()
      return () => {
        channel.listeners.delete(listener)
        if (channel.listeners.size > 0 || channels.get(name) !== channel) return
        channels.delete(name)
        send('pusher:unsubscribe', { channel: name })
      }
    },
    /**
     * Sends an event directly to the channel's other subscribers; adds `client-` to `name`. False if not
     * connected.
     */
    trigger(channel: string, name: string, data: unknown) {
      return channels.get(channel)?.is_live === true && send(`client-${name}`, data, channel)
    },
  }
}
export type Pusher = ReturnType<typeof createPusher>
