import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { Web } from '#platform/web/pages.ts'
import { afterAll, expect, test } from 'vitest'
import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { testServer } from './server.ts'

const server = await testServer()
/** Replies to each page with the URL it was asked for. */
const web: Web = {
  build_id: 'one',
  quotablePages: async () => [],
  render: async ({ url }) => Response.json(url, { status: 404 }),
}
const site = await testServer({}, { web })
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { browser, ...created } = await server.seed.conversation()
const ids: Record<string, string> = {
  integration_id: created.integration_id,
  conversation_id: created.conversation_id,
  contact_id: created.visitor.contact_id,
}

const malformed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%00',
    '%2e%2e%2f',
    '__proto__',
    'null',
    '-1',
    '1e999',
    'a'.repeat(400),
  ),
)
/** All calls except those that end the session or delete the workspace. */
const calls = server.mounted.filter(
  ({ route: { method, path } }) =>
    path !== '/api/auth/sign-out' && !(method === 'DELETE' && path.endsWith(':integration_id')),
)
/** A call of ours, or something like it: its ids right or wrong, its query and body anything. */
const request = fc.record({
  mounted: fc.constantFrom(...calls),
  wrong: fc.option(malformed),
  tail: fc.oneof(fc.constant(''), malformed),
  query: fc.dictionary(malformed, malformed, { maxKeys: 3 }),
  body: fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('')),
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'x',
  ),
})

test('REL-33 SEC-14 no request causes an error: each is served or rejected, and so is the next one', async () => {
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(request, async ({ mounted: { route }, wrong, tail, query, body, type }) => {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent((wrong ?? ids[name] ?? crypto.randomUUID()).toWellFormed()),
      )
      const reply = await browser.request(
        route.method,
        `${path}${encodeURI(tail.toWellFormed())}?${new URLSearchParams(query)}`,
        route.method === 'GET' ? undefined : body,
        { 'content-type': type },
      )
      if (reply.statusCode >= 400) rejected++
      expect(reply.statusCode, `${route.method} ${path} ${reply.body}`).toBeLessThan(500)
    }),
    { numRuns: 1500, seed: 8 },
  )
  expect(rejected).toBeGreaterThan(100)
  expect((await browser.request('GET', '/api/integrations')).json().data).toHaveLength(1)
}, 120_000)

test('422 SEC-14 a body that isn’t UTF-8 is rejected like other invalid JSON, and nothing of it is stored', async () => {
  const { browser: owner, integration_id } = await server.seed.integration()
  const tag = (name: number[]) =>
    owner.request(
      'POST',
      `/api/integration/${integration_id}/tag`,
      Buffer.concat([Buffer.from('{"name":"Caf'), Buffer.from(name), Buffer.from('"}')]),
      { 'content-type': 'application/json' },
    )
  const invalid = {
    'Latin-1': [0xe9],
    'cut off': [0xc3],
    overlong: [0xc0, 0xaf],
    surrogate: [0xed, 0xa0, 0x80],
    'beyond Unicode': [0xf4, 0x90, 0x80, 0x80],
  }
  for (const [kind, bytes] of Object.entries(invalid)) {
    const reply = await tag(bytes)
    expect([kind, reply.statusCode, reply.json().errors]).toEqual([
      kind,
      422,
      { body: ['The request isn’t valid JSON.'] },
    ])
  }
  expect((await tag([0xc3, 0xa9])).statusCode).toBe(200)
  const { data } = (await owner.request('GET', `/api/integration/${integration_id}/tag`)).json()
  expect(JSON.stringify(data)).toContain('"Café"')
  expect(JSON.stringify(data)).not.toContain('\ufffd')
})

test('404 a socket on an unknown path is rejected by the whole server, not left hanging', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  server.realtime.attach(server.app.server)
  // A TCP server's address is an object.
  const { port } = server.app.server.address() as AddressInfo
  const client = new RawClient(port, { path: '/nope/x' })
  const answered = new Promise<number | undefined>((resolve) => {
    client.ws.on('unexpected-response', (_request, response) => resolve(response.statusCode))
  })
  expect(await answered).toBe(404)
})

test('REL-33 SEC-48 a page at an unusual request target is on this host, and never an error', async () => {
  const { port } = new URL(await site.app.listen({ port: 0, host: '127.0.0.1' }))
  const page = (path: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const request = http.get({ port, path, headers: { host: 'localhost' } }, (reply) => {
        reply
          .toArray()
          .then((chunks) => resolve([reply.statusCode, chunks.join('')]))
          .catch(reject)
      })
      request.on('error', reject)
    })
  const { app_url } = site.config
  const addresses = {
    '//evil.example/en': '//evil.example/en',
    '///evil.example': '///evil.example',
    '//evil.example%2fen': '//evil.example%2fen',
    '//:x@[/': '//:x@[/',
    '/\\\\evil.example': '///evil.example',
    'http://evil.example/en?a=b': '/en?a=b',
    'http://evil.example//other.example': '//other.example',
  }
  for (const [target, path] of Object.entries(addresses))
    expect(await page(target), target).toEqual([404, JSON.stringify(app_url + path)])
})
