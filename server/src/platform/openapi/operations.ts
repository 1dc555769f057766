import { type ProblemCode, problems } from '@ozvi/contract'
import * as z from 'zod/mini'

/*
 * Calls whose replies aren't in the contract: files, pages of other protocols, bodies defined by a library.
 * Each route carries its description, and the OpenAPI document is generated from the mounted routes.
 */

export type Verb = 'get' | 'post' | 'put' | 'delete'
export interface Operation {
  /** As in OpenAPI: `/widget/{public_key}.json`. */
  path: string
  method: Verb
  /** An OpenAPI operation object. */
  operation: object
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The calls this route answers; more than one for a wildcard. */
    operations?: readonly Operation[]
  }
}

/** A route of the HTTP server. */
export interface ServedRoute {
  method: string
  url: string
  /** For routes outside the contract. */
  operations: readonly Operation[]
}

const problemRef = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
/** OpenAPI responses by status for the problems of a call. */
export function errorResponses(codes: Iterable<ProblemCode>): Record<string, object> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set(codes))
    byStatus.set(problems[code], [...(byStatus.get(problems[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, { description: list.join(', '), content: problemRef }]),
  )
}

interface GuardedCall {
  guard: string
  credential: 'cookie' | 'none'
  isRead: boolean
}
/** Problems every caller of a guard must expect besides those of the call itself. */
export function guardProblems({ guard, credential, isRead }: GuardedCall): ProblemCode[] {
  const isMember = guard.startsWith('member')
  return [
    'rate_limited',
    'unavailable',
    ...(['public', 'guest', 'signature', 'push-key'].includes(guard) ? [] : (['unauthenticated'] as const)),
    ...(guard === 'push-key' ? (['api_key_invalid', 'workspace_closed'] as const) : []),
    ...(isMember || guard === 'verified' ? (['email_unverified'] as const) : []),
    ...(isMember
      ? ([
          'not_found',
          'forbidden',
          'api_key_invalid',
          'scope_missing',
          'two_factor_required',
          'single_sign_on_required',
          'password_required',
          'workspace_closed',
        ] as const)
      : []),
    // Problems of a body, and of a cross-site request.
    ...(isRead ? [] : (['too_large', 'unsupported_type', 'invalid_input', 'storage_full'] as const)),
    ...(!isRead && credential === 'cookie' ? (['csrf_invalid', 'forbidden'] as const) : []),
  ]
}

export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
const queryParameters = (query: z.ZodMiniObject) =>
  Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  }))

interface Described {
  path: string
  method?: Verb
  operation_id: string
  tag: string
  /** A description, unless the name is enough. */
  summary?: string
  /** Name of the guard, as in the route list. */
  access: string
  /** Authentication; none by default. */
  security?: 'session' | 'visitor' | 'signature'
  query?: z.ZodMiniObject
  /** Schema of the body by content type. */
  body?: Record<string, object>
  /** Schemas of the reply by content type; none for an empty reply. */
  reply?: Record<string, object>
  /** Status codes of the reply, besides problems. */
  statuses?: readonly number[]
  problems: readonly ProblemCode[]
  /** For calls whose errors have their own body: description by status. */
  otherErrors?: Record<number, string>
}

const text = { type: 'string' }
/** Reply content of files. */
export const bytes = (type: string) => ({ [type]: { ...text, format: 'binary' } })

export function describe(described: Described): Operation {
  const { path, method = 'get', operation_id, tag, summary, access, security, query, body, reply } = described
  const content = reply && {
    content: Object.fromEntries(Object.entries(reply).map(([type, schema]) => [type, { schema }])),
  }
  return {
    path,
    method,
    operation: {
      operationId: operation_id,
      tags: [tag],
      ...(summary ? { summary } : {}),
      description: `Access: ${access}.`,
      security: security ? [{ [security]: [] }] : [],
      parameters: [...pathParameters(path), ...(query ? queryParameters(query) : [])],
      ...(body
        ? {
            requestBody: {
              required: true,
              content: Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }])),
            },
          }
        : {}),
      responses: {
        ...Object.fromEntries(
          (described.statuses ?? [200]).map((status) => [
            status,
            { description: status === 304 ? 'Not modified.' : 'Done.', ...(status === 304 ? {} : content) },
          ]),
        ),
        ...errorResponses(described.problems),
        ...Object.fromEntries(
          Object.entries(described.otherErrors ?? {}).map(([status, description]) => [
            status,
            { description, content: { 'application/json': { schema: { type: 'object' } } } },
          ]),
        ),
      },
    },
  }
}
