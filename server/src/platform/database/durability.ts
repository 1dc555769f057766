import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/*
 * PGlite starts with fsync off, and its file system layer has no fsync: safe against a killed process, not
 * against power loss (https://github.com/electric-sql/pglite/issues/1107). Three things together make it
 * durable: start parameters without -F, a WAL method that calls fsync, and the missing hook.
 */

/** PGlite's own start parameters, but with fsync on. */
export const durableStartOptions = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

interface NodeFiles {
  FS?: { filesystems?: { NODEFS?: { stream_ops?: { fsync?(stream: { nfd?: unknown }): number } } } }
}

/** Adds fsync to the file system layer. @returns false if the layer isn't built as expected */
export function patchFsync(db: PGlite): boolean {
  // Emscripten's module has no types for its file systems. Every step is optional, so that changes are
  // detected.
  const operations = (db.Module as NodeFiles).FS?.filesystems?.NODEFS?.stream_ops
  if (!operations) return false
  operations.fsync = ({ nfd }) => {
    if (typeof nfd === 'number') fsyncSync(nfd)
    return 0
  }
  return true
}

/** Syncs `folder` and everything below it to disk. */
export function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

/** Syncs one file or folder to disk. A folder must be synced for its entries to survive. */
export function syncPath(path: string) {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return // folders can't be opened on Windows
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
