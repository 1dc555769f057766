import { contactDataPath, getConversation, importErrorsPath, day_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import type { MountedRoute } from '#platform/http/mount.ts'
import type { Browser } from './server.ts'
import { label, mountedRoutes } from './mounted-routes.ts'

const { server, a, send } = await mountedRoutes()
afterAll(() => server[Symbol.asyncDispose]())

const isPublic = ({ guard }: MountedRoute) => guard === 'public'

test('SEC-12 401: without a session or token only the listed public routes respond', async () => {
  const open = [
    '/api/auth/sign-up',
    '/api/auth/sign-in',
    '/api/auth/verify-email',
    '/api/auth/email/undo',
    '/api/auth/passkey',
    '/api/auth/passkey/start',
    '/api/auth/password/forgot',
    '/api/auth/password/reset',
    '/api/auth/password/reset/show',
    '/api/auth/single-sign-on',
    '/api/auth/single-sign-on/find',
    '/api/auth/single-sign-on/finish',
    '/api/auth/single-sign-on/link',
    '/api/invitation/show',
    '/api/contact-mails/stop',
    '/api/notification-mails/stop',
    '/api/report-emails/stop',
    '/api/reply-link/message',
    '/api/reply-link/open',
    '/api/visitor/session',
  ]
  expect(
    server.mounted
      .filter(isPublic)
      .map(({ route }) => route.path)
      .sort(),
  ).toEqual(open.sort())
  for (const mounted of server.mounted.filter((each) => !isPublic(each))) {
    const reply = await send(server.browser(), mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(401)
  }
})

test('SEC-12 a route without a policy prevents the start', () => {
  expect(() => server.app.get('/unguarded', async () => 'x')).toThrow()
})

/** Routes outside the contract that don’t ask for a session, with their status without one. */
const openRoutes = [
  'GET /_image/:modifiers/* 422',
  'GET /api/_icons/:file 404',
  'GET /api/avatar/:avatar_id 404',
  'GET /api/csrf-token 204',
  'GET /api/integration/:integration_id/logo/:logo_id 404',
  'GET /api/integration/:integration_id/scenario-image/:image_id 404',
  'GET /api/openapi.json 200',
  'GET /api/scenario-file.schema.json 200',
  'GET /health/live 200',
  'GET /health/ready 200',
  'GET /snapshot/:snapshot_id 404',
  'GET /widget/:public_key/scenario/:file 404',
  // The link carries a token.
  'POST /api/contact-mails/one-click 422',
  'POST /api/notification-mails/one-click 422',
  'POST /api/report-emails/one-click 422',
  // Redirects to the settings, which need a session.
  'GET /api/hubspot/callback 302',
  // Only for this machine.
  'GET /dev/mail 200',
  'GET /dev/mail.json 200',
  'GET /metrics 200',
  // Not set up here; their requests are signed.
  'GET /apps/* 404',
  'GET /apps/:app_id/webhooks 404',
  'GET /apps/:app_id/webhooks/replay 404',
  'POST /api/hubspot/webhook 404',
  'POST /api/stripe/webhook 404',
  'POST /apps/* 404',
  'POST /apps/:app_id/webhooks 404',
  'POST /apps/:app_id/webhooks/replay 404',
]

test('SEC-12 401: routes outside the contract need a session, too, except for the listed ones', async () => {
  const isMounted = ({ method, url }: (typeof server.served)[number]) =>
    server.mounted.some(({ route }) => route.method === method && route.path === url)
  const others = server.served.filter((each) => !isMounted(each))
  const open: string[] = []
  for (const { method, url } of others) {
    const reply = await server.browser().request(
      method,
      url.replace(/:(\w+)/g, () => crypto.randomUUID()),
    )
    if (reply.statusCode !== 401) open.push(`${method} ${url} ${reply.statusCode}`)
  }
  expect(open.sort()).toEqual(openRoutes.toSorted())
})

test('S7.01 SEC-04 409: an unverified user can only use the operations for their email address', async () => {
  const { browser } = await server.seed.user({ is_verified: false })
  const free = ['/api/user', '/api/auth/sign-out', '/api/auth/verify-email/resend', '/api/auth/email']
  for (const mounted of server.mounted.filter(
    ({ guard }) => guard.startsWith('member') || guard === 'verified',
  )) {
    const reply = await send(browser, mounted.route, a.ids)
    expect(reply.statusCode, label(mounted)).toBe(409)
  }
  expect(
    server.mounted
      .filter(({ guard }) => guard === 'signed-in')
      .map(({ route }) => route.path)
      .sort(),
  ).toEqual(free.sort())
})

const imported = await server.ctx.transaction((tx) =>
  tx
    .insertInto('contact_import')
    .values({
      integration_id: a.integration_id,
      file_name: 'people.csv',
      encoding: 'utf-8',
      delimiter: ',',
      header: '["email"]',
      by_id: a.user.id,
      by_name: a.user.name,
      rows_total: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
/** Routes outside the contract, each with its own check. */
const endpoints = [
  ['POST', '/api/broadcasting/auth'],
  ['POST', '/broadcasting/user-auth'],
  ['GET', `/api/integration/${a.integration_id}/contact-export`],
  ['GET', contactDataPath(a.integration_id, a.visitor.contact_id)],
  ['GET', importErrorsPath(a.integration_id, imported.id)],
  ['GET', `/api/integration/${a.integration_id}/audit-log-export`],
  ['GET', `/api/integration/${a.integration_id}/report-export?by=tag&days=7`],
] as const
const request = (who: Browser, [method, url]: (typeof endpoints)[number]) =>
  who.request(
    method,
    url,
    method === 'GET'
      ? undefined
      : { socket_id: '1.1', channel_name: `presence-integration.${a.integration_id}` },
  )

test('SEC-04 all other routes have the same guards: unverified 409, expired or no session 401, no member 403 or 404', async () => {
  const unverified = await server.seed.user({ is_verified: false })
  const otherUser = await server.seed.user()
  const person = await server.seed.member(a.integration_id, 'admin')
  for (const endpoint of endpoints) {
    expect((await request(person.browser, endpoint)).statusCode, endpoint[1]).toBe(200)
    expect((await request(unverified.browser, endpoint)).statusCode, endpoint[1]).toBe(409)
    expect((await request(server.browser(), endpoint)).statusCode, endpoint[1]).toBe(401)
    const isAboutWorkspace = !endpoint[1].includes('user-auth')
    const asStranger = (await request(otherUser.browser, endpoint)).statusCode
    expect(isAboutWorkspace ? [403, 404] : [200], endpoint[1]).toContain(asStranger)
  }
  await server.later(31 * day_ms, async () => {
    for (const endpoint of endpoints)
      expect((await request(person.browser, endpoint)).statusCode, endpoint[1]).toBe(401)
    expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(401)
  })
})

test('SEC-17 419 comes after 401 and before all other checks', async () => {
  for (const mounted of server.mounted.filter(
    ({ credential, route }) => credential === 'cookie' && route.method !== 'GET',
  )) {
    const reply = await send(a.browser, mounted.route, a.ids, { 'x-xsrf-token': 'forged' })
    expect(reply.statusCode, label(mounted)).toBe(419)
  }
})

test('SEC-05 a removed member loses access immediately', async () => {
  const person = await server.seed.member(a.integration_id, 'agent')
  expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(200)
  await server.ctx.transaction((tx) =>
    tx.deleteFrom('member').where('user_id', '=', person.user.id).execute(),
  )
  expect((await send(person.browser, getConversation, a.ids)).statusCode).toBe(404)
  for (const endpoint of endpoints.filter(([, url]) => !url.includes('user-auth'))) {
    expect([403, 404], endpoint[1]).toContain((await request(person.browser, endpoint)).statusCode)
  }
})
