/** What is used of the library's connection. */
interface Connection {
  connect(): void
  disconnect(): void
  bind(event: 'state_change', hear: (change: { current: string }) => void): void
}

const first_ms = 3_000
const last_ms = 12_000

/**
 * Makes a lost connection again sooner than the library does, which after two failures waits for 15 s and then
 * for 45 s, when a server that was started anew has long been back. Each try is given longer than the one
 * before, so that a slow network gets there, and no two clients try at the same moment.
 *
 * @param onState hears the states as the library names them; between tries of ours it is `unavailable`.
 * @returns the way to stop; to be called before the connection is closed for good.
 */
export function retrySooner(connection: Connection, onState: (state: string) => void, random = Math.random) {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTurning = false
  let isOver = false

  const wait_ms = () => Math.min(last_ms, first_ms * 1.5 ** tries) * (0.75 + random() / 2)
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  function again() {
    tries++
    timer = setTimeout(again, wait_ms())
    // Without a network the library waits for one.
    if (!navigator.onLine) return
    isTurning = true
    connection.disconnect()
    isTurning = false
    connection.connect()
  }
  connection.bind('state_change', ({ current }) => {
    if (isTurning) return
    const isTrying = current === 'connecting' || current === 'unavailable'
    if (!isTrying) {
      stop()
      tries = 0
    } else if (!isOver) timer ??= setTimeout(again, wait_ms())
    onState(isTrying && tries > 0 ? 'unavailable' : current)
  })
  return () => {
    isOver = true
    stop()
  }
}
