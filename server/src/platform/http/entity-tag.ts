import type { FastifyRequest } from 'fastify'

/**
 * Whether the client already has the response with an entity tag. The tags are compared as weak ones (RFC 9110,
 * 13.1.2): proxies that compress a response turn `"tag"` into `W/"tag"`, and send several at once.
 *
 * @param etag with its quotes
 */
export function hasEntityTag({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  return tags.some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`)
}
