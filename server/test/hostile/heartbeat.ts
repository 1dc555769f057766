import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Pulse {
  asked: number
  /** Without status 200. */
  failed: number
  p50_ms: number
  p99_ms: number
  max_ms: number
}

/** Requests `url` repeatedly until stopped. */
export function startPulse(url: string, every_ms = 10): { end(): Promise<Pulse> } {
  const worker = new Worker(new URL('./heartbeat-worker.ts', import.meta.url), {
    workerData: { url, every_ms },
  })
  return {
    async end() {
      const reply = once(worker, 'message')
      worker.postMessage('end')
      const [{ took_ms, failed }] = (await reply) as [{ took_ms: number[]; failed: number }]
      await worker.terminate()
      const sorted = took_ms.toSorted((a, b) => a - b)
      const at = (part: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
      return { asked: sorted.length + failed, failed, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) }
    },
  }
}
