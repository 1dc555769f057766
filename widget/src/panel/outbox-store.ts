import type { Locale } from '@ozvi/contract'
import type { HostPage } from '../host-messages.ts'
import type { LocalFile } from './attaching.ts'

export interface OutboxEntry {
  /** The message's id on the server, too: that is what makes a second sending harmless. */
  id: string
  conversation_id: string
  /** Whose message it is; empty while no session has told. */
  contact_id: string
  body: string
  /** The message that it answers to. */
  reply_to?: string
  /** To be uploaded before it. */
  files?: LocalFile[]
  locale: Locale
  page?: HostPage
  /** ISO 8601, by the visitor's clock: shown, never used for order. */
  queued_at: string
  /** Refused for good: waits for Retry or Delete. */
  is_failed: boolean
  /** The refusal, in the visitor's language. */
  problem?: string
}
/** Where unsent messages survive. Every promise resolves when the change is on disk. */
export interface OutboxStore {
  /** In the order in which they were added, by whichever tab. */
  all(): Promise<OutboxEntry[]>
  /** Adds it at the end, or replaces it in its place. */
  put(entry: OutboxEntry): Promise<void>
  remove(id: string): Promise<void>
  clear(): Promise<void>
}

type Row = OutboxEntry & { position?: number }
const openTimeout_ms = 2_000

/** Order comes from the database's own counter, so that tabs and wrong clocks cannot disturb it. */
function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore('entry', { keyPath: 'position', autoIncrement: true })
        .createIndex('id', 'id', { unique: true })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = request.onblocked = () => reject(request.error ?? new Error('blocked'))
    setTimeout(() => reject(new Error('no answer')), openTimeout_ms) // seen with damaged profiles
  })
}
async function indexedStore(name: string): Promise<OutboxStore> {
  const database = await openDatabase(name)
  const run = <T>(mode: IDBTransactionMode, act: (rows: IDBObjectStore, done: (value: T) => void) => void) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction('entry', mode, { durability: 'strict' })
      let value: T
      transaction.oncomplete = () => resolve(value)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      act(transaction.objectStore('entry'), (result) => {
        value = result
      })
    })
  return {
    all: () =>
      run<Row[]>('readonly', (rows, done) => {
        const request: IDBRequest<Row[]> = rows.getAll()
        request.onsuccess = () => done(request.result)
      }),
    put: (entry) =>
      run<void>('readwrite', (rows) => {
        const request = rows.index('id').getKey(entry.id)
        request.onsuccess = () => {
          const row: Row = { ...entry }
          if (request.result === undefined) delete row.position
          else row.position = Number(request.result)
          rows.put(row)
        }
      }),
    remove: (id) =>
      run<void>('readwrite', (rows) => {
        const request = rows.index('id').getKey(id)
        request.onsuccess = () => request.result !== undefined && rows.delete(request.result)
      }),
    clear: () => run<void>('readwrite', (rows) => rows.clear()),
  }
}

/** One list behind `load` and `save`: in memory, or as JSON in `localStorage`. */
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
  let held: OutboxEntry[] = []
  return listStore(
    () => held,
    (entries) => {
      held = entries
    },
  )
}
function localStore(name: string): OutboxStore {
  localStorage.setItem(name, localStorage.getItem(name) ?? '[]') // throws here, not at the first message
  return listStore(
    // Only this function writes under the name.
    () => JSON.parse(localStorage.getItem(name) ?? '[]') as OutboxEntry[],
    (entries) => {
      // Text cannot hold bytes: such a message lives as long as the page.
      if (entries.some(({ files }) => files?.length)) throw new Error('files')
      localStorage.setItem(name, JSON.stringify(entries))
    },
  )
}

/** The most durable store this browser allows here: a database, else a list of text, else memory. */
export async function openOutboxStore(name: string): Promise<OutboxStore> {
  try {
    return await indexedStore(name)
  } catch {
    try {
      return localStore(name)
    } catch {
      return memoryStore()
    }
  }
}
