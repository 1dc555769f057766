import { avatarPath, isId } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import { answerPicture } from '#platform/http/public-picture.ts'
import { findAvatarKey } from './profile-store.ts'

/** Pictures of people as bytes: for customers too, so whoever was told the id may see it. */
export function avatarReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    avatarPath(':avatar_id'),
    { config: { policy: 'public', turn: 'kept' } },
    async (request, reply) => {
      // Fastify typed no params; the name is that of the path.
      const { avatar_id } = request.params as { avatar_id: string }
      return answerPicture(reply, ctx.files, isId(avatar_id) ? await findAvatarKey(ctx.db, avatar_id) : null)
    },
  )
}
export const avatarOperation: ExtraOperation = {
  path: avatarPath('{avatar_id}'),
  method: 'get',
  operation: {
    operationId: 'readAvatar',
    tags: ['account'],
    description: 'Access: public.',
    security: [],
    parameters: [{ name: 'avatar_id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'Done.', content: { 'image/webp': { schema: { type: 'string' } } } },
    },
  },
}
