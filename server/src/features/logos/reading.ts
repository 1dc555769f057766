import { isId, logoPath } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { bytes, describe } from '#platform/openapi/operations.ts'
import { answerPicture } from '#platform/http/public-picture.ts'
import { findCurrentFileKey } from './store.ts'

const operation = describe({
  path: logoPath('{integration_id}', '{logo_id}'),
  operation_id: 'readLogo',
  tag: 'integration',
  access: 'public',
  reply: bytes('image/webp'),
  problems: ['not_found', 'rate_limited', 'unavailable'],
})

/** Serves logos. They are public to anyone with the id, because customers see them. */
export function logoReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    logoPath(':integration_id', ':logo_id'),
    { config: { policy: 'public', slot: 'kept', operations: [operation] } },
    async (request, reply) => {
      // Fastify's type has no params; the names come from the path.
      const { integration_id, logo_id: id } = request.params as { integration_id: string; logo_id: string }
      const isNamed = isId(integration_id) && isId(id)
      return answerPicture(
        reply,
        ctx.files,
        isNamed ? await findCurrentFileKey(ctx.db, { integration_id, id }) : null,
      )
    },
  )
}
