import { Readable } from 'node:stream'
import * as contract from '@ozvi/contract'
import { AuditFilter, Problem, type Right } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { fieldErrors, isStorable } from '#platform/http/fields.ts'
import type { Guard } from '#platform/http/guard.ts'
import type { Mount, On } from '#platform/http/mount.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import * as service from './service.ts'

/** Who may read; handed in, since those who know members write into this log. */
type GuardOf<I> = (right: Right) => Guard<service.Reader, I>

export const auditLogRoutes =
  <I>(member: GuardOf<I>) =>
  (on: On) => {
    on(contract.listAuditEntries, member('audit.see'), service.listAuditEntries)
    on(contract.updateAuditRetention, member('audit.keep'), service.updateAuditRetention)
  }

const exportPath = '/api/integration/:integration_id/audit-log-export'
/** The log as a file, which no reply of the contract is. */
export function auditLogExport<I>(
  app: FastifyInstance,
  ctx: Context,
  { admit }: Mount,
  member: GuardOf<I>,
): void {
  const reader = member('audit.see')
  app.get(exportPath, { config: { policy: reader.name } }, async (request, reply) => {
    const actor = await admit(reader, request, {})
    const filter = AuditFilter.safeParse(request.query)
    if (!filter.success) throw new Problem('invalid_input', fieldErrors(filter.error.issues))
    if (!isStorable(filter.data)) throw new Problem('invalid_input', { area: ['type_invalid'] })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(service.exportAuditLog(ctx, actor, filter.data)))
  })
}
export const auditLogOperations: ExtraOperation[] = [
  {
    path: exportPath.replace(/:(\w+)/g, '{$1}'),
    method: 'get',
    operation: {
      operationId: 'exportAuditLog',
      tags: ['audit-log'],
      description: 'Access: member:audit.see.',
      security: [{ session: [] }],
      parameters: [
        { name: 'integration_id', in: 'path', required: true, schema: { type: 'string' } },
        ...Object.entries(AuditFilter.shape).map(([name, schema]) => ({
          name,
          in: 'query',
          required: false,
          schema: z.toJSONSchema(schema, { io: 'input' }),
        })),
      ],
      responses: {
        200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
      },
    },
  },
]
