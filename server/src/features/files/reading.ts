import { isId, Problem, visitorFilePath } from '@ozvi/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { visitor } from '#features/contacts'
import { member } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { hasEntityTag } from '#platform/http/entity-tag.ts'
import type { Mount } from '#platform/http/mount.ts'
import { bytes, describe, guardProblems } from '#platform/openapi/operations.ts'
import { recordDownload } from './downloads.ts'
import * as store from './store.ts'

const memberPath = '/api/integration/:integration_id/file/:file_id'
const visitorPath = visitorFilePath(':file_id')
const see = member('conversations.see')
/**
 * Never served as a page of ours: pictures are displayed, everything else is downloaded, and nothing in it
 * can run.
 */
async function answer(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: store.FileRow | undefined,
) {
  if (!file) throw new Problem('not_found')
  // The content of an id never changes. Browsers can cache it, but must revalidate whether the reader still
  // has access.
  const etag = `"${file.id}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (hasEntityTag(request, etag)) return reply.code(304).send()
  const stored = await ctx.files.get(file.file_key)
  if (!stored) throw new Problem('not_found')
  const name = encodeURIComponent(file.name).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return reply
    .header('content-type', file.content_type)
    .header('content-length', stored.size)
    .header(
      'content-disposition',
      `${file.width === null ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(stored.stream)
}
/** Fastify's type has no params; the name comes from both paths. */
function fileIdOf({ params }: FastifyRequest): string {
  const { file_id } = params as { file_id: string }
  if (!isId(file_id)) throw new Problem('not_found')
  return file_id
}

/** A picture displayed in a page, as opposed to opened or saved. */
const isShownInPlace = ({ width }: store.FileRow, { headers }: FastifyRequest) =>
  width !== null && headers['sec-fetch-dest'] === 'image'

const operation = (path: string, operation_id: string, access: string, security: 'session' | 'visitor') =>
  describe({
    path: path.replace(/:(\w+)/g, '{$1}'),
    operation_id,
    tag: 'file',
    access,
    security,
    reply: bytes('application/octet-stream'),
    problems: [...guardProblems({ guard: access, credential: 'none', isRead: true }), 'not_found'],
  })
const ofMember = operation(memberPath, 'readFile', see.name, 'session')
const ofVisitor = operation(visitorPath, 'readVisitorFile', visitor.name, 'visitor')

/** Serves files to members of the workspace, and to the visitor they were sent to. */
export function fileReading(app: FastifyInstance, ctx: Context, { admit }: Mount): void {
  app.get(memberPath, { config: { policy: see.name, operations: [ofMember] } }, async (request, reply) => {
    const actor = await admit(see, { request, reply }, {})
    const file = await store.findForMember(ctx.db, fileIdOf(request), actor)
    if (file && !isShownInPlace(file, request)) await recordDownload(ctx, actor, file.id)
    return answer(ctx, request, reply, file)
  })
  app.get(
    visitorPath,
    { config: { policy: visitor.name, operations: [ofVisitor] } },
    async (request, reply) => {
      const { integration_id, visitor_id } = await admit(visitor, { request, reply }, {})
      const key = { integration_id, file_id: fileIdOf(request) }
      return answer(ctx, request, reply, await store.findForVisitor(ctx.db, key, visitor_id))
    },
  )
}
