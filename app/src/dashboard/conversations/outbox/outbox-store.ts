import { openIndexedStore } from '@ozvi/wire/indexed-store'
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

export const openOutboxStore = (name: string): Promise<OutboxStore> =>
  openIndexedStore<OutboxEntry>(name, 'place')

/** Entries that a full or failing disk rejects are held in memory and sent while the page is open. */
export function withMemory(store: OutboxStore): OutboxStore {
  const memoryEntries = memoryStore()
  return {
    all: async () => [...(await store.all().catch(() => [])), ...(await memoryEntries.all())],
    async put(entry) {
      try {
        await store.put(entry)
        await memoryEntries.remove(entry.id)
      } catch {
        await memoryEntries.put(entry)
      }
    },
    async remove(id) {
      await memoryEntries.remove(id)
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
