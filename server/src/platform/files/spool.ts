import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileTooLarge } from './file-store.ts'

/** Writes content to a temporary file and passes it to `use`; the file is deleted afterwards. */
export type Spool = <T>(
  content: Readable | Uint8Array,
  max_bytes: number,
  use: (draft: { path: string; size: number }) => Promise<T>,
) => Promise<T>

/** Opens a spool in `folder`. Files left by an earlier process are deleted. */
export async function createSpool(folder: string): Promise<Spool> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return async (content, max_bytes, use) => {
    const path = join(folder, randomUUID())
    try {
      return await use({ path, size: await write(path, content, max_bytes) })
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Writes a new file and syncs it to disk. @throws FileTooLarge as soon as the limit is exceeded */
async function write(path: string, content: Readable | Uint8Array, max_bytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    const chunks: AsyncIterable<Uint8Array | string> =
      content instanceof Uint8Array ? Readable.from([content]) : content
    for await (const chunk of chunks) {
      size += Buffer.byteLength(chunk)
      if (size > max_bytes) throw new FileTooLarge(max_bytes)
      await file.writeFile(chunk)
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}
