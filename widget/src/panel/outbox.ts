import { alone } from './alone.ts'
import { backoff_ms } from './backoff.ts'
import { isPassing, Refusal } from './calls.ts'
import type { OutboxEntry, OutboxStore } from './outbox-store.ts'

/*
 * Durable outbox: messages are stored before they are sent, and removed when the server has acknowledged
 * them. Offline, across reloads and server restarts each arrives exactly once, in order. Resending is
 * harmless (the id is the message's), so unclear results are retried.
 */

export type OutgoingState = 'sending' | 'waiting' | 'failed'
export interface Outgoing extends OutboxEntry {
  state: OutgoingState
}
export interface OutboxOptions {
  /** Opened on first use: nothing may be stored before the visitor opens the panel. */
  openStore: () => Promise<OutboxStore>
  /** Name of the lock under which one tab sends. */
  name: string
  /** Whose messages are sent and shown; null while there is no session. */
  contactId: () => string | null
  /** False without a session or network. */
  canSend: () => boolean
  /** Resolves when acknowledged; the reply is shown before the entry is removed. */
  send: (entry: OutboxEntry) => Promise<unknown>
  /** Called with the visitor's entries, oldest first. */
  onChange: (entries: Outgoing[]) => void
  /** Notifies other tabs, which have the same entries. */
  tellTabs?: () => void
  random?: () => number
}

export function createOutbox(options: OutboxOptions) {
  const { canSend, send, onChange, tellTabs } = options
  let opening: Promise<OutboxStore> | undefined
  const store = () => (opening ??= options.openStore())
  /** Entries the store couldn't keep: sent while this page is open. */
  const unkept = new Map<string, OutboxEntry>()
  let entries: OutboxEntry[] = []
  let sending_id: string | undefined
  let passing: Promise<void> | undefined
  let isAskedAgain = false
  let tries = 0
  /** Until then the server asked clients to wait. */
  let rests_until_ms = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const owner = () => options.contactId() ?? ''
  const show = () =>
    onChange(
      entries.map((entry) => ({
        ...entry,
        state: entry.is_failed ? 'failed' : entry.id === sending_id ? 'sending' : 'waiting',
      })),
    )
  async function reload() {
    const kept = await store()
      .then((opened) => opened.all())
      .catch(() => [])
    const mine = [...kept, ...unkept.values()].filter(({ contact_id }) => contact_id === owner())
    entries = mine.filter(({ id }, at) => mine.findIndex((other) => other.id === id) === at)
    show()
  }
  async function keep(entry: OutboxEntry) {
    try {
      await (await store()).put(entry)
      unkept.delete(entry.id)
    } catch {
      unkept.set(entry.id, entry)
    }
  }
  async function drop(id: string) {
    unkept.delete(id)
    await store()
      .then((opened) => opened.remove(id))
      .catch(() => undefined) // resent after a reload, which is harmless
  }
  async function changed() {
    await reload()
    tellTabs?.()
  }

  /**
   * Sends queued entries, oldest first; after a temporary error the rest of its conversation waits, in order.
   */
  async function pass() {
    const halted = new Set<string>()
    let wait_ms: number | undefined
    for (;;) {
      await reload()
      const next = entries.find(
        ({ is_failed, conversation_id }) => !is_failed && !halted.has(conversation_id),
      )
      if (!next || !canSend()) break
      const rest_ms = rests_until_ms - Date.now()
      if (rest_ms > 0) {
        wait_ms = Math.max(wait_ms ?? 0, rest_ms)
        break
      }
      sending_id = next.id
      show()
      try {
        await send(next)
        await drop(next.id)
        tries = 0
      } catch (problem) {
        if (isPassing(problem)) {
          const { status = 0, retry_after_ms = 0 } = problem instanceof Refusal ? problem : {}
          wait_ms ??= backoff_ms(tries, options.random)
          rests_until_ms = Math.max(rests_until_ms, Date.now() + retry_after_ms)
          halted.add(next.conversation_id)
          if (status === 0) break // offline: none can be sent
        } else await keep({ ...next, is_failed: true, problem: (problem as Refusal).message })
      } finally {
        sending_id = undefined
      }
      tellTabs?.()
    }
    show()
    if (wait_ms === undefined) return
    if (halted.size > 0) tries++
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait_ms)
  }
  async function flush(): Promise<void> {
    if (!canSend()) return reload()
    isAskedAgain = true
    passing ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false
        await alone(`${options.name}:send`, pass)
      }
    })().finally(() => {
      passing = undefined
    })
    return passing
  }

  return {
    /** Resolves when the entry is stored; sending continues in the background. */
    async add(entry: Omit<OutboxEntry, 'contact_id' | 'queued_at' | 'is_failed'>) {
      await keep({ ...entry, contact_id: owner(), queued_at: new Date().toISOString(), is_failed: false })
      await changed()
      void flush()
    },
    async retry(id: string) {
      const failed = entries.find((entry) => entry.id === id)
      if (!failed) return
      const { problem: _, ...again } = failed
      await keep({ ...again, is_failed: false })
      await changed()
      void flush()
    },
    async discard(id: string) {
      await drop(id)
      await changed()
    },
    /** Sends queued entries; call it when network, server or session are back. */
    flush() {
      clearTimeout(timer)
      tries = 0
      return flush()
    },
    /** Another tab has changed the entries. */
    reload,
    /** Reassigns entries of `from` (no one yet, or a visitor whose token has ended) to `to`. */
    async adopt(from: string | null, to: string) {
      const kept = await store()
        .then((opened) => opened.all())
        .catch(() => [])
      for (const entry of [...kept, ...unkept.values()])
        if (entry.contact_id === (from ?? '')) await keep({ ...entry, contact_id: to })
      await changed()
    },
    /** The visitor has signed out: deletes all entries and sends nothing more. */
    async forget() {
      clearTimeout(timer)
      unkept.clear()
      entries = []
      await store()
        .then((opened) => opened.clear())
        .catch(() => undefined)
      show()
    },
  }
}
