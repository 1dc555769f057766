import type { Schemas } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { schemaOf } from '#platform/openapi/json-schema.ts'
import { bodyOf } from './route-bodies.ts'
import { testServer } from './server.ts'

/* Sends hostile values to every field of every route. New routes are included automatically. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const { browser, integration_id, conversation_id, visitor, user } = await server.seed.conversation()
const here = { conversation_id, contact_id: visitor.contact_id }
const ids: Record<string, string> = { integration_id, ...here, user_id: user.id }
const fieldsOf = ({ input }: Schemas) => Object.keys(input.shape)
const isInteger = ({ input }: Schemas, field: string) =>
  JSON.stringify(schemaOf(input, 'input', () => ({})).properties?.[field]).includes('"integer"')
const routes = server.mounted.filter(
  // Those that end what the others need: the session, the membership, the workspace.
  ({ route: { method, path }, is_upload }) =>
    !is_upload &&
    !/sign-out|session\/end|leave/.test(path) &&
    !(method === 'DELETE' && path.endsWith(':integration_id')),
)

test('SEC-13 writes accept no fields that the caller can’t set, except the listed ones', () => {
  const protectedFields =
    /^(id|workspace_id|integration_id|account_id|user_id|owner|owner_id|role|roles|email_verified_at|verified|public_key|plan|hash|password_hash|secret|token|created_at|updated_at|version|seq|author|author_id|is_admin|deletes_at)$/
  const taken = routes
    .filter(({ route: { method } }) => method !== 'GET')
    .flatMap(({ route, schemas }) =>
      fieldsOf(schemas)
        .filter((field) => protectedFields.test(field))
        .map(
          (field) =>
            `${route.method} ${route.path.replace('/api/integration/:integration_id/', '')} ${field}`,
        ),
    )
  expect(taken.toSorted()).toEqual([
    'POST /api/auth/email/undo token',
    'POST /api/auth/password/reset token',
    'POST /api/auth/password/reset/show token',
    'POST /api/auth/single-sign-on integration_id',
    'POST /api/auth/verify-email token',
    'POST /api/contact-mails/stop token',
    'POST /api/invitation/accept token',
    'POST /api/invitation/show token',
    'POST /api/notification-mails/stop token',
    'POST /api/reply-link/message id',
    'POST /api/reply-link/message token',
    'POST /api/reply-link/open token',
    'POST /api/report-emails/stop token',
    'POST /api/visitor/conversation/:conversation_id/delivered seq',
    'POST /api/visitor/conversation/:conversation_id/message id',
    'POST /api/visitor/conversation/:conversation_id/rating id',
    'POST /api/visitor/conversation/:conversation_id/seen seq',
    'POST /api/visitor/session public_key',
    'POST billing/checkout plan',
    'POST bulk-action id',
    'POST contact id',
    'POST contact owner_id',
    'POST contact-bulk-action id',
    'POST contact/:contact_id/conversation id',
    'POST contact/:contact_id/merge id',
    'POST contact/:contact_id/note id',
    'POST conversation/:conversation_id/draft/return author_id',
    'POST conversation/:conversation_id/draft/take author_id',
    'POST conversation/:conversation_id/macro id',
    'POST conversation/:conversation_id/merge id',
    'POST conversation/:conversation_id/message id',
    'POST conversation/:conversation_id/scheduled id',
    'POST conversation/:conversation_id/seen seq',
    'POST conversation/:conversation_id/split id',
    'POST data-source/api id',
    'POST data-source/question id',
    'POST data-source/text id',
    'POST data-source/website id',
    'POST identity/check token',
    'PUT /api/integration/user-invite role',
    'PUT billing/plan plan',
    'PUT contact/:contact_id owner_id',
    'PUT member/:user_id role',
  ])
})

const sleep_s = 30
const hostileValues: unknown[] = [
  `'; select pg_sleep(${sleep_s}); --`,
  `1) or (select 1 from pg_sleep(${sleep_s})) is not null --`,
  { $ne: 1 },
  ['a', { b: 1 }],
  JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}'),
  'a\0b',
  '\ud800',
  1e308,
  -1,
  null,
  true,
  'x'.repeat(5_000),
]
test('SEC-14 unusual values in every field of every route are accepted or rejected within a second, without an error', async () => {
  const seen = new Set<number>()
  const slow: { label: string; measure_ms: () => Promise<number> }[] = []
  let nth = 0
  for (const { route, schemas, guard } of routes) {
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())
    const who = guard.startsWith('visitor') ? visitor.browser : browser
    await Promise.all(
      fieldsOf(schemas).flatMap((field) =>
        // Two of them each, in turn, so that each meets many fields.
        [
          hostileValues[nth++ % hostileValues.length],
          hostileValues[nth++ % hostileValues.length],
          // More than an integer column holds.
          ...(isInteger(schemas, field) ? [2 ** 31] : []),
        ].map(async (value) => {
          const body = { ...bodyOf[route.path]?.(here), [field]: value }
          const query = new URLSearchParams({ [field]: String(value).toWellFormed() })
          const label = `${route.method} ${route.path} ${field} ${JSON.stringify(value)?.slice(0, 60)}`
          async function measure_ms() {
            const begun_at = performance.now()
            const reply = await (route.method === 'GET'
              ? who.request('GET', `${url}?${query}`)
              : who.request(route.method, url, body))
            expect(reply.statusCode, label).toBeLessThan(500)
            // Messages of the schema library aren't translated.
            expect(reply.body, label).not.toMatch(/"Invalid |expected /)
            seen.add(reply.statusCode)
            return performance.now() - begun_at
          }
          const took_ms = await measure_ms()
          expect(took_ms, label).toBeLessThan((sleep_s * 1000) / 2)
          if (took_ms > 1_000) slow.push({ label, measure_ms })
        }),
      ),
    )
  }
  // Requests that waited for others, or for the machine, are repeated alone.
  for (const { label, measure_ms } of slow) {
    const times_ms = [await measure_ms(), await measure_ms(), await measure_ms()]
    expect(Math.min(...times_ms), label).toBeLessThan(1_000)
  }
  expect(nth).toBeGreaterThan(400)
  expect([...seen]).toEqual(expect.arrayContaining([200, 404, 422]))
  expect(({} as { x?: number }).x).toBeUndefined()
}, 120_000)

test('422 SEC-14 a cursor with an impossible time or id is rejected by every list that is sorted by time', async () => {
  ids.rule_id = crypto.randomUUID()
  ids.scenario_id = crypto.randomUUID()
  const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
  for (const name of ['rule/:rule_id', 'scenario/:scenario_id']) {
    const path = `/api/integration/:integration_id/${name}`
    expect((await browser.request('PUT', filled(path), bodyOf[path]?.(here))).statusCode).toBe(200)
  }
  const time = '2026-02-01 10:00:00+00'
  const places = ['1', 'Mon Jan 5', '2026-02-30T10:00:00Z', '2026-99-99 10:00:00+00']
    .flatMap((at) => [
      `${at}|${crypto.randomUUID()}`,
      `${at}|message x`,
      `last_seen|${crypto.randomUUID()}|${at}`,
    ])
    .concat([`${time}|${'-'.repeat(36)}`, `last_seen|${'-'.repeat(36)}|${time}`])
    .concat(`last_seen|${crypto.randomUUID()}|2026-02-01T10:00:00.${'0'.repeat(200)}Z`)
  const lists = routes.filter(
    ({ route: { path }, schemas }) =>
      fieldsOf(schemas).includes('cursor') && !/data-source|document|webhook/.test(path), // sorted by other values
  )
  expect(lists.length).toBeGreaterThanOrEqual(8)
  for (const { route } of lists)
    for (const place of places) {
      const cursor = Buffer.from(place).toString('base64url')
      const query = new URLSearchParams({ cursor, search: 'x', time_zone: 'UTC', figure: 'rated' })
      const reply = await browser.request('GET', `${filled(route.path)}?${query}`)
      const errors = (reply.json() as { errors?: object }).errors
      expect([reply.statusCode, errors], `${route.path} ${place}`).toEqual([
        422,
        { cursor: [expect.any(String)] },
      ])
    }
})
