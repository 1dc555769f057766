const openTimeout_ms = 2_000

/** Ordered by the database's own counter, independent of tabs and clocks. */
function openDatabase(name: string, keyPath: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore('entry', { keyPath, autoIncrement: true })
        .createIndex('id', 'id', { unique: true })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = request.onblocked = () => reject(request.error ?? new Error('blocked'))
    setTimeout(() => reject(new Error('no answer')), openTimeout_ms) // happens with damaged profiles
  })
}

/**
 * Entries in IndexedDB. Promises resolve when the change is on disk.
 *
 * @param keyPath the field that holds the counter; stored databases depend on it
 */
export async function openIndexedStore<E extends { id: string }>(name: string, keyPath: string) {
  const database = await openDatabase(name, keyPath)
  const run = <T>(
    mode: IDBTransactionMode,
    action: (rows: IDBObjectStore, done: (value: T) => void) => void,
  ) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction('entry', mode, { durability: 'strict' })
      let value: T
      transaction.oncomplete = () => resolve(value)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      action(transaction.objectStore('entry'), (result) => {
        value = result
      })
    })
  /** Runs an action with the key of an entry, if it is stored. */
  const withKey = (id: string, action: (rows: IDBObjectStore, key: IDBValidKey | undefined) => unknown) =>
    run<void>('readwrite', (rows) => {
      const request = rows.index('id').getKey(id)
      request.onsuccess = () => action(rows, request.result)
    })
  return {
    /** In the order they were added, by any tab. */
    all: () =>
      run<E[]>('readonly', (rows, done) => {
        const request: IDBRequest<E[]> = rows.getAll()
        request.onsuccess = () => done(request.result)
      }),
    /** Appends an entry, or replaces it in place. */
    put: (entry: E) =>
      withKey(entry.id, (rows, key) => {
        const { [keyPath]: _, ...row } = entry as Record<string, unknown>
        return rows.put(key === undefined ? row : { ...row, [keyPath]: key })
      }),
    remove: (id: string) => withKey(id, (rows, key) => key !== undefined && rows.delete(key)),
    clear: () => run<void>('readwrite', (rows) => rows.clear()),
  }
}
