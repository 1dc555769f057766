import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from './database-error.ts'

/** Held locks. A lock without references would be garbage collected, which releases it. */
const locks = new Set<DatabaseSync>()

/**
 * Locks `folder` for this process, or throws immediately.
 *
 * PGlite has no lock of its own, and two processes on one folder lose acknowledged rows. SQLite's exclusive
 * lock belongs to the operating system: no stale process id, and released when its holder dies, even by kill
 * -9.
 *
 * @returns a function that releases the lock
 * @throws DatabaseError `in_use`
 */
export function lockFolder(folder: string): () => void {
  const path = resolve(`${folder}.lock`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    const message = `The database in ${resolve(folder)} is already open in another process. Stop that process first.`
    throw new DatabaseError('in_use', message, { cause })
  }
  locks.add(lock)
  return () => {
    if (locks.delete(lock)) lock.close()
  }
}
