import {
  apiScopes,
  createApiKey,
  createContactField,
  createTag,
  createTeam,
  createTextSource,
  createWebhook,
  openVisitorSession,
} from '@ozvi/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import type { JsonSchema } from '#platform/openapi/example-of.ts'
import { bodyOf } from '../route-bodies.ts'
import { type Browser, testServer } from '../server.ts'
import { type KnownIds, parameterOf, valueOf } from './arbitrary.ts'

interface Content {
  schema?: JsonSchema
  example?: unknown
}
export interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** They end the session or the membership that the others need. */
const lastOnes = [
  'leaveTeam',
  'deleteIntegration',
  'changePassword',
  'endSignIn',
  'endOtherSignIns',
  'startTwoFactor',
  'signOut',
]
/** Deletions come after the operations that need what they delete. */
const rankOf = ({ method, operation }: { method: string; operation: Operation }) =>
  lastOnes.includes(operation.operationId)
    ? 2 + lastOnes.indexOf(operation.operationId)
    : Number(method === 'DELETE')

/** They stream or wait; their answers have tests of their own. */
const skipped = ['getMetrics', 'testWebhook']

/** Checks answers against the document. */
export function createChecker({ components }: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>()
  const resolved = (schema: JsonSchema) =>
    schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema
  return {
    /** @returns why a value isn't described by the schema */
    problemOf(schema: JsonSchema, value: unknown): string | undefined {
      const check = compiled.get(schema) ?? ajv.compile(resolved(schema))
      compiled.set(schema, check)
      return check(value) ? undefined : ajv.errorsText(check.errors)
    },
  }
}

type Checker = ReturnType<typeof createChecker>
interface Reply {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}
/** @returns what the document doesn't say about the answer */
function surpriseOf(operation: Operation, reply: Reply, checker: Checker): string | undefined {
  const described = operation.responses[reply.statusCode]
  if (!described || (reply.statusCode >= 500 && reply.statusCode !== 503))
    return `${reply.statusCode} ${reply.body.slice(0, 200)}`
  const schema = described.content?.['application/json']?.schema
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
  if (!schema || !isJson) return undefined
  const problem = checker.problemOf(schema, JSON.parse(reply.body))
  return problem && `${reply.statusCode} ${problem}: ${reply.body.slice(0, 300)}`
}

/** What one request of an operation consists of. */
function requestOf(path: string, operation: Operation, ids: KnownIds) {
  const parameters = operation.parameters.filter((each) => each.in !== 'header')
  const body = operation.requestBody?.content['application/json']?.schema
  return fc
    .record({
      values: fc.tuple(...parameters.map(({ name, schema }) => parameterOf(schema, name, ids))),
      used: fc.tuple(...parameters.map((each) => (each.in === 'path' ? fc.constant(true) : fc.boolean()))),
      body: body ? valueOf(body, '', ids) : fc.constant({}),
    })
    .map(({ values, used, body }) => {
      const query = new URLSearchParams()
      let url = path
      for (const [n, { name, in: place }] of parameters.entries()) {
        const value = (values[n] ?? '').toWellFormed()
        if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value) || '%20')
        else if (used[n]) query.set(name, value)
      }
      return { url: query.size > 0 ? `${url}?${query.toString()}` : url, body }
    })
}

/** One of each that a path can name. */
async function createNamed(
  browser: Browser,
  ids: { integration_id: string; conversation_id: string; contact_id: string },
): Promise<KnownIds> {
  const { integration_id } = ids
  const named: KnownIds = {}
  for (const name of ['macro', 'saved-view', 'rule', 'scenario', 'answer-test']) {
    const key = `${name.replace('-', '_')}_id`
    const path = `/api/integration/:integration_id/${name}/:${key}`
    const id = crypto.randomUUID()
    const url = path.replace(':integration_id', integration_id).replace(`:${key}`, id)
    const { statusCode, body } = await browser.request('PUT', url, bodyOf[path]?.(ids))
    if (statusCode !== 200) throw new Error(`${url}: ${body}`)
    named[key] = id
  }
  const source_id = crypto.randomUUID()
  await browser.call(createTextSource, {
    integration_id,
    id: source_id,
    name: 'Hours',
    body: 'Nine to five.',
  })
  const team = await browser.call(createTeam, { integration_id, name: 'Returns' })
  const field = await browser.call(createContactField, { integration_id, name: 'Size', type: 'text' })
  const webhook = await browser.call(createWebhook, {
    integration_id,
    url: 'https://hooks.example.com/',
    events: ['conversation.rated'],
  })
  return { ...named, source_id, team_id: team.id, field_id: field.id, webhook_id: webhook.id }
}

async function people(server: Awaited<ReturnType<typeof testServer>>) {
  const a = await server.seed.conversation()
  const { browser, integration_id, integration, conversation_id, visitor } = a
  const { key } = await browser.call(createApiKey, { integration_id, name: 'Fuzz', scopes: [...apiScopes] })
  const tag = await browser.call(createTag, { integration_id, name: 'Parcel' })
  const program = server.browser()
  program.headers.authorization = `Bearer ${key}`
  const fresh = server.browser()
  const session = await fresh.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
  })
  const here = { integration_id, conversation_id, contact_id: visitor.contact_id }
  const ids: KnownIds = {
    ...here,
    ...(await createNamed(browser, here)),
    tag_id: tag.id,
    assignee_id: a.user.id,
    user_id: session.contact.id,
    public_key: integration.public_key,
  }
  const who: Record<string, Browser> = {
    session: browser,
    api_key: program,
    visitor: visitor.browser,
    nobody: server.browser(),
  }
  return { ids, who }
}

/**
 * Sends generated requests, valid and hostile, to every operation of the OpenAPI document, with each kind of
 * credential that it takes.
 *
 * @param runs requests per operation and credential
 * @returns the number of requests, and the answers that aren't in the document
 */
export async function fuzz({ runs, seed }: { runs: number; seed: number }) {
  const server = await testServer({}, { isAnswering: false })
  try {
    const document = (await server.browser().request('GET', '/api/openapi.json')).json() as Document
    const checker = createChecker(document)
    const { ids, who } = await people(server)
    const operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          path,
          method: method.toUpperCase(),
          operation,
        })),
      )
      .filter(({ operation }) => !skipped.includes(operation.operationId))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
    const surprises: string[] = []
    const statuses: Record<number, number> = {}
    let requests = 0
    for (const { path, method, operation } of operations) {
      const credentials = operation.security.map((each) => Object.keys(each)[0] ?? 'nobody')
      for (const credential of credentials.length > 0 ? credentials : ['nobody']) {
        const caller = who[credential] ?? who['nobody']
        for (const { url, body } of fc.sample(requestOf(path, operation, ids), { numRuns: runs, seed })) {
          const reply: Reply = await caller!
            .request(method, url, method === 'GET' ? undefined : body, {
              'content-type': 'application/json',
            })
            // A download that failed after its start.
            .catch((error: unknown) => ({ statusCode: 0, headers: {}, body: String(error) }))
          requests++
          statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1
          const surprise = surpriseOf(operation, reply, checker)
          if (surprise)
            surprises.push(
              `${operation.operationId} (${credential}) ${method} ${url.slice(0, 200)} ${JSON.stringify(body).slice(0, 300)} → ${surprise}`,
            )
        }
      }
    }
    return { requests, statuses, surprises, operations: operations.length }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}
