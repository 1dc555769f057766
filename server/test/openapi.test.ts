import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apiResources, blockContact, endVisitorSession } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from './server.ts'

/*
 * The document of all calls, compared with the server's own table of routes: one that is added tomorrow without a
 * description fails here. The server has pages and a widget, as small as a build can be.
 */

const built = mkdtempSync(path.join(tmpdir(), 'ozvi-build-'))
const [site, widget] = [path.join(built, 'site'), path.join(built, 'widget')]
for (const file of [
  ...['assets/a.js', 'builds/latest.json', 'images/a.png', 'sw.js'].map((name) => `site/${name}`),
  ...['widget.js', 'panel/a.js'].map((name) => `widget/${name}`),
]) {
  mkdirSync(path.dirname(path.join(built, file)), { recursive: true })
  writeFileSync(path.join(built, file), '{}')
}
const server = await testServer(
  {},
  {
    web: {
      render: async () => new Response('<!doctype html>'),
      build_id: 'test',
      quotablePages: async () => [],
      client_dir: site,
    },
    widget: {
      loader_dir: widget,
      panel_dir: path.join(widget, 'panel'),
      frames: { en: '<!doctype html>', sk: '<!doctype html>' },
    },
  },
)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(built, { recursive: true })
})

interface DescribedObject {
  properties: Record<string, { description?: string }>
}
interface Described {
  operationId: string
  tags: string[]
  summary?: string
  'x-scope'?: string
  'x-description'?: string
  responses: Record<
    string,
    {
      description: string
      content?: { 'application/json': { schema: { properties: { data: DescribedObject } } } }
    }
  >
}
const document = (await server.browser().request('GET', '/api/openapi.json')).json() as {
  paths: Record<string, Record<string, Described>>
}
const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
)
/** Whether a route of the server answers a path of the document. */
function answers(route: string, documented: string) {
  const pattern = route.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')
  return new RegExp(`^${pattern}$`).test(documented)
}

test('S7.22 the document has exactly the routes of the server', () => {
  expect(server.served.length).toBeGreaterThan(200)
  const undocumented = server.served.filter(
    ({ method, url }) => !operations.some((one) => one.method === method && answers(url, one.url)),
  )
  // The protocol's calls are each of one method; its route takes both.
  expect(undocumented.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /apps/:app_id/webhooks',
    'GET /apps/:app_id/webhooks/replay',
  ])
  const unserved = operations.filter(
    (one) => !server.served.some(({ method, url }) => one.method === method && answers(url, one.url)),
  )
  expect(unserved).toEqual([])
})

test('S7.22 the document includes the operations outside the contract', () => {
  for (const call of [
    'GET /api/csrf-token',
    'GET /api/_icons/{collection}.json',
    'GET /sw.js',
    'GET /builds/{file}',
    'GET /widget/{public_key}.json',
    'GET /_image/{modifiers}/{path}',
    'GET /snapshot/{snapshot_id}',
    'POST /api/notification-mails/one-click',
    'POST /api/contact-mails/one-click',
    'POST /api/report-emails/one-click',
    'POST /apps/{app_id}/events',
    'GET /apps/{app_id}/channels/{channel_name}',
    'GET /health/live',
    'GET /health/ready',
    'POST /api/broadcasting/auth',
    'POST /broadcasting/user-auth',
    'POST /api/visitor/broadcasting/auth',
    'GET /api/openapi.json',
  ]) {
    expect(operations.map(({ method, url }) => `${method} ${url}`)).toContain(call)
  }
})

test('S7.22 each operation has its own name and its errors', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  for (const { route, schemas } of server.mounted) {
    const { responses } = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]![route.method.toLowerCase()]!
    const words = Object.values(responses).map(({ description }) => description)
    for (const problem of schemas.problems) expect(words.join(', '), route.path).toContain(problem)
  }
  for (const url of ['/api/broadcasting/auth', '/broadcasting/user-auth']) {
    expect(Object.keys(document.paths[url]!['post']!.responses), url).toEqual(
      expect.arrayContaining(['200', '401', '403', '409', '419', '422', '429']),
    )
  }
})

test('S7.22 403 each operation that rejects a blocked visitor says so', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  await browser.call(blockContact, { integration_id, contact_id: visitor.contact_id, until: null })
  const blockedPaths: string[] = []
  for (const { route, schemas, guard } of server.mounted) {
    if (guard !== 'visitor' || route === endVisitorSession) continue
    const url = route.path.replace(':conversation_id', conversation_id)
    const reply = await visitor.browser.request(route.method, url, route.method === 'GET' ? undefined : {})
    if ((reply.json() as { code?: string }).code !== 'blocked') continue
    expect(schemas.problems, route.path).toContain('blocked')
    blockedPaths.push(route.path)
  }
  expect(blockedPaths.length).toBeGreaterThanOrEqual(8)
})

test('S7.22 each operation of API keys names its resource, and its fields are described', () => {
  const calls = operations.filter((call) => call['x-scope'])
  expect(calls.length).toBeGreaterThan(70)
  for (const call of calls) {
    expect(apiResources, call.operationId).toContain(call.tags[0])
    expect(call.summary, call.operationId).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/)
    expect(call['x-description'], call.operationId).toMatch(/\.$/)
  }
  // A field that one schema takes over from another keeps its description.
  const { content } = calls.find(({ operationId }) => operationId === 'getContact')!.responses['200']!
  expect(content?.['application/json'].schema.properties.data.properties).toMatchObject({
    owner_id: { description: 'The member responsible for the contact.' },
  })
})

/** Calls everything with made-up ids and an empty body. @returns answers that the document doesn't know */
async function surprises(who: Browser, headers: Record<string, string> = {}) {
  const matches: string[] = []
  // What ends the session comes last.
  const inOrder = operations.toSorted(
    (a, b) => Number(a.operationId === 'signOut') - Number(b.operationId === 'signOut'),
  )
  for (const { method, url, responses, operationId } of inOrder) {
    const address = url.replace(/\{(\w+)\}/g, () => crypto.randomUUID())
    const reply = await who.request(method, address, method === 'GET' ? undefined : {}, {
      'sec-fetch-site': 'same-origin',
      ...headers,
    })
    if (!(reply.statusCode in responses)) matches.push(`${operationId} ${reply.statusCode}`)
  }
  return matches
}

test('S7.22 every response to a guest is in the document', async () => {
  expect(await surprises(server.browser())).toEqual([])
})
test('419 S7.22 the response without a CSRF token is in the document', async () => {
  const { browser } = await server.seed.integration()
  expect(await surprises(browser, { 'x-xsrf-token': 'forged' })).toEqual([])
})
test('409 S7.22 the response to an unverified user is in the document', async () => {
  const { browser } = await server.seed.user({ is_verified: false })
  expect(await surprises(browser)).toEqual([])
})
test('404 422 S7.22 every response to a member is in the document', async () => {
  const { browser } = await server.seed.integration()
  expect(await surprises(browser)).toEqual([])
})
test('415 S7.22 the response to a body of another type is in the document', async () => {
  const { browser } = await server.seed.integration()
  expect(await surprises(browser, { 'content-type': 'application/xml' })).toEqual([])
})
