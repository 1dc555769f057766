import { isId, scenarioImagePath } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { bytes, describe } from '#platform/openapi/operations.ts'
import { answerPicture } from '#platform/http/public-picture.ts'
import { findFileKey } from './store.ts'

const operation = describe({
  path: scenarioImagePath('{integration_id}', '{image_id}'),
  operation_id: 'readScenarioImage',
  tag: 'scenarios',
  access: 'public',
  reply: bytes('image/webp'),
  problems: ['not_found', 'rate_limited', 'unavailable'],
})

/** Serves images of scenarios. They are public to anyone with the id, because customers see them. */
export function scenarioImageReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    scenarioImagePath(':integration_id', ':image_id'),
    { config: { policy: 'public', slot: 'kept', operations: [operation] } },
    async (request, reply) => {
      // Fastify's type has no params; the names come from the path.
      const { integration_id, image_id: id } = request.params as { integration_id: string; image_id: string }
      const isNamed = isId(integration_id) && isId(id)
      return answerPicture(
        reply,
        ctx.files,
        isNamed ? await findFileKey(ctx.db, { integration_id, id }) : null,
      )
    },
  )
}
