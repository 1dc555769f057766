import { Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { validationError } from '#platform/http/validation-error.ts'
import { describe } from '../openapi/operations.ts'
import { iconsOf } from './icons.ts'

/** A browser requests at most 500 characters of address. */
const namesMax = 100
/** Collections change only with a release. */
const cache = 'public, max-age=604800, stale-while-revalidate=604800'

const operation = describe({
  path: '/api/_icons/{collection}.json',
  operation_id: 'getIcons',
  tag: 'icons',
  summary: 'Icons of a collection by their names, as the Iconify API answers.',
  access: 'public',
  query: z.object({ icons: z.string() }),
  reply: { 'application/json': { type: 'object' } },
  problems: ['not_found', 'invalid_input'],
})

/**
 * `GET /api/_icons/{collection}.json?icons=a,b`, compatible with the icon API.
 *
 * @throws Problem `not_found` for an unknown collection · `invalid_input` without names or with too many
 */
export function iconRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string }; Querystring: { icons?: string | string[] } }>(
    '/api/_icons/:file',
    { config: { policy: 'public', operations: [operation] } },
    async (request, reply) => {
      const collection = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/.exec(request.params.file)?.[1] ?? ''
      const names = [request.query.icons ?? []].flat().flatMap((list) => list.split(',').filter(Boolean))
      if (names.length > namesMax) throw validationError('icons', `too_many:${namesMax}`)
      const icons = await iconsOf(collection, names)
      if (!icons) throw new Problem('not_found')
      if (names.length === 0) throw validationError('icons', 'required')
      return reply.header('cache-control', cache).send(icons)
    },
  )
}
