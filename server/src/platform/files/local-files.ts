import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkedKey, type FileStore } from './file-store.ts'
import type { Spool } from './spool.ts'

/*
 * A file is `<folder>/<key>`, its content type `<key>.type`; keys contain no dot, so they can't collide.
 * Content is written to the spool on the same disk and renamed into place.
 */

/** Stores files in `folder`. */
export function createLocalFiles(folder: string, spool: Spool): FileStore {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  return {
    async put(key, content, { content_type, max_bytes }) {
      const path = pathOf(key)
      return spool(content, max_bytes, async (draft) => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(`${path}.type`, content_type, { mode: 0o600, flush: true })
        await rename(draft.path, path)
        await syncFolder(dirname(path))
        return { size: draft.size }
      })
    },
    async get(key) {
      const path = pathOf(key)
      const file = await open(path).catch(absent)
      if (!file) return undefined
      const [{ size }, content_type] = await Promise.all([file.stat(), readFile(`${path}.type`, 'utf8')])
      return { stream: file.createReadStream(), size, content_type }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.type`, { force: true })
    },
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

/** Makes directory entries survive a power loss. Not available on Windows. */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
