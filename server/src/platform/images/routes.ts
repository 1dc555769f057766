import { createHash } from 'node:crypto'
import path from 'node:path'
import { day_ms } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context/context.ts'
import { hasEntityTag } from '../http/entity-tag.ts'
import type { Limit } from '../http/rate-limits.ts'
import { bytes, describe } from '../openapi/operations.ts'
import { createDiskCache } from './disk-cache.ts'
import { type Modifiers, readModifiers } from './modifiers.ts'
import { type ImageSource, localSource, remoteSource } from './source.ts'
import { transform } from './transform.ts'

const cacheBytesMax = 256 * 1024 * 1024
/** Pictures of other sites are refreshed after a day. */
const remoteFor_ms = day_ms
/** Only generating a picture counts; cached ones are free. */
const makeLimit: Limit = { name: 'images', points: 20, per_s: 60 }

const operation = describe({
  path: '/_image/{modifiers}/{path}',
  operation_id: 'getImage',
  tag: 'images',
  summary: 'A picture of the site or of an allowed host, resized: `w_640,f_webp`.',
  access: 'public',
  reply: Object.assign({}, ...['webp', 'avif', 'jpeg', 'png'].map((format) => bytes(`image/${format}`))),
  statuses: [200, 304],
  problems: ['invalid_input', 'not_found', 'too_large', 'unsupported_type', 'rate_limited'],
})

/**
 * `GET /_image/{modifiers}/{path}`: a resized picture of ours, or of a host in `IMAGE_HOSTS`. Generated once,
 * then cached on disk.
 *
 * @param folders public folders, searched in order
 */
export function imageRoutes(app: FastifyInstance, ctx: Context, folders: readonly string[]): void {
  const cache = createDiskCache(path.join(ctx.config.data_dir, 'cache', 'images'), cacheBytesMax)
  const making = new Map<string, Promise<Buffer>>()

  const sourceOf = (name: string): Promise<ImageSource> | ImageSource =>
    /^https?:\/+/i.test(name)
      ? // Some proxies collapse two slashes into one.
        remoteSource(ctx.egress, ctx.config.image_hosts, name.replace(/^(https?):\/+/i, '$1://'))
      : localSource(folders, name)

  async function make(key: string, source: ImageSource, modifiers: Modifiers): Promise<Buffer> {
    const result = await transform(await source.read(), modifiers)
    await cache.put(key, result, ctx.now()).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'images: failed to cache a picture')
    })
    return result
  }

  app.get<{ Params: { modifiers: string; '*': string } }>(
    '/_image/:modifiers/*',
    { config: { policy: 'public', operations: [operation] } },
    async (request, reply) => {
      const modifiers = readModifiers(request.params.modifiers)
      const source = await sourceOf(request.params['*'])
      const identity = JSON.stringify([source.name, source.version, modifiers])
      const key = createHash('sha256').update(identity).digest('hex')
      const send = (code: number, body?: Buffer) => {
        reply.code(code).header('cache-control', 'public, max-age=86400')
        // For pictures of other sites only the content would tell whether they changed.
        if (source.version) reply.header('etag', `"${key}"`)
        return reply.header('content-type', `image/${modifiers.format}`).send(body)
      }
      if (source.version && hasEntityTag(request, `"${key}"`)) return send(304)
      const since_ms = source.version ? 0 : ctx.now() - remoteFor_ms
      let picture = await cache.get(key, ctx.now(), since_ms)
      if (!picture) {
        await ctx.rates.takeByNetwork(makeLimit, request.ip)
        const result = making.get(key) ?? make(key, source, modifiers).finally(() => making.delete(key))
        making.set(key, result)
        picture = await result
      }
      return send(200, picture)
    },
  )
}
