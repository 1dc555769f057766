// @vitest-environment jsdom
import { createIntegration, deleteIntegration, getUser, signOut, updateIntegration } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserSend } from './browser.ts'
import { csrfRefresh_ms } from './csrf.ts'
import { createWire } from './index.ts'

interface Asked {
  method: string
  url: string
  credentials: string | undefined
  keepalive: boolean | undefined
  headers: Record<string, string>
  body: unknown
}
const requests: Asked[] = []
let now = 0
let issued = 0
const paths = () => requests.map(({ method, url }) => `${method} ${url}`)
const forget = (name: string) => {
  document.cookie = `${name}=; path=/; max-age=0`
}
const send = createBrowserSend({ now: () => now, locale: () => 'sk', integrationId: () => 'shown-1' })
const { call } = createWire({ listen: () => () => {}, send })
const integration_id = 'pk_shop'
const replies: Record<string, () => Response> = {
  /** As the server does it: 204, and a token in a cookie. */
  '/api/csrf-token': () => {
    document.cookie = `XSRF-TOKEN=token%2F${++issued}; path=/`
    return new Response(null, { status: 204 })
  },
}

beforeEach(() => {
  requests.length = issued = 0
  now = Date.UTC(2026, 10, 21)
  for (const pair of document.cookie.split('; ')) forget(pair.split('=')[0] ?? '')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    requests.push({
      method: init.method ?? 'GET',
      url,
      credentials: init.credentials,
      keepalive: init.keepalive,
      headers: init.headers as Record<string, string>, // the wire writes plain objects
      body: init.body,
    })
    return replies[url]?.() ?? Response.json({ data: {} })
  })
})

test('S7.00 every call sends credentials, Accept, and the page’s language and workspace', async () => {
  await call(getUser, {})
  await call(createIntegration, { name: 'Shop', url: 'https://shop.example' })
  expect(paths()).toEqual(['GET /api/user', 'GET /api/csrf-token', 'PUT /api/integration'])
  for (const { credentials, headers } of requests) {
    expect([credentials, headers['accept']]).toEqual(['same-origin', 'application/json'])
  }
  expect(requests[2]?.headers).toMatchObject({ 'accept-language': 'sk', 'x-integration-id': 'shown-1' })
})
test('a call that outlives its page is marked `keepalive`', async () => {
  await call(updateIntegration, { integration_id, name: 'Shop' }, { keepalive: true })
  expect(requests.map(({ keepalive }) => keepalive)).toEqual([undefined, true])
})
test('S7.00 post, put, patch and delete send the decoded token of the XSRF-TOKEN cookie; get doesn’t', async () => {
  document.cookie = 'XSRF-TOKEN=a%2Bb%3D; path=/'
  document.cookie = `ozvi_csrf_refreshed_at=${now}; path=/`
  await call(getUser, {})
  await call(signOut, {})
  await call(updateIntegration, { integration_id, name: 'Shop' })
  await call(deleteIntegration, { integration_id })
  // No route of the contract uses PATCH.
  await send('PATCH', '/api/anything', { name: 'Shop' })
  expect(requests.map(({ method, headers }) => [method, headers['x-xsrf-token']])).toEqual([
    ['GET', undefined],
    ['POST', 'a+b='],
    ['PUT', 'a+b='],
    ['DELETE', 'a+b='],
    ['PATCH', 'a+b='],
  ])
})
test('S4.08 a state-changing call fetches the token if there is none, and later ones use it', async () => {
  await call(signOut, {})
  await call(signOut, {})
  expect(paths()).toEqual(['GET /api/csrf-token', 'POST /api/auth/sign-out', 'POST /api/auth/sign-out'])
  expect(requests.at(-1)?.headers['x-xsrf-token']).toBe('token/1')
  forget('XSRF-TOKEN')
  await call(signOut, {})
  expect(requests.at(-1)?.headers['x-xsrf-token']).toBe('token/2')
})
test('S9.05 S4.08 a state-changing call refreshes the token if it is older than 15 minutes', async () => {
  expect(csrfRefresh_ms).toBe(15 * 60 * 1000)
  await call(signOut, {})
  now += csrfRefresh_ms
  await call(signOut, {})
  expect(issued).toBe(1)
  now += 1
  await call(getUser, {})
  expect(issued).toBe(1)
  await call(signOut, {})
  expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([2, 'token/2'])
})
test('S4.08 a failed refresh is repeated before the next state-changing call', async () => {
  await call(signOut, {})
  now += csrfRefresh_ms + 1
  const refresh = vi.spyOn(replies, '/api/csrf-token')
  refresh.mockImplementationOnce(() => Response.json({}, { status: 503 }))
  await call(signOut, {})
  expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([1, 'token/1'])
  await call(signOut, {})
  expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([2, 'token/2'])
})
test('S4.08 the token is refreshed if the time of its last refresh is unreadable', async () => {
  await call(signOut, {})
  document.cookie = 'ozvi_csrf_refreshed_at=yesterday; path=/'
  await call(signOut, {})
  expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([2, 'token/2'])
})
test('REL-26 the token is refreshed after the clock was set back', async () => {
  await call(signOut, {})
  now -= 24 * 60 * 60 * 1000
  await call(signOut, {})
  expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([2, 'token/2'])
})
test.each([401, 419])(
  '%i S4.08 a token of an ended session is replaced before the next request',
  async (status) => {
    await call(signOut, {})
    replies['/api/auth/sign-out'] = () => Response.json({}, { status })
    await call(signOut, {}).catch(() => undefined)
    delete replies['/api/auth/sign-out']
    expect(issued).toBe(1)
    await call(signOut, {})
    expect([issued, requests.at(-1)?.headers['x-xsrf-token']]).toEqual([2, 'token/2'])
  },
)
test('S4.08 concurrent calls fetch one token', async () => {
  await Promise.all([call(signOut, {}), call(signOut, {}), call(signOut, {})])
  expect(issued).toBe(1)
  expect(requests.filter(({ headers }) => headers['x-xsrf-token'] === 'token/1').length).toBe(3)
})
test('S9.05 the time of the last token fetch is stored for 7200 s, across reloads', async () => {
  const set = vi.spyOn(document, 'cookie', 'set')
  await call(signOut, {})
  expect(set.mock.calls.map(([line]) => line)).toContain(
    `ozvi_csrf_refreshed_at=${now}; path=/; max-age=7200; samesite=lax`,
  )
  set.mockRestore()
  // Another page of the same browser.
  const again = createBrowserSend({ now: () => now + csrfRefresh_ms })
  await again('POST', '/api/auth/sign-out', undefined)
  expect(issued).toBe(1)
})
