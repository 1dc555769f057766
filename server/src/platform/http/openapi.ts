import { problems, type Route } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { MountedRoute } from './mount.ts'
import { describe, guardProblems, type Operation, pathParameters, errorResponses } from './operations.ts'

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
const withFile = ({ properties = {}, required = [] }: ReturnType<typeof schemaOf>) => ({
  type: 'object',
  required: [...required, 'file'],
  properties: { ...properties, file: { type: 'string', format: 'binary' } },
})
function operation(mounted: MountedRoute, path: string, operationId: string) {
  const { route, schemas, guard, credential, is_upload } = mounted
  const input = schemaOf(schemas.input, 'input')
  const fields = Object.entries((input.properties ?? {}) as Record<string, object>)
  const isRead = route.method === 'GET'
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
      ...pathParameters(path),
      ...(isRead
        ? fields.map(([name, schema]) => ({
            name,
            in: 'query',
            required: (input.required ?? []).includes(name),
            schema,
          }))
        : []),
    ],
    ...(is_upload
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: withFile(input) } } } }
      : isRead || fields.length === 0
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
              properties: { data: schemaOf(schemas.output, 'output') },
            },
          },
        },
      },
      ...errorResponses([...guardProblems(guard, credential, isRead), ...schemas.problems]),
    },
  }
}

/**
 * The OpenAPI 3.1 document of every call, generated from the mounted routes.
 *
 * @param names exported name of each contract route, used as operation id
 * @param others described by the routes outside the contract
 */
export function openApi(
  mounted: MountedRoute[],
  names: Map<Route, string>,
  others: readonly Operation[],
  app_url: string,
): object {
  const paths: Record<string, Record<string, object>> = {}
  const put = (path: string, method: string, value: object) => {
    paths[path] = { ...paths[path], [method]: value }
  }
  for (const each of mounted) {
    const path = each.route.path.replace(/:(\w+)/g, '{$1}')
    put(path, each.route.method.toLowerCase(), operation(each, path, names.get(each.route) ?? path))
  }
  for (const { path, method, operation } of others) put(path, method, operation)
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
        signature: {
          type: 'apiKey',
          in: 'query',
          name: 'auth_signature',
          description:
            'HMAC-SHA256 of the request with the application secret, as the Pusher protocol defines it.',
        },
        visitor: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that opening a visitor session answers.',
        },
      },
    },
  }
}

export const openApiOperation = describe({
  path: '/api/openapi.json',
  operation_id: 'getOpenApi',
  tag: 'system',
  summary: 'This document.',
  access: 'public',
  reply: { 'application/json': { type: 'object' } },
  problems: [],
})
