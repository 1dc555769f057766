import type Pusher from 'pusher-js'

/** The part of the library's connection used here. */
interface Connection {
  state: string
  connect(): void
  disconnect(): void
  bind(event: 'state_change', listener: (change: { current: string }) => void): void
}
/** Sockets of connection attempts and of the connection. */
interface Sockets {
  /** Whether one is opening or open. */
  hasAny(): boolean
  /** Called when one has closed. */
  onClose: () => void
  stop(): void
}

/**
 * Watches the library's sockets: it doesn't report them, and a failed attempt looks like a running one until
 * its timeout.
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
    // In browsers the library creates WebSockets, whatever its types say.
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
/** After this time without a connection the state is `unavailable`, regardless of the number of attempts. */
export const unavailable_ms = 10_000

/**
 * Retries a lost connection sooner than the library. The library gives every attempt 15, then 30, then 60 s,
 * and waits that long even if the attempt fails immediately: a restarted server would be missed for a minute.
 * Here the next attempt follows seconds after a failed one. A running attempt keeps its time. Delays grow and
 * are randomized.
 *
 * @param onState receives the library's states, but `unavailable` after 10 s over all attempts
 * @returns stops it; call it before closing the connection on purpose
 */
export function retrySoon(
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
  function finishAttempt() {
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
    // The library has started an attempt; offline it waits for the network.
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
      finishAttempt()
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
    finishAttempt()
    sockets.stop()
  }
}
