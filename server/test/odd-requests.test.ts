import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testServer } from './server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const { browser, ...made } = await server.seed.conversation()
const ids: Record<string, string> = {
  integration_id: made.integration_id,
  conversation_id: made.conversation_id,
  contact_id: made.visitor.contact_id,
}

const odd = fc.oneof(
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
/** All but those after which the caller is nobody, or the workspace gone. */
const calls = server.mounted.filter(
  ({ route: { method, path } }) =>
    path !== '/api/auth/sign-out' && !(method === 'DELETE' && path.endsWith(':integration_id')),
)
/** A call of ours, or something like it: its ids right or wrong, its query and body anything. */
const request = fc.record({
  mounted: fc.constantFrom(...calls),
  wrong: fc.option(odd),
  tail: fc.oneof(fc.constant(''), odd),
  query: fc.dictionary(odd, odd, { maxKeys: 3 }),
  body: fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('')),
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'x',
  ),
})

test('REL-33 SEC-14 no request, however odd, is a fault: each is served or refused, and the next one too', async () => {
  let refused = 0
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
      if (reply.statusCode >= 400) refused++
      expect(reply.statusCode, `${route.method} ${path} ${reply.body}`).toBeLessThan(500)
    }),
    { numRuns: 1500, seed: 8 },
  )
  expect(refused).toBeGreaterThan(100)
  expect((await browser.request('GET', '/api/integrations')).json().data).toHaveLength(1)
}, 120_000)
