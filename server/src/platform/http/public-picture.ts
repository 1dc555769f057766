import { Problem } from '@ozvi/contract'
import type { FastifyReply } from 'fastify'
import type { FileStore } from '#platform/files/index.ts'

/**
 * A picture drawn by us, in WebP, for whoever was told its address.
 *
 * @throws Problem `not_found` without a key, and where its bytes are gone
 */
export async function answerPicture(
  reply: FastifyReply,
  files: FileStore,
  key: string | null | undefined,
): Promise<FastifyReply> {
  const stored = key ? await files.get(key) : undefined
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
}
