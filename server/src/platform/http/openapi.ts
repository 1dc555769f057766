import { type ProblemCode, problems, type Route } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { MountedRoute } from './mount.ts'

const refusalSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'In the language of the request.' },
    errors: {
      type: 'object',
      description: 'Field path to sentences.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
}
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
const guardProblems = ({ guard, credential, route }: MountedRoute): ProblemCode[] => [
  'rate_limited',
  ...(guard === 'public' || guard === 'guest' ? [] : (['unauthenticated'] as const)),
  ...(credential === 'cookie' && route.method !== 'GET' ? (['csrf_invalid'] as const) : []),
  ...(guard.startsWith('member') || guard === 'verified' ? (['email_unverified'] as const) : []),
  ...(guard.startsWith('member') ? (['not_found', 'forbidden'] as const) : []),
]

function operation(mounted: MountedRoute, operationId: string) {
  const { route, guard, credential } = mounted
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const input = schemaOf(route.input, 'input')
  const fields = Object.entries((input.properties ?? {}) as Record<string, object>)
  const isRead = route.method === 'GET'
  const refusals = new Map<number, ProblemCode[]>()
  for (const code of new Set([...guardProblems(mounted), ...route.problems])) {
    refusals.set(problems[code], [...(refusals.get(problems[code]) ?? []), code])
  }
  return {
    operationId,
    tags: [route.path.split('/')[2]?.replace(/^user-integration$|^integrations$/, 'integration') ?? 'api'],
    description: `Access: ${guard}.`,
    security:
      guard === 'visitor'
        ? [{ visitor: [] }]
        : credential === 'cookie' && guard !== 'guest' && guard !== 'public'
          ? [{ session: [] }]
          : [],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(isRead
        ? fields.map(([name, schema]) => ({
            name,
            in: 'query',
            required: (input.required ?? []).includes(name),
            schema,
          }))
        : []),
    ],
    ...(isRead || fields.length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      200: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data'],
              properties: { data: schemaOf(route.output, 'output') },
            },
          },
        },
      },
      ...Object.fromEntries(
        [...refusals].map(([status, codes]) => [
          status,
          {
            description: codes.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  }
}

/** Calls that the contract cannot hold because other libraries fix their shape. */
export interface ExtraOperation {
  path: string
  method: Lowercase<Route['method']>
  operation: object
}

/**
 * The OpenAPI 3.1 document of everything mounted, so that it cannot differ from what is served.
 *
 * @param names exported name of each contract route, used as operation id
 */
export function openApi(
  mounted: MountedRoute[],
  names: Map<Route, string>,
  extra: ExtraOperation[],
  app_url: string,
): object {
  const paths: Record<string, Record<string, object>> = {}
  const put = (path: string, method: string, value: object) => {
    paths[path] = { ...paths[path], [method]: value }
  }
  for (const each of mounted) {
    const path = each.route.path.replace(/:(\w+)/g, '{$1}')
    put(path, each.route.method.toLowerCase(), operation(each, names.get(each.route) ?? path))
  }
  for (const { path, method, operation } of extra) put(path, method, operation)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ozvi',
      version: '1',
      description:
        'State-changing calls of a signed-in person carry the XSRF-TOKEN cookie in the X-XSRF-TOKEN header.',
    },
    servers: [{ url: app_url }],
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        visitor: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that opening a visitor session answers.',
        },
      },
    },
  }
}
