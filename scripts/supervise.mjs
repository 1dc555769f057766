const crashesMax = 5
const within_ms = 10 * 60 * 1000

/**
 * Starts a server and restarts it if it crashes after it was ready; one that can't start would crash forever. Gives up
 * at the sixth crash within ten minutes.
 *
 * @param {() => import('node:child_process').ChildProcess} launch starts the process, which sends a message with
 * `ready` over its channel
 * @param {object} options
 * @param {() => boolean} options.isStopping whether the process is stopping
 * @param {() => void} options.onCrash called before it is started again
 * @param {(code: number) => void} options.onEnd called with the exit code of a process that is not started again
 */
export function supervise(launch, { isStopping, onCrash, onEnd }) {
  /** @type {number[]} */
  let crashes = []
  const start = () => {
    const child = launch()
    let wasReady = false
    child.on('message', (/** @type {{ ready?: object }} */ { ready }) => {
      wasReady ||= ready !== undefined
    })
    child.once('exit', (code, signal) => {
      const exitCode = code ?? (signal ? 1 : 0)
      const now = performance.now()
      crashes = [...crashes.filter((at) => at > now - within_ms), now]
      if (exitCode === 0 || isStopping() || !wasReady || crashes.length > crashesMax) return onEnd(exitCode)
      onCrash()
      start()
    })
  }
  start()
}
