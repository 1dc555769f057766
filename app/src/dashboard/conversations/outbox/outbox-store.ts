import { type DBSchema, openDB } from 'idb'
import type { LocalFile } from '#dashboard/files'

export interface OutboxEntry {
  /** The message's id on the server, too: that is what makes a second sending harmless. */
  id: string
  conversation_id: string
  body: string
  kind: 'text' | 'note'
  /** To be uploaded before it. Absent in what an older page has kept. */
  files?: LocalFile[]
  /** The message that it answers to. */
  reply_to?: string
  /** The newest entry that its writer had seen; absent: it goes, whoever has replied since. */
  seen_seq?: number
  /** A colleague has replied since. */
  is_outrun?: true
  /** When it is to go, ISO 8601; absent: now. */
  send_at?: string
  /** ISO 8601, by this device's clock: shown, never used for order. */
  queued_at: string
  /** Refused for good, and why: waits for Retry or Delete. Null while it waits to be sent. */
  problem: string | null
}
/** Where unsent messages survive. Every promise resolves when the change is on disk. */
export interface OutboxStore {
  /** In the order in which they were added, by whichever tab. */
  all(): Promise<OutboxEntry[]>
  /** Adds it at the end, or replaces it in its place. */
  put(entry: OutboxEntry): Promise<void>
  remove(id: string): Promise<void>
}

interface Schema extends DBSchema {
  entry: { key: number; value: OutboxEntry & { place?: number }; indexes: { id: string } }
}
const openTimeout_ms = 2_000
/** Browsers with a damaged profile were seen never to answer. */
const noAnswer = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), openTimeout_ms))

/** Order comes from the database's own counter, so that tabs and wrong clocks cannot disturb it. */
export async function openOutboxStore(name: string): Promise<OutboxStore> {
  const opening = openDB<Schema>(name, 1, {
    upgrade(fresh) {
      fresh
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
      const place = await transaction.store.index('id').getKey(entry.id)
      await transaction.store.put({ ...entry, ...(place === undefined ? {} : { place }) })
      await transaction.done
    },
    async remove(id) {
      const transaction = writing()
      const place = await transaction.store.index('id').getKey(id)
      if (place !== undefined) await transaction.store.delete(place)
      await transaction.done
    },
  }
}

/** What a full or failing disk refuses is held in memory: sent all the same while the page lives. */
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
      await store.remove(id).catch(() => undefined) // sent again after a reload, which is harmless
    },
  }
}

/** For browsers that keep nothing, such as some private windows: the messages live as long as the page. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.id, entry),
    remove: async (id) => void entries.delete(id),
  }
}
