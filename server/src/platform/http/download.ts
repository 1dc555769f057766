import { Readable } from 'node:stream'
import { isId, type ObjectSchema, Problem, type ProblemCode } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../context/context.ts'
import { fieldErrors, isStorable } from './fields.ts'
import type { Guard } from './guard.ts'
import type { Mount } from './mount.ts'
import { bytes, describe, guardProblems } from '../openapi/operations.ts'
import { validationError } from './validation-error.ts'

const contentTypes = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const

interface Declared<A, X, Q extends ObjectSchema> {
  path: string
  /** Operation id in the OpenAPI document. */
  operation_id: string
  guard: Guard<A, X>
  kind: keyof typeof contentTypes
  /** Query parameters; none by default. */
  query?: Q
  /** Problems besides those of the guard and of an invalid query. */
  problems?: readonly ProblemCode[]
  /** @throws Problem before anything is sent; a later failure aborts the download */
  open(
    ctx: Context,
    actor: A,
    query: z.output<Q>,
    params: Record<string, string>,
  ): Promise<{ file_name: string; content: AsyncIterable<string | Uint8Array> }>
}
/** A file generated while it is sent, which no reply of the contract is. */
export interface Download {
  mount(app: FastifyInstance, ctx: Context, mount: Mount): void
}

const noQuery = z.object({})

export function download<A, X, Q extends ObjectSchema = typeof noQuery>({
  path,
  operation_id,
  guard,
  kind,
  // `Q` defaults to the empty object exactly when no query was declared.
  query = noQuery as unknown as Q,
  problems = [],
  open,
}: Declared<A, X, Q>): Download {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const operation = describe({
    path: path.replace(/:(\w+)/g, '{$1}'),
    operation_id,
    tag: path.split('/')[4]?.replace(/-export$/, '') ?? 'integration',
    access: guard.name,
    security: 'session',
    query,
    reply: bytes(contentTypes[kind]),
    problems: [
      ...guardProblems({ guard: guard.name, credential: guard.credential, isRead: true }),
      'invalid_input',
      ...problems,
    ],
  })
  return {
    mount(app, ctx, { admit }) {
      app.get(path, { config: { policy: guard.name, operations: [operation] } }, async (request, reply) => {
        const actor = await admit(guard, { request, reply }, {})
        // Fastify's type has no params; their names come from the path above.
        const params = request.params as Record<string, string>
        for (const name of names)
          if (name !== 'integration_id' && !isId(params[name] ?? '')) throw new Problem('not_found')
        const parsedQuery = query.safeParse(request.query)
        if (!parsedQuery.success) throw new Problem('invalid_input', fieldErrors(parsedQuery.error.issues))
        for (const [name, value] of Object.entries(parsedQuery.data))
          if (!isStorable(value)) throw validationError(name, 'type_invalid')
        const { file_name, content } = await open(ctx, actor, parsedQuery.data, params)
        return reply
          .header('content-type', contentTypes[kind])
          .header('content-disposition', `attachment; filename="${file_name}"`)
          .header('cache-control', 'no-store')
          .send(Readable.from(content, { objectMode: false }))
      })
    },
  }
}
