import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import { hasEntityTag } from '../http/entity-tag.ts'
import { bytes, describe } from '../openapi/operations.ts'
import { takes } from './encodings.ts'

const compress = promisify(brotliCompress)
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const isText = (type: string) => /^text|json|svg/.test(type)

interface Asset {
  type: string
  plain: Buffer
  brotli: Buffer | undefined
  etag: string
}

/** Caches files with their smallest encoding. A file that can't be read is read again at the next request. */
function createAssetCache(root: string) {
  const assetCache = new Map<string, Promise<Asset>>()
  async function load(name: string): Promise<Asset> {
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    const plain = await readFile(path.join(root, name))
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { type, plain, brotli: isText(type) ? await compress(plain, options) : undefined, etag }
  }
  return (name: string): Promise<Asset> => {
    const cached = assetCache.get(name)
    if (cached) return cached
    const loading = load(name)
    assetCache.set(name, loading)
    loading.catch(() => assetCache.delete(name))
    return loading
  }
}

export interface Served {
  /** Folder whose files are served. Only listed files are reachable. */
  root: string
  /** Serves only these files. */
  names?: string[]
  /** Path prefix, ending in a slash. */
  prefix: string
  cache: string
  /** Additional headers of single files, by name. */
  headers?: Record<string, Record<string, string>>
  /** Other sites load these files too. */
  is_cross_origin?: boolean
}

export const cacheForever = 'public, max-age=31536000, immutable'

/** `/builds/*` is `getBuilds`, `/sw.js` is `getSwJs`. */
const operationId = (url: string) =>
  `get${url
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`
const fileConfig = (url: string) => ({
  policy: 'public',
  operations: [
    describe({
      path: url.replace('*', '{file}'),
      operation_id: operationId(url),
      tag: 'files',
      summary: 'A file of the build.',
      access: 'public',
      reply: bytes(types[path.extname(url)] ?? 'application/octet-stream'),
      statuses: [200, 304],
      problems: ['page_not_found'],
    }),
  ],
})

/** Serves the files directly in a folder, compressed where useful. */
export function serveFolder(app: FastifyInstance, served: Served): void {
  const { root, prefix, cache, headers = {}, is_cross_origin = false } = served
  const names = new Set(
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .filter((name) => served.names?.includes(name) ?? true),
  )
  const assetCache = createAssetCache(root)
  async function answer(name: string, takesBrotli: boolean) {
    if (!names.has(name)) throw new Problem('page_not_found')
    const { type, plain, brotli, etag } = await assetCache(name).catch((error: NodeJS.ErrnoException) => {
      // A build replaces its folder while the server runs.
      throw error.code === 'ENOENT' ? new Problem('page_not_found') : error
    })
    const isSmall = brotli !== undefined && takesBrotli
    return { type, body: isSmall ? brotli : plain, encoding: isSmall ? 'br' : undefined, etag }
  }
  const route = (url: string, nameOf: (wildcard: string) => string) =>
    app.get<{ Params: { '*'?: string } }>(url, { config: fileConfig(url) }, async (request, reply) => {
      const name = nameOf(request.params['*'] ?? '')
      const { type, body, encoding, etag } = await answer(name, takes(request, 'br'))
      reply.header('content-type', type).header('cache-control', cache).header('vary', 'accept-encoding')
      reply.header('etag', etag).headers(headers[name] ?? {})
      if (is_cross_origin) {
        reply
          .header('access-control-allow-origin', '*')
          .header('cross-origin-resource-policy', 'cross-origin')
      }
      if (hasEntityTag(request, etag)) return reply.code(304).send()
      if (encoding) reply.header('content-encoding', encoding)
      return reply.send(body)
    })
  // at the root a wildcard would capture the pages
  if (prefix === '/') for (const name of names) route(`/${name}`, () => name)
  else route(`${prefix}*`, (name) => name)
}
