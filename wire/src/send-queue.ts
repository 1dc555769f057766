import { backoff_ms } from './backoff.ts'
import { withTabLock } from './tab-lock.ts'

export interface QueuedEntry {
  /** Also the message's id on the server, so resending is harmless. */
  id: string
  conversation_id: string
}
/** A temporary error: the same entry may be accepted later. */
export interface TransientError {
  /** The server's `Retry-After`; 0 if it didn't send one. */
  retry_after_ms: number
  /** No entry can be sent now. */
  is_offline: boolean
}
export interface SendQueueOptions<E extends QueuedEntry> {
  /** Name of the lock that lets one tab send at a time. */
  lock: string
  /** Reads the entries to send, oldest first, and shows them. None is being sent then. */
  queued: () => Promise<readonly E[]>
  /** Shows which of them is being sent. */
  onSending: (id: string) => void
  canSend: () => boolean
  /** Sends an entry and removes it once the server has acknowledged it. */
  send: (entry: E) => Promise<void>
  /** Stores a permanent error; the entry isn't queued any more. */
  onRejected: (entry: E, error: unknown) => Promise<void>
  /** @returns undefined for a permanent error */
  transientError: (error: unknown, entry: E) => TransientError | undefined
  random?: (() => number) | undefined
}

/**
 * Sends the entries of an outbox in the order of their conversations. After a temporary error the rest of its
 * conversation waits, in order, and is retried with a growing delay. Runs in one tab at a time.
 */
export function createSendQueue<E extends QueuedEntry>(options: SendQueueOptions<E>) {
  const { queued, onSending, canSend, send, onRejected, transientError } = options
  let passing: Promise<void> | undefined
  let isRerunRequested = false
  let tries = 0
  /** Until then the server asked clients to wait. */
  let rests_until_ms = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function pass() {
    const halted = new Set<string>()
    let wait_ms: number | undefined
    let isOffline = false
    for (;;) {
      const next = (await queued()).find(({ conversation_id }) => !halted.has(conversation_id))
      if (!next || isOffline || !canSend()) break
      const rest_ms = rests_until_ms - Date.now()
      if (rest_ms > 0) {
        wait_ms = Math.max(wait_ms ?? 0, rest_ms)
        break
      }
      onSending(next.id)
      try {
        await send(next)
        tries = 0
      } catch (error) {
        const transient = transientError(error, next)
        if (transient) {
          wait_ms ??= backoff_ms(tries, options.random)
          rests_until_ms = Math.max(rests_until_ms, Date.now() + transient.retry_after_ms)
          halted.add(next.conversation_id)
          isOffline = transient.is_offline
        } else await onRejected(next, error)
      }
    }
    if (wait_ms === undefined) return
    if (halted.size > 0) tries++
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait_ms)
  }
  function flush(): Promise<void> {
    isRerunRequested = true
    passing ??= (async () => {
      while (isRerunRequested) {
        isRerunRequested = false
        await withTabLock(options.lock, pass)
      }
    })().finally(() => {
      passing = undefined
    })
    return passing
  }
  const stop = () => clearTimeout(timer)
  return {
    /** Sends the queued entries; resolves when none is left that can be sent now. */
    flush,
    /** Retries immediately; call it when the network, the server or the session is back. */
    flushNow() {
      tries = 0
      stop()
      return flush()
    },
    /** Cancels the next retry. */
    stop,
  }
}
