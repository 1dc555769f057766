import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseRefusal } from './refusal.ts'

/**
 * Held locks. A lock that nothing refers to would be collected, closed and thereby given up, so they
 * are kept here until they are released.
 */
const held = new Set<DatabaseSync>()

/**
 * Takes the one right to open `folder`, or refuses at once.
 *
 * PGlite has no lock of its own, and two processes on one folder lose rows that were acknowledged. SQLite's
 * exclusive lock belongs to the operating system: no process id to go stale, and it is free the moment its
 * holder dies, even of kill -9.
 *
 * @returns a function that gives the lock up.
 * @throws DatabaseRefusal `in_use`
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
    throw new DatabaseRefusal('in_use', message, { cause })
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}
