import { type Message, Problem } from '@ozvi/contract'
import { createSendQueue } from '@ozvi/wire/send-queue'
import { logWarning } from '#platform/log.ts'
import { memoryStore, type OutboxEntry, type OutboxStore, withMemory } from './outbox-store.ts'
import { createListeners } from '#platform/listeners.ts'

/*
 * Durable outbox of the composer: a message is stored here until the server has acknowledged it. Offline and
 * across reloads each message arrives exactly once, in the order of its conversation. Resending is harmless
 * (the id is the message's), so unclear results are retried. One tab sends at a time; all show the same
 * entries.
 */

/** Why the last attempt to send failed. */
export interface SendDelay {
  cause: 'connection' | 'server' | 'rate_limit'
  /** When the server accepts the next request, in ms since 1970; 0 if it didn't say. */
  until_ms: number
}
export interface Outgoing extends OutboxEntry {
  state: 'waiting' | 'sending' | 'failed'
  /** With `waiting`, if this tab has tried to send a message of the conversation. */
  delay?: SendDelay
}
export interface OutboxOptions {
  /** Identifies the user and the workspace in the names of the database, the lock and the channel between tabs. */
  name: string
  openStore: (name: string) => Promise<OutboxStore>
  isOnline: () => boolean
  /** @returns the message; null if the server scheduled it */
  send: (entry: OutboxEntry) => Promise<Message | null>
  /** Called in every tab for each acknowledged message, before its entry is removed. */
  onSent: (message: Message) => void
  random?: () => number
}

const transientCodes = [
  'unavailable',
  'storage_full',
  'server_error',
  'rate_limited',
  'unauthenticated',
  'csrf_invalid',
  'email_unverified',
]
/**
 * A temporary error: the same message may be accepted later. Errors without a `Problem` never reached the
 * server. A used-up quota for files lasts for hours, so the sender decides.
 */
const isTransient = (error: unknown) =>
  !(error instanceof Problem) || (transientCodes.includes(error.code) && !error.errors?.['file'])

/** The field's error is more specific than the general one; both are in the reader's language. */
const problemText = ({ errors, message }: Problem) => Object.values(errors ?? {})[0]?.[0] ?? message

const retryAfter_ms = (error: unknown) => (error instanceof Problem ? (error.retry_after_s ?? 0) * 1000 : 0)

function delayOf(error: unknown): SendDelay | undefined {
  const after_ms = retryAfter_ms(error)
  const until_ms = after_ms > 0 ? Date.now() + after_ms : 0
  if (!(error instanceof Problem)) return { cause: 'connection', until_ms }
  if (error.code === 'rate_limited') return until_ms > 0 ? { cause: 'rate_limit', until_ms } : undefined
  // The session's errors are shown by the app.
  const isServers = ['unavailable', 'storage_full', 'server_error'].includes(error.code)
  return isServers ? { cause: 'server', until_ms } : undefined
}

const failed = (entry: OutboxEntry, problem: Problem): OutboxEntry => ({
  ...entry,
  problem: problemText(problem),
  ...(problem.errors?.['seen_seq'] ? { is_outrun: true } : {}),
})
/** The sender saw the collision before sending again. */
function withoutProblem({ is_outrun, seen_seq, ...entry }: OutboxEntry): OutboxEntry {
  return { ...entry, ...(is_outrun || seen_seq === undefined ? {} : { seen_seq }), problem: null }
}

export function createOutbox({ name, openStore, isOnline, send, onSent, random }: OutboxOptions) {
  const opening = openStore(name).then(withMemory, (error: unknown) => {
    logWarning(`Unsent messages can't be stored and would be lost on reload: ${String(error)}`)
    return memoryStore()
  })
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const listeners = createListeners()
  let entries: readonly OutboxEntry[] = []
  let visible: readonly Outgoing[] = []
  /** Ids sent since this page was opened. */
  const leavingIds = new Set<string>()
  let sending_id: string | undefined
  /** By conversation. */
  const delays = new Map<string, SendDelay | undefined>()

  function toOutgoing(entry: OutboxEntry): Outgoing {
    if (entry.problem !== null) return { ...entry, state: 'failed' }
    if (entry.id === sending_id) return { ...entry, state: 'sending' }
    const delay = isOnline()
      ? delays.get(entry.conversation_id)
      : ({ cause: 'connection', until_ms: 0 } as const)
    return { ...entry, state: 'waiting', ...(delay ? { delay } : {}) }
  }
  function show() {
    visible = entries.map(toOutgoing)
    listeners.notify()
  }
  async function reload(): Promise<OutboxEntry[]> {
    const read = await (await opening).all()
    entries = read
    show()
    return read
  }
  async function change(action: (store: OutboxStore) => Promise<void>) {
    await action(await opening)
    await reload()
    tabs?.postMessage(null)
  }

  const queue = createSendQueue<OutboxEntry>({
    lock: name,
    async queued() {
      sending_id = undefined
      return (await reload()).filter(({ problem }) => problem === null)
    },
    onSending(id) {
      sending_id = id
      show()
    },
    canSend: isOnline,
    async send(entry) {
      const message = await send(entry)
      delays.delete(entry.conversation_id)
      if (message) onSent(message)
      leavingIds.add(entry.id)
      await (await opening).remove(entry.id)
      tabs?.postMessage(message ?? entry.id)
    },
    async onRejected(entry, error) {
      delays.delete(entry.conversation_id)
      // Permanent errors are `Problem`s.
      await (await opening).put(failed(entry, error as Problem))
      tabs?.postMessage(null)
    },
    transientError(error, { conversation_id }) {
      if (!isTransient(error)) return undefined
      delays.set(conversation_id, delayOf(error))
      return { retry_after_ms: retryAfter_ms(error), is_offline: false }
    },
    random,
  })
  // The tab that was to retry may be closing, so every tab retries.
  tabs?.addEventListener('message', ({ data }: MessageEvent<Message | string | null>) => {
    if (data) leavingIds.add(typeof data === 'string' ? data : data.id)
    if (data && typeof data !== 'string') onSent(data)
    void reload().then(queue.flush)
  })
  globalThis.addEventListener?.('online', () => void queue.flushNow())

  return {
    entries: () => visible,
    onChange: listeners.subscribe,
    /** Resolves when the entry is stored; sending continues in the background. */
    async add(entry: Omit<OutboxEntry, 'queued_at' | 'problem' | 'is_outrun'>) {
      await change((store) => store.put({ ...entry, queued_at: new Date().toISOString(), problem: null }))
      void queue.flushNow()
    },
    async retry(id: string) {
      const entry = (await (await opening).all()).find((entry) => entry.id === id)
      if (!entry) return
      await change((store) => store.put(withoutProblem(entry)))
      void queue.flushNow()
    },
    /** @returns whether the server has the message; false once it is rejected or discarded */
    leaving: (id: string) =>
      new Promise<boolean>((resolve) => {
        const checkQueue = () => {
          const entry = visible.find((one) => one.id === id)
          if (entry && entry.state !== 'failed') return
          unsubscribe()
          resolve(leavingIds.has(id))
        }
        const unsubscribe = listeners.subscribe(checkQueue)
        checkQueue()
      }),
    discard: (id: string) => change((store) => store.remove(id)),
    flush: queue.flushNow,
  }
}
export type Outbox = ReturnType<typeof createOutbox>
