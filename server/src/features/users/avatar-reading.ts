import { avatarPath, isId, Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import { findAvatarKey } from './profile-store.ts'

/** Pictures of people as bytes: for customers too, so whoever was told the id may see it. */
export function avatarReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    avatarPath(':avatar_id'),
    { config: { policy: 'public', turn: 'kept' } },
    async (request, reply) => {
      // Fastify typed no params; the name is that of the path.
      const { avatar_id } = request.params as { avatar_id: string }
      const key = isId(avatar_id) ? await findAvatarKey(ctx.db, avatar_id) : null
      const stored = key ? await ctx.files.get(key) : undefined
      if (!stored) throw new Problem('not_found')
      return (
        reply
          .header('content-type', 'image/webp')
          .header('content-length', stored.size)
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cross-origin-resource-policy', 'same-origin')
          // An id names the same bytes for ever; a day, so that one that was removed goes.
          .header('cache-control', 'public, max-age=86400, immutable')
          .send(stored.stream)
      )
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
