import { setTimeout as sleep } from 'node:timers/promises'

/** Limits the rate of requests to one host, across all callers. */
export interface Throttle {
  /** Waits for the host's next turn. @throws when `signal` aborts */
  turn(host: string, interval_ms: number, signal: AbortSignal): Promise<void>
}

export function createThrottle(): Throttle {
  const free_at = new Map<string, number>()
  return {
    async turn(host, interval_ms, signal) {
      const now = performance.now()
      for (const [name, at] of free_at) if (at < now) free_at.delete(name)
      const at = Math.max(now, free_at.get(host) ?? 0)
      free_at.set(host, at + interval_ms)
      if (at > now) await sleep(at - now, undefined, { signal })
      signal.throwIfAborted()
    },
  }
}
