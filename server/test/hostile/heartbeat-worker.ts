import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Requests one URL at fixed intervals in a separate thread, independent of response times. Stops on request and
 * returns the duration of each response.
 */

const { url, every_ms } = workerData as { url: string; every_ms: number } // given by `heartbeat.ts`
const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
const took_ms: number[] = []
let failed = 0
let isOver = false
let underWay = 0

function finish() {
  if (!isOver || underWay > 0) return
  agent.destroy()
  parentPort?.postMessage({ took_ms, failed })
}
function request() {
  const started_at = performance.now()
  underWay++
  const end = (isGood: boolean) => {
    underWay--
    if (isGood) took_ms.push(performance.now() - started_at)
    else failed++
    finish()
  }
  get(url, { agent }, (reply) => {
    reply.resume().once('end', () => end(reply.statusCode === 200))
  }).once('error', () => end(false))
}
const clock = setInterval(request, every_ms)
parentPort?.once('message', () => {
  isOver = true
  clearInterval(clock)
  finish()
})
