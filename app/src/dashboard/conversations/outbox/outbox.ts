import { type Message, Problem } from '@ozvi/contract'
import { logWarning } from '#platform/log.ts'
import { memoryStore, type OutboxEntry, type OutboxStore, withMemory } from './outbox-store.ts'

/*
 * Durable outbox of the composer: a message is stored here until the server has acknowledged it. Offline and
 * across reloads each message arrives exactly once, in the order of its conversation. Resending is harmless
 * (the id is the message's), so unclear results are retried. One tab sends at a time; all show the same
 * entries.
 */

export interface Outgoing extends OutboxEntry {
  state: 'waiting' | 'sending' | 'failed'
}
export interface OutboxOptions {
  /** Of this user in this workspace; names the database, the lock and the channel between tabs. */
  name: string
  openStore: (name: string) => Promise<OutboxStore>
  isOnline: () => boolean
  /** @returns the message; null if the server scheduled it */
  send: (entry: OutboxEntry) => Promise<Message | null>
  /** Called in every tab for each acknowledged message, before its entry is removed. */
  onSent: (message: Message) => void
  random?: () => number
}

const backoffFirst_ms = 1_000
const backoffMax_ms = 30_000
/**
 * A temporary error: the same message may be accepted later. Errors without a `Problem` never reached the
 * server.
 */
const isTransient = (error: unknown) =>
  !(error instanceof Problem) ||
  [
    'unavailable',
    'storage_full',
    'server_error',
    'rate_limited',
    'unauthenticated',
    'csrf_invalid',
    'email_unverified',
  ].includes(error.code)

/** The field's error is more specific than the general one; both are in the reader's language. */
const problemText = ({ errors, message }: Problem) => Object.values(errors ?? {})[0]?.[0] ?? message

const backoff_ms = (tries: number, random: () => number) =>
  Math.min(backoffMax_ms, backoffFirst_ms * 2 ** tries) * (0.5 + random() / 2)
const retryAfter_ms = (error: unknown) => (error instanceof Problem ? (error.retry_after_s ?? 0) * 1000 : 0)

const failed = (entry: OutboxEntry, problem: Problem): OutboxEntry => ({
  ...entry,
  problem: problemText(problem),
  ...(problem.errors?.['seen_seq'] ? { is_outrun: true } : {}),
})
/** The sender saw the collision before sending again. */
function withoutProblem({ is_outrun, seen_seq, ...entry }: OutboxEntry): OutboxEntry {
  return { ...entry, ...(is_outrun || seen_seq === undefined ? {} : { seen_seq }), problem: null }
}

export function createOutbox({
  name,
  openStore,
  isOnline,
  send,
  onSent,
  random = Math.random,
}: OutboxOptions) {
  const opening = openStore(name).then(withMemory, (error: unknown) => {
    logWarning(`Unsent messages cannot be kept across reloads here: ${String(error)}`)
    return memoryStore()
  })
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const listeners = new Set<() => void>()
  let visible: readonly Outgoing[] = []
  /** Ids sent since this page was opened. */
  const leavingIds = new Set<string>()
  let sending_id: string | null = null
  let passing: Promise<void> | null = null
  let isAskedAgain = false
  let tries = 0
  /** Until then the server asked clients to wait. */
  let rests_until_ms = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function reload(): Promise<OutboxEntry[]> {
    const entries = await (await opening).all()
    visible = entries.map((entry) => ({
      ...entry,
      state: entry.problem !== null ? 'failed' : entry.id === sending_id ? 'sending' : 'waiting',
    }))
    for (const listener of listeners) listener()
    return entries
  }
  async function change(action: (store: OutboxStore) => Promise<void>) {
    await action(await opening)
    await reload()
    tabs?.postMessage(null)
  }

  /**
   * Sends queued entries, oldest first. After a temporary error the rest of its conversation waits, in order.
   */
  async function pass(): Promise<void> {
    const store = await opening
    const halted = new Set<string>()
    let wait_ms: number | undefined
    for (;;) {
      const entries = await reload()
      const next = entries.find((entry) => entry.problem === null && !halted.has(entry.conversation_id))
      if (!next || !isOnline()) break
      const retryDelay_ms = rests_until_ms - Date.now()
      if (retryDelay_ms > 0) {
        wait_ms = Math.max(wait_ms ?? 0, retryDelay_ms)
        break
      }
      sending_id = next.id
      await reload()
      try {
        const message = await send(next)
        if (message) onSent(message)
        leavingIds.add(next.id)
        await store.remove(next.id)
        tabs?.postMessage(message ?? next.id)
        tries = 0
      } catch (error) {
        if (isTransient(error)) {
          wait_ms = Math.max(wait_ms ?? 0, backoff_ms(tries, random))
          rests_until_ms = Math.max(rests_until_ms, Date.now() + retryAfter_ms(error))
          halted.add(next.conversation_id)
        } else {
          // Permanent errors are `Problem`s.
          await store.put(failed(next, error as Problem))
          tabs?.postMessage(null)
        }
      } finally {
        sending_id = null
      }
    }
    if (wait_ms === undefined) return
    if (halted.size > 0) tries++
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait_ms)
  }
  const withLock = (work: () => Promise<void>) =>
    'locks' in navigator ? navigator.locks.request(name, work) : work()

  /** Sends what can be sent now; resolves when nothing is left to send. */
  function flush(): Promise<void> {
    isAskedAgain = true
    passing ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false
        await withLock(pass)
      }
    })().finally(() => {
      passing = null
    })
    return passing
  }
  const flushNow = () => {
    tries = 0
    clearTimeout(timer)
    return flush()
  }
  // The tab that was to retry may be closing, so every tab retries.
  tabs?.addEventListener('message', ({ data }: MessageEvent<Message | string | null>) => {
    if (data) leavingIds.add(typeof data === 'string' ? data : data.id)
    if (data && typeof data !== 'string') onSent(data)
    void reload().then(flush)
  })
  globalThis.addEventListener?.('online', () => void flushNow())

  return {
    entries: () => visible,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Resolves when the entry is stored; sending continues in the background. */
    async add(entry: Omit<OutboxEntry, 'queued_at' | 'problem' | 'is_outrun'>) {
      await change((store) => store.put({ ...entry, queued_at: new Date().toISOString(), problem: null }))
      void flushNow()
    },
    async retry(id: string) {
      const entry = (await (await opening).all()).find((entry) => entry.id === id)
      if (!entry) return
      await change((store) => store.put(withoutProblem(entry)))
      void flushNow()
    },
    /** @returns whether the server has the message; false once it is rejected or discarded */
    leaving: (id: string) =>
      new Promise<boolean>((resolve) => {
        const checkQueue = () => {
          const entry = visible.find((one) => one.id === id)
          if (entry && entry.state !== 'failed') return
          listeners.delete(checkQueue)
          resolve(leavingIds.has(id))
        }
        listeners.add(checkQueue)
        checkQueue()
      }),
    discard: (id: string) => change((store) => store.remove(id)),
    flush: flushNow,
  }
}
export type Outbox = ReturnType<typeof createOutbox>
