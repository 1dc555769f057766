import { avatarPath, isId } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { bytes, describe } from '#platform/openapi/operations.ts'
import { answerPicture } from '#platform/http/public-picture.ts'
import { findAvatarKey } from './profile-store.ts'

const operation = describe({
  path: avatarPath('{avatar_id}'),
  operation_id: 'readAvatar',
  tag: 'account',
  access: 'public',
  reply: bytes('image/webp'),
  problems: ['not_found', 'rate_limited', 'unavailable'],
})

/** Serves avatars. They are public to anyone with the id, because customers see them. */
export function avatarReading(app: FastifyInstance, ctx: Context): void {
  app.get(
    avatarPath(':avatar_id'),
    { config: { policy: 'public', slot: 'kept', operations: [operation] } },
    async (request, reply) => {
      // Fastify's type has no params; the name comes from the path.
      const { avatar_id } = request.params as { avatar_id: string }
      return answerPicture(reply, ctx.files, isId(avatar_id) ? await findAvatarKey(ctx.db, avatar_id) : null)
    },
  )
}
