import { Readable } from 'node:stream'
import { ContactFilter, Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { record } from '#features/audit-log'
import { member } from '#features/integrations'
import type { Context } from '#platform/context.ts'
import { fieldErrors, isStorable } from '#platform/http/fields.ts'
import type { Mount } from '#platform/http/mount.ts'
import type { ExtraOperation } from '#platform/http/openapi.ts'
import { exportContacts } from './export.ts'

const exportPath = '/api/integration/:integration_id/contact-export'
const exporter = member('contacts.export')
/** The list as a file, which no reply of the contract is; what may be asked for is the contract's. */
export function contactExport(app: FastifyInstance, ctx: Context, { admit }: Mount): void {
  app.get(exportPath, { config: { policy: exporter.name } }, async (request, reply) => {
    const actor = await admit(exporter, request, {})
    const filter = ContactFilter.safeParse(request.query)
    if (!filter.success) throw new Problem('invalid_input', fieldErrors(filter.error.issues))
    if (!isStorable(filter.data)) throw new Problem('invalid_input', { search: ['type_invalid'] })
    await ctx.transaction((tx) => record(ctx, tx, actor, { act: 'contacts_exported' }))
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="contacts.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(exportContacts(ctx, actor, filter.data)))
  })
}
export const contactOperations: ExtraOperation[] = [
  {
    path: exportPath.replace(/:(\w+)/g, '{$1}'),
    method: 'get',
    operation: {
      operationId: 'exportContacts',
      tags: ['contact'],
      description: `Access: ${exporter.name}.`,
      security: [{ session: [] }],
      parameters: [
        { name: 'integration_id', in: 'path', required: true, schema: { type: 'string' } },
        ...Object.entries(ContactFilter.shape).map(([name, schema]) => ({
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
