import { type DBSchema, openDB } from 'idb'
import type { LocalFile } from '#dashboard/files'

export interface OutboxEntry {
  /** Also the message's id on the server, so resending is harmless. */
  id: string
  conversation_id: string
  body: string
  kind: 'text' | 'note'
  /** Uploaded first. Absent in entries stored by older versions. */
  files?: LocalFile[]
  /** The message it replies to. */
  reply_to?: string
  /** The newest entry its author had seen; if absent, collisions aren't checked. */
  seen_seq?: number
  /** A teammate has replied since. */
  is_outrun?: true
  /** When to send, ISO 8601; now if absent. */
  send_at?: string
  /** ISO 8601 by this device's clock: for display, never for ordering. */
  queued_at: string
  /** The error of a rejected message, which waits for Retry or Delete. Null while it is queued. */
  problem: string | null
}
/** Storage for unsent messages. Promises resolve when the change is on disk. */
export interface OutboxStore {
  /** In the order they were added, by any tab. */
  all(): Promise<OutboxEntry[]>
  /** Appends an entry, or replaces it in place. */
  put(entry: OutboxEntry): Promise<void>
  remove(id: string): Promise<void>
}

interface Schema extends DBSchema {
  entry: { key: number; value: OutboxEntry & { place?: number }; indexes: { id: string } }
}
const openTimeout_ms = 2_000
/** Browsers with a damaged profile may never answer. */
const noAnswer = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), openTimeout_ms))

/** Ordered by the database's own counter, independent of tabs and clocks. */
export async function openOutboxStore(name: string): Promise<OutboxStore> {
  const opening = openDB<Schema>(name, 1, {
    upgrade(database) {
      database
        .createObjectStore('entry', { keyPath: 'place', autoIncrement: true })
        .createIndex('id', 'id', { unique: true })
    },
  })
  const database = await Promise.race([opening, noAnswer()])
  const writing = () => database.transaction('entry', 'readwrite', { durability: 'strict' })
  return {
    all: () => database.getAll('entry'),
    async put(entry) {
      const transaction = writing()
      const key = await transaction.store.index('id').getKey(entry.id)
      await transaction.store.put({ ...entry, ...(key === undefined ? {} : { place: key }) })
      await transaction.done
    },
    async remove(id) {
      const transaction = writing()
      const key = await transaction.store.index('id').getKey(id)
      if (key !== undefined) await transaction.store.delete(key)
      await transaction.done
    },
  }
}

/** Entries that a full or failing disk rejects are held in memory and sent while the page is open. */
export function withMemory(store: OutboxStore): OutboxStore {
  const unkept = memoryStore()
  return {
    all: async () => [...(await store.all().catch(() => [])), ...(await unkept.all())],
    async put(entry) {
      try {
        await store.put(entry)
        await unkept.remove(entry.id)
      } catch {
        await unkept.put(entry)
      }
    },
    async remove(id) {
      await unkept.remove(id)
      await store.remove(id).catch(() => undefined) // resent after a reload, which is harmless
    },
  }
}

/** For browsers without storage, such as some private windows: messages live as long as the page. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.id, entry),
    remove: async (id) => void entries.delete(id),
  }
}
