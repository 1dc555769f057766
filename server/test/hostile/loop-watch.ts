import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into the server first: records the longest time that the main thread was blocked, in milliseconds of its
 * CPU time. Unlike response times, this doesn't depend on other load.
 */

const every_ms = 5
if (isMainThread) {
  let longest_ms = 10
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    const work_ms = (user + system) / 1000
    if (work_ms <= longest_ms) return
    longest_ms = work_ms
    appendFileSync('loop-watch.log', `${work_ms}\n`)
  }, every_ms).unref()
  // The start isn't measured.
  process.once('SIGUSR2', () => {
    longest_ms = 10
    last = process.threadCpuUsage()
    appendFileSync('loop-watch.log', 'begin\n')
  })
}
