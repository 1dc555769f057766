import { Problem } from '@ozvi/contract'
import type { FastifyReply } from 'fastify'
import type { FileStore } from '#platform/files/index.ts'

/**
 * Serves a generated picture as WebP to anyone who knows its address.
 *
 * @throws Problem `not_found` without a key or if the file is missing
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
      // The content of an id never changes. Cached for a day, so that removed pictures disappear.
      .header('cache-control', 'public, max-age=86400, immutable')
      .send(stored.stream)
  )
}
