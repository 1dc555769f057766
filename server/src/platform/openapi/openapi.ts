import { problems, type Route } from '@ozvi/contract'
import { exampleOf, type JsonSchema } from './example-of.ts'
import { type FieldTexts, schemaOf } from './json-schema.ts'
import type { MountedRoute } from '../http/mount.ts'
import { describe, guardProblems, type Operation, pathParameters, errorResponses } from './operations.ts'

const problemSchema = {
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
const withFile = ({ properties = {}, required = [] }: ReturnType<typeof schemaOf>) => ({
  type: 'object',
  required: [...required, 'file'],
  properties: { ...properties, file: { type: 'string', format: 'binary' } },
})
const limitHeader = (description: string) => ({ description, schema: { type: 'integer' } })
/** On every answer to an API key. */
const limitHeaders = {
  'RateLimit-Limit': limitHeader('Requests per minute.'),
  'RateLimit-Remaining': limitHeader('Requests left in the current minute.'),
  'RateLimit-Reset': limitHeader('Seconds until the minute ends.'),
}
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'With an API key: for 24 hours, the same request with the same value returns the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** The credentials of a route, any of which is enough. */
function securityOf({ guard, credential }: MountedRoute, scope: string | undefined) {
  if (guard === 'visitor') return [{ visitor: [] }]
  if (guard === 'push-key') return [{ push_key: [] }]
  if (credential !== 'cookie' || guard === 'guest' || guard === 'public') return []
  return [{ session: [] }, ...(scope ? [{ api_key: [scope] }] : [])]
}

/** `listContacts` → List contacts */
const titleOf = (operationId: string) =>
  operationId
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^\w/, (letter) => letter.toUpperCase())

/** What the document says about a route that the route doesn't. */
export interface RouteTexts {
  /** Exported name of the contract route. */
  operationId: string
  /** What the route is about. */
  resource: string
  /** The scope that an API key needs; undefined if keys can't call it. */
  scope: string | undefined
  description: string
  /** Reasons for problems, such as `invalid_input` on a field. */
  causes: readonly string[]
}

function operation(mounted: MountedRoute, path: string, texts: RouteTexts, textsOf: FieldTexts) {
  const { route, schemas, guard, credential, is_upload } = mounted
  const { operationId, scope } = texts
  const input = schemaOf(schemas.input, 'input', textsOf)
  const fields = Object.entries((input.properties ?? {}) as Record<string, object>)
  const isRead = route.method === 'GET'
  const output = schemaOf(schemas.output, 'output', textsOf)
  const done = {
    description: 'Done.',
    ...(scope ? { headers: limitHeaders } : {}),
    content: {
      'application/json': {
        schema: { type: 'object', required: ['data'], properties: { data: output } },
        example: { data: exampleOf(output as JsonSchema) },
      },
    },
  }
  return {
    operationId,
    tags: [texts.resource],
    summary: titleOf(operationId),
    description: [
      texts.description,
      `Access: ${guard}.${scope ? ` Scope of API keys: \`${scope}\`.` : ''}`,
      ...texts.causes.map((cause) => `- ${cause}`),
    ]
      .filter(Boolean)
      .join('\n\n'),
    'x-description': texts.description,
    ...(scope ? { 'x-scope': scope } : {}),
    ...(texts.causes.length > 0 ? { 'x-causes': texts.causes } : {}),
    security: securityOf(mounted, scope),
    parameters: [
      ...pathParameters(path),
      ...(scope && route.method === 'POST' && !is_upload ? [idempotencyParameter] : []),
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
      : {}),
    ...(!is_upload && !isRead && fields.length > 0
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: input, example: exampleOf(input as JsonSchema) } },
          },
        }
      : {}),
    responses: {
      200: done,
      ...(mounted.may_continue ? { 202: { ...done, description: 'Accepted. The work continues.' } } : {}),
      ...errorResponses([...guardProblems({ guard, credential, isRead }), ...schemas.problems]),
    },
  }
}

/**
 * The OpenAPI 3.1 document of every call, generated from the mounted routes.
 *
 * @param textsFor what the document says about a route
 * @param textsOf descriptions of an object's fields
 * @param others described by the routes outside the contract
 */
export function openApi(
  mounted: MountedRoute[],
  { textsFor, textsOf }: { textsFor: (route: Route) => RouteTexts; textsOf: FieldTexts },
  others: readonly Operation[],
  app_url: string,
): object {
  const paths: Record<string, Record<string, object>> = {}
  const addOperation = (path: string, method: string, value: object) => {
    paths[path] = { ...paths[path], [method]: value }
  }
  for (const each of mounted) {
    const path = each.route.path.replace(/:(\w+)/g, '{$1}')
    addOperation(path, each.route.method.toLowerCase(), operation(each, path, textsFor(each.route), textsOf))
  }
  for (const { path, method, operation } of others) addOperation(path, method, operation)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ozvi',
      version: '1',
      description:
        'State-changing calls of a signed-in person carry the XSRF-TOKEN cookie in the X-XSRF-TOKEN header. ' +
        'Calls with an API key or a visitor token need neither. ' +
        'Requests with a method that a path doesn’t support return 405 `method_not_allowed`, and `Allow` lists the supported methods. Unsupported HEAD and OPTIONS requests return 404 instead.',
    },
    servers: [{ url: app_url }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        api_key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ozvi_…',
          description: 'An API key of the workspace. Each call names the scope that the key needs.',
        },
        push_key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ozvi_push_…',
          description: 'The push key of a data source of type API.',
        },
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
