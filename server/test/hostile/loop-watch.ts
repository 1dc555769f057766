import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into the server before all else: writes down each stretch of work that kept the main thread from everything
 * else for longer than any before, in milliseconds of its processor time. Unlike the time that an answer takes, this
 * does not depend on what else the machine does.
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
