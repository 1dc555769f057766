/** Consecutive failures after which an endpoint isn't asked for a while. */
const failures_max = 5
const pause_ms = 60_000
/** Endpoints remembered; the oldest is forgotten first. */
const endpoints_max = 1_000

interface State {
  failures: number
  open_until_ms: number
}
/** Skips endpoints that keep failing, so that answers don't wait for them. */
export interface Breaker {
  /** Whether a request may be sent. After the pause, one request at a time tests the endpoint. */
  allows(endpoint: string, now_ms: number): boolean
  record(endpoint: string, isSuccess: boolean, now_ms: number): void
}

export function createBreaker(): Breaker {
  const states = new Map<string, State>()
  return {
    allows(endpoint, now_ms) {
      const state = states.get(endpoint)
      if (!state || state.failures < failures_max) return true
      if (now_ms < state.open_until_ms) return false
      state.open_until_ms = now_ms + pause_ms
      return true
    },
    record(endpoint, isSuccess, now_ms) {
      if (isSuccess) return void states.delete(endpoint)
      const failures = (states.get(endpoint)?.failures ?? 0) + 1
      states.delete(endpoint)
      states.set(endpoint, { failures, open_until_ms: now_ms + pause_ms })
      const [oldest] = states.keys()
      if (states.size > endpoints_max && oldest !== undefined) states.delete(oldest)
    },
  }
}
