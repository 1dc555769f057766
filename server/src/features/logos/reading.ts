import { isId, logoPath } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import { answerPicture } from '#platform/http/public-picture.ts'
import { findShownFileKey } from './store.ts'

/** The picture as bytes: for customers too, so whoever was told the id may see it. */
export function logoReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    logoPath(':integration_id', ':logo_id'),
    { config: { policy: 'public', turn: 'kept' } },
    async (request, reply) => {
      // Fastify typed no params; the names are those of the path.
      const { integration_id, logo_id: id } = request.params as { integration_id: string; logo_id: string }
      const isNamed = isId(integration_id) && isId(id)
      return answerPicture(
        reply,
        ctx.files,
        isNamed ? await findShownFileKey(ctx.db, { integration_id, id }) : null,
      )
    },
  )
}
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
export const logoOperation: ExtraOperation = {
  path: logoPath('{integration_id}', '{logo_id}'),
  method: 'get',
  operation: {
    operationId: 'readLogo',
    tags: ['integration'],
    description: 'Access: public.',
    security: [],
    parameters: [parameter('integration_id'), parameter('logo_id')],
    responses: {
      200: { description: 'Done.', content: { 'image/webp': { schema: { type: 'string' } } } },
    },
  },
}
