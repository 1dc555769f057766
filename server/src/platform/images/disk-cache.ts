import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * A cache of files that can be recreated. Evicts the least recently used.
 *
 * @param bytes_max total size
 */
export function createDiskCache(folder: string, bytes_max: number) {
  const known = new Map<string, { bytes: number; used_at: number }>()
  let opening: Promise<void> | undefined
  const pathOf = (name: string) => path.join(folder, name)

  async function read() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (name.endsWith('.part')) await rm(pathOf(name), { force: true })
      const entry = await stat(pathOf(name)).catch(() => undefined)
      if (entry) known.set(name, { bytes: entry.size, used_at: entry.mtimeMs })
    }
  }
  async function makeRoom() {
    let total = [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [name, { bytes }] of [...known].sort(([, a], [, b]) => a.used_at - b.used_at)) {
      if (total <= bytes_max) return
      known.delete(name)
      total -= bytes
      await rm(pathOf(name), { force: true })
    }
  }
  return {
    /** @param since_ms older files count as missing; ms since 1970 */
    async get(name: string, now: number, since_ms = 0): Promise<Buffer | undefined> {
      await (opening ??= read())
      const entry = known.get(name)
      if (!entry) return undefined
      const result = await stat(pathOf(name)).catch(() => undefined)
      if (!result || result.mtimeMs < since_ms) return undefined
      entry.used_at = now
      return readFile(pathOf(name)).catch(() => undefined)
    },
    async put(name: string, content: Buffer, now: number): Promise<void> {
      await (opening ??= read())
      const part = pathOf(`${crypto.randomUUID()}.part`)
      await writeFile(part, content, { mode: 0o600 })
      await rename(part, pathOf(name))
      known.set(name, { bytes: content.length, used_at: now })
      await makeRoom()
    },
  }
}
