import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/*
 * PGlite starts with fsync off, and the file system layer below it has no fsync to call: safe against a killed
 * process, not against a lost power supply (https://github.com/electric-sql/pglite/issues/1107). Three things
 * together make it real: start parameters without -F, a WAL method that calls fsync, and the missing hook.
 */

/** PGlite's own start parameters, but with fsync on. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

interface NodeFiles {
  FS?: { filesystems?: { NODEFS?: { stream_ops?: { fsync?(stream: { nfd?: unknown }): number } } } }
}

/** Gives the file system layer its fsync. @returns whether the layer is built as we expect. */
export function hookFsync(db: PGlite): boolean {
  // Emscripten's module is not typed down to its file systems; every step is optional, so a change is seen.
  const operations = (db.Module as NodeFiles).FS?.filesystems?.NODEFS?.stream_ops
  if (!operations) return false
  operations.fsync = ({ nfd }) => {
    if (typeof nfd === 'number') fsyncSync(nfd)
    return 0
  }
  return true
}

/** Forces every file and folder below `folder`, and `folder` itself, to the disk. */
export function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

/** Forces one file or folder to the disk. A folder must be synced for the names in it to survive. */
export function syncPath(path: string) {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return // not to be opened there
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
