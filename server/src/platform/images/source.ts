import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@ozvi/contract'
import type { Egress } from '../egress/index.ts'

/** Larger ones are not read. */
const sourceBytesMax = 10_000_000
const fetchWithin_ms = 10_000

/** A picture somewhere: `version` differs when its content may. */
export interface ImageSource {
  name: string
  version: string
  read(): Promise<Buffer>
}

/** Only pictures are public; other files of the folders, and hidden ones, are not served. */
const extensions = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif']
const isPublicName = (name: string) =>
  extensions.includes(path.posix.extname(name).toLowerCase()) &&
  !name.split('/').some((part) => part.startsWith('.')) &&
  !name.includes('\\') &&
  !name.includes('\0')

/** Opens the first of the folders' files with this name, which cannot lead out of them. */
async function openIn(folders: readonly string[], name: string): Promise<FileHandle | undefined> {
  for (const folder of folders) {
    const file = path.join(folder, name)
    if (!file.startsWith(path.join(folder, path.sep))) continue
    const handle = await open(file).catch(() => undefined)
    if (handle && (await handle.stat()).isFile()) return handle
    await handle?.close()
  }
  return undefined
}

/**
 * A picture of our own.
 *
 * @param name path below one of the public folders.
 * @throws Problem `not_found`
 */
export async function localSource(folders: readonly string[], name: string): Promise<ImageSource> {
  const handle = isPublicName(name) ? await openIn(folders, name) : undefined
  if (!handle) throw new Problem('not_found')
  const { size, mtimeMs } = await handle.stat()
  await handle.close()
  if (size > sourceBytesMax) throw new Problem('too_large')
  return {
    name,
    version: `${size}-${mtimeMs}`,
    async read() {
      const again = await openIn(folders, name)
      if (!again) throw new Problem('not_found')
      try {
        return await again.readFile()
      } finally {
        await again.close()
      }
    },
  }
}

/**
 * A picture of another site, read through the guard of outgoing requests. No redirect is followed: it might
 * lead to a host that nobody has allowed.
 *
 * @param hosts `IMAGE_HOSTS`: `cdn.example.com`, with a port where it is not the usual one.
 * @throws Problem `invalid_input`: not an address, or not of an allowed host · `not_found`: it could not be read
 */
export function remoteSource(egress: Egress, hosts: readonly string[], address: string): ImageSource {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) throw new Problem('invalid_input', { url: ['url_invalid'] })
  if (!hosts.includes(url.host)) throw new Problem('invalid_input', { url: ['url_blocked'] })
  return {
    name: url.href,
    version: '',
    async read() {
      const answer = await egress.fetch(url.href, {
        redirect: 'manual',
        accept_types: ['image/'],
        max_bytes: sourceBytesMax,
        timeout_ms: fetchWithin_ms,
      })
      if (!answer.ok && answer.reason === 'too_large') throw new Problem('too_large')
      if (!answer.ok || answer.status !== 200) throw new Problem('not_found')
      return answer.body
    },
  }
}
