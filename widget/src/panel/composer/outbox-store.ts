import type { Locale } from '@ozvi/contract'
import { openIndexedStore } from '@ozvi/wire/indexed-store'
import type { HostPage } from '../../host-messages.ts'
import type { LocalFile } from './uploads.ts'

export interface OutboxEntry {
  /** Also the message's id on the server, so resending is harmless. */
  id: string
  conversation_id: string
  /** The author; empty while there is no session. */
  contact_id: string
  body: string
  /** The message it replies to. */
  reply_to?: string
  /** The chosen button of the message in `reply_to`. */
  button_id?: string
  /** Uploaded first. */
  files?: LocalFile[]
  locale: Locale
  page?: HostPage
  /** ISO 8601 by the visitor's clock: for display, never for ordering. */
  queued_at: string
  /** Rejected: waits for Retry or Delete. */
  is_failed: boolean
  /** The error, in the visitor's language. */
  problem?: string
}
/** Storage for unsent messages. Promises resolve when the change is on disk. */
export interface OutboxStore {
  /** In the order they were added, by any tab. */
  all(): Promise<OutboxEntry[]>
  /** Appends an entry, or replaces it in place. */
  put(entry: OutboxEntry): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

/** A store over a list: in memory, or as JSON in `localStorage`. */
function listStore(load: () => OutboxEntry[], save: (entries: OutboxEntry[]) => void): OutboxStore {
  return {
    all: async () => load(),
    async put(entry) {
      const entries = load()
      const at = entries.findIndex(({ id }) => id === entry.id)
      save(at < 0 ? [...entries, entry] : entries.with(at, entry))
    },
    remove: async (id) => save(load().filter((entry) => entry.id !== id)),
    clear: async () => save([]),
  }
}
export function memoryStore(): OutboxStore {
  let stored: OutboxEntry[] = []
  return listStore(
    () => stored,
    (entries) => {
      stored = entries
    },
  )
}
function localStore(name: string): OutboxStore {
  localStorage.setItem(name, localStorage.getItem(name) ?? '[]') // throws here rather than at the first message
  return listStore(
    // Only this function writes under the name.
    () => JSON.parse(localStorage.getItem(name) ?? '[]') as OutboxEntry[],
    (entries) => {
      // JSON can't contain files: such a message lives as long as the page.
      if (entries.some(({ files }) => files?.length)) throw new Error('files')
      localStorage.setItem(name, JSON.stringify(entries))
    },
  )
}

/** The most durable available store: IndexedDB, else `localStorage`, else memory. */
export async function openOutboxStore(name: string): Promise<OutboxStore> {
  try {
    return await openIndexedStore<OutboxEntry>(name, 'position')
  } catch {
    try {
      return localStore(name)
    } catch {
      return memoryStore()
    }
  }
}
