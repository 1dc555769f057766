import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@ozvi/contract'
import { validationError } from '#platform/http/validation-error.ts'
import type { Egress } from '../egress/index.ts'

/** Larger sources are rejected. */
const sourceBytesMax = 10_000_000
const fetchWithin_ms = 10_000

/** A source picture; `version` changes when its content may have. */
export interface ImageSource {
  name: string
  version: string
  read(): Promise<Buffer>
}

/** Only pictures are public; other and hidden files in the folders aren't served. */
const extensions = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif']
const isPublicName = (name: string) =>
  extensions.includes(path.posix.extname(name).toLowerCase()) &&
  !name.split('/').some((part) => part.startsWith('.')) &&
  !name.includes('\\') &&
  !name.includes('\0')

/** Opens the first file of this name in the folders. The name can't escape them. */
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
 * One of our own pictures.
 *
 * @param name path below one of the public folders
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
      const reopened = await openIn(folders, name)
      if (!reopened) throw new Problem('not_found')
      try {
        return await reopened.readFile()
      } finally {
        await reopened.close()
      }
    },
  }
}

/**
 * A picture of another site, read through the egress guard. Redirects aren't followed, since they could lead
 * to a host that isn't allowed.
 *
 * @param hosts `IMAGE_HOSTS`: `cdn.example.com`, with a port unless it is the default
 * @throws Problem `invalid_input` if it isn't a URL of an allowed host · `not_found` if it couldn't be read
 */
export function remoteSource(egress: Egress, hosts: readonly string[], address: string): ImageSource {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) throw validationError('url', 'url_invalid')
  if (!hosts.includes(url.host)) throw validationError('url', 'url_blocked')
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
