import { createSendQueue } from '@ozvi/wire/send-queue'
import { isTransient, ApiError } from '../calls.ts'
import type { OutboxEntry, OutboxStore } from './outbox-store.ts'

/*
 * Durable outbox: messages are stored before they are sent, and removed when the server has acknowledged
 * them. Offline, across reloads and server restarts each arrives exactly once, in order. Resending is
 * harmless (the id is the message's), so unclear results are retried.
 */

export type OutgoingState = 'sending' | 'waiting' | 'failed'
export interface Outgoing extends OutboxEntry {
  state: OutgoingState
  /**
   * With `waiting`: the status of the last attempt in the conversation, 0 without an answer, and when the server
   * accepts the next, in ms since 1970; 0 if it didn't say.
   */
  delay?: { status: number; until_ms: number } | undefined
}
export interface OutboxOptions {
  /** Opened on first use: nothing may be stored before the visitor opens the panel. */
  openStore: () => Promise<OutboxStore>
  /** Name of the lock that lets one tab send at a time. */
  name: string
  /** Whose messages are sent and shown; null while there is no session. */
  contactId: () => string | null
  /** False without a session or network. */
  canSend: () => boolean
  /** Resolves when the server has acknowledged the message and the thread shows it; then the entry is removed. */
  send: (entry: OutboxEntry) => Promise<unknown>
  /** Called with the visitor's entries, oldest first. */
  onChange: (entries: Outgoing[]) => void
  /** Notifies other tabs, which have the same entries. */
  notifyTabs?: () => void
  random?: () => number
}

export function createOutbox(options: OutboxOptions) {
  const { canSend, send, onChange, notifyTabs } = options
  let opening: Promise<OutboxStore> | undefined
  const store = () => (opening ??= options.openStore())
  /** Entries the store couldn't keep: sent while this page is open. */
  const memoryEntries = new Map<string, OutboxEntry>()
  let entries: OutboxEntry[] = []
  let sending_id: string | undefined
  /** By conversation. */
  const delays = new Map<string, Outgoing['delay']>()

  const owner = () => options.contactId() ?? ''
  const show = () =>
    onChange(
      entries.map((entry) => ({
        ...entry,
        state: entry.is_failed ? 'failed' : entry.id === sending_id ? 'sending' : 'waiting',
        delay: canSend() ? delays.get(entry.conversation_id) : { status: 0, until_ms: 0 },
      })),
    )
  async function reload() {
    const stored = await store()
      .then((opened) => opened.all())
      .catch(() => [])
    const ownEntries = [...stored, ...memoryEntries.values()].filter(
      ({ contact_id }) => contact_id === owner(),
    )
    entries = ownEntries.filter(({ id }, index) => ownEntries.findIndex((other) => other.id === id) === index)
    show()
  }
  async function storeEntry(entry: OutboxEntry) {
    try {
      await (await store()).put(entry)
      memoryEntries.delete(entry.id)
    } catch {
      memoryEntries.set(entry.id, entry)
    }
  }
  async function drop(id: string) {
    memoryEntries.delete(id)
    await store()
      .then((opened) => opened.remove(id))
      .catch(() => undefined) // resent after a reload, which is harmless
  }
  async function changed() {
    await reload()
    notifyTabs?.()
  }

  const queue = createSendQueue<OutboxEntry>({
    lock: `${options.name}:send`,
    async queued() {
      sending_id = undefined
      await reload()
      return entries.filter(({ is_failed }) => !is_failed)
    },
    onSending(id) {
      sending_id = id
      show()
    },
    canSend,
    async send(entry) {
      await send(entry)
      delays.delete(entry.conversation_id)
      await drop(entry.id)
      notifyTabs?.()
    },
    async onRejected(entry, problem) {
      delays.delete(entry.conversation_id)
      await storeEntry({ ...entry, is_failed: true, problem: (problem as ApiError).message })
      notifyTabs?.()
    },
    transientError(problem, { conversation_id }) {
      if (!isTransient(problem)) return undefined
      const { status = 0, retry_after_ms = 0 } = problem instanceof ApiError ? problem : {}
      delays.set(conversation_id, { status, until_ms: retry_after_ms > 0 ? Date.now() + retry_after_ms : 0 })
      return { retry_after_ms, is_offline: status === 0 }
    },
    random: options.random,
  })
  const flush = () => (canSend() ? queue.flush() : reload())

  return {
    /** Resolves when the entry is stored; sending continues in the background. */
    async add(entry: Omit<OutboxEntry, 'contact_id' | 'queued_at' | 'is_failed'>) {
      await storeEntry({
        ...entry,
        contact_id: owner(),
        queued_at: new Date().toISOString(),
        is_failed: false,
      })
      await changed()
      void flush()
    },
    async retry(id: string) {
      const failed = entries.find((entry) => entry.id === id)
      if (!failed) return
      const { problem: _, ...retryEntry } = failed
      await storeEntry({ ...retryEntry, is_failed: false })
      await changed()
      void flush()
    },
    async discard(id: string) {
      await drop(id)
      await changed()
    },
    /** Sends queued entries; call it when network, server or session are back. */
    flush: () => (canSend() ? queue.flushNow() : reload()),
    /** Reads the entries again; call it when another tab has changed them. */
    reload,
    /** Reassigns entries of `from` (no one yet, or a visitor whose token has ended) to `to`. */
    async adopt(from: string | null, to: string) {
      const stored = await store()
        .then((opened) => opened.all())
        .catch(() => [])
      for (const entry of [...stored, ...memoryEntries.values()])
        if (entry.contact_id === (from ?? '')) await storeEntry({ ...entry, contact_id: to })
      await changed()
    },
    /** The visitor has signed out: deletes all entries and sends nothing more. */
    async forget() {
      queue.stop()
      memoryEntries.clear()
      entries = []
      await store()
        .then((opened) => opened.clear())
        .catch(() => undefined)
      show()
    },
  }
}
