import type Pusher from 'pusher-js'

/** The part of the library's connection that is used here. */
interface Connection {
  state: string
  connect(): void
  disconnect(): void
  bind(event: 'state_change', listener: (change: { current: string }) => void): void
}
/** Sockets of connection attempts, and of the connection itself. */
interface Sockets {
  /** Whether one is opening or open. */
  hasAny(): boolean
  /** Called when one has closed. */
  onClose: () => void
  stop(): void
}

/**
 * Watches the sockets that the library opens, which it doesn't report: a failed attempt looks like one that is
 * under way until its timeout.
 */
export function watchSockets(runtime: typeof Pusher.Runtime): Sockets {
  const { createWebSocket } = runtime
  const sockets = new Set<unknown>()
  const watched: Sockets = {
    hasAny: () => sockets.size > 0,
    onClose: () => undefined,
    stop: () => {
      runtime.createWebSocket = createWebSocket
    },
  }
  runtime.createWebSocket = (url) => {
    const socket = createWebSocket.call(runtime, url)
    sockets.add(socket)
    // The library makes WebSockets of the browser, whatever its own type says.
    ;(socket as unknown as WebSocket).addEventListener('close', () => {
      sockets.delete(socket)
      watched.onClose()
    })
    return socket
  }
  return watched
}

const firstWait_ms = 3_000
const longestWait_ms = 12_000
/** Without a connection for this long the state is `unavailable`, however often it has been tried. */
export const unavailable_ms = 10_000

/**
 * Retries a lost connection sooner than the library does. The library gives every attempt 15, then 30, then 60 s,
 * and waits for the end of that time even if the attempt has failed at once: a restarted server would be missed
 * for a minute. Here the next attempt follows seconds after a failed one. An attempt that is under way keeps its
 * time. The waits grow, and differ between clients.
 *
 * @param onState receives the states as the library names them, but `unavailable` after 10 s over all attempts
 * @returns stops it; to be called before the connection is closed on purpose
 */
export function retrySooner(
  connection: Connection,
  sockets: Sockets,
  onState: (state: string) => void,
  random = Math.random,
) {
  let failures = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let despairing: ReturnType<typeof setTimeout> | undefined
  let isUnavailable = false
  let isRestarting = false
  let isStopped = false
  let isTrying = false

  const wait_ms = () => Math.min(longestWait_ms, firstWait_ms * 1.5 ** failures) * (0.75 + random() / 2)
  function settle() {
    clearTimeout(retrying)
    clearTimeout(despairing)
    retrying = despairing = undefined
    isUnavailable = false
    failures = 0
  }
  function retryLater() {
    if (isStopped || !isTrying || sockets.hasAny()) return
    retrying ??= setTimeout(retry, wait_ms())
  }
  function retry() {
    retrying = undefined
    failures++
    // An attempt of the library's own has begun; without a network the library waits for one.
    if (sockets.hasAny()) return
    if (!navigator.onLine) return retryLater()
    isRestarting = true
    connection.disconnect()
    isRestarting = false
    connection.connect()
  }
  function change(current: string) {
    if (isRestarting) return
    isTrying = current === 'connecting' || current === 'unavailable'
    if (!isTrying || isStopped) {
      settle()
      return onState(current)
    }
    despairing ??= setTimeout(() => {
      isUnavailable = true
      onState('unavailable')
    }, unavailable_ms)
    if (current === 'unavailable') isUnavailable = true
    onState(isUnavailable ? 'unavailable' : 'connecting')
    retryLater()
  }
  sockets.onClose = retryLater
  connection.bind('state_change', ({ current }) => change(current))
  change(connection.state)
  return () => {
    isStopped = true
    settle()
    sockets.stop()
  }
}
