import { afterAll, expect, test } from 'vitest'
import type { Browser } from './server.ts'
import { inIntegration, label, mountedRoutes } from './mounted-routes.ts'

const { server, a, send } = await mountedRoutes()
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse battery'

test('SEC-13 no write sets fields that the caller can’t set: ids, keys, roles, authors, numbers, times', async () => {
  const { browser, integration_id, conversation_id, visitor, user } = await server.seed.conversation()
  const id = crypto.randomUUID()
  const theirs = {
    id,
    integration_id: a.integration_id,
    public_key: 'pk_mine',
    role: 'viewer',
    created_at: '2020-01-01T00:00:00.000Z',
    onboarded_at: '2020-01-01T00:00:00.000Z',
    user_id: a.user.id,
    contact_id: a.visitor.contact_id,
    plan: 'business',
    author: 'assistant',
    author_id: a.user.id,
    kind: 'note',
    seq: 99,
    prev: 98,
    citations: [{ number: 1 }],
    seen_seq: 99,
    first_seen_at: '2020-01-01T00:00:00.000Z',
    is_online: false,
  }
  const put = async (who: Browser, method: string, url: string, body: object) =>
    (await who.request(method, url, { ...theirs, ...body })).json().data
  const own = await put(browser, 'PUT', '/api/integration', { name: 'New', url: 'https://x.example' })
  expect(own).toMatchObject({ role: 'owner', onboarded_at: null })
  expect([own.id, own.public_key, own.created_at]).not.toEqual(
    expect.arrayContaining([expect.stringMatching(`${id}|pk_mine|^2020`)]),
  )
  const before = (await browser.request('GET', `/api/integration/${integration_id}`)).json().data
  const renamed = await put(browser, 'PUT', `/api/integration/${integration_id}`, { name: 'Renamed' })
  expect(renamed).toEqual({ ...before, name: 'Renamed' })

  const contact = `/api/integration/${integration_id}/contact/${visitor.contact_id}`
  const existing = (await browser.request('GET', contact)).json().data
  const named = await put(browser, 'PUT', contact, { name: 'Jana' })
  expect({ ...named, last_seen_at: '' }).toEqual({ ...existing, name: 'Jana', last_seen_at: '' })

  const message = { id: crypto.randomUUID(), body: 'Hi', locale: 'en' }
  const sent = await put(
    visitor.browser,
    'POST',
    `/api/visitor/conversation/${conversation_id}/message`,
    message,
  )
  expect(sent).toMatchObject({ id: message.id, author: 'contact', kind: 'text', citations: [] })
  const reply = await put(
    browser,
    'POST',
    `/api/integration/${integration_id}/conversation/${conversation_id}/message`,
    { id: crypto.randomUUID(), body: 'Hello', kind: 'text' },
  )
  expect(reply).toMatchObject({ author: 'member', author_id: user.id, kind: 'text', citations: [] })
  for (const { seq, prev } of [sent, reply]) expect([seq < 90, prev < seq]).toEqual([true, true])
})

test('SEC-14 422: unusual values in every field of every public form are rejected, never a 500', async () => {
  const malformed = [
    "'; select pg_sleep(2); --",
    { $ne: 1 },
    ['a'],
    { __proto__: { x: 1 } },
    'a\0b',
    '\ud800',
    1e308,
    null,
    true,
  ]
  const forms = {
    '/api/auth/sign-up': ['name', 'email', 'password'],
    '/api/auth/sign-in': ['email', 'password'],
    '/api/auth/verify-email': ['token'],
    '/api/auth/password/reset': ['token', 'password'],
  }
  for (const [url, fields] of Object.entries(forms)) {
    for (const field of fields) {
      for (const value of malformed) {
        const body = {
          name: 'X',
          email: `o-${crypto.randomUUID()}@example.com`,
          password,
          token: 'x',
          [field]: value,
        }
        const reply = await server.browser().request('POST', url, body)
        const label = `${url} ${field} ${JSON.stringify(value)}`
        expect([200, 422], label).toContain(reply.statusCode)
        const isUnstorable = value === 'a\0b' || value === '\ud800'
        const named = isUnstorable ? Object.keys(reply.json().errors) : [field]
        expect(named, label).toEqual([field])
      }
    }
  }
})

test('S3.01 every path of a workspace accepts its id and its public key, and responds with data', async () => {
  const { id, public_key } = a.integration
  const read = server.mounted.filter((mounted) => inIntegration(mounted) && mounted.route.method === 'GET')
  expect(read.length).toBeGreaterThan(5)
  for (const mounted of read) {
    const by = async (integration_id: string) => {
      const reply = await send(a.browser, mounted.route, { ...a.ids, integration_id })
      return { status: reply.statusCode, body: reply.json() }
    }
    const byId = await by(id)
    expect(await by(public_key), label(mounted)).toEqual(byId)
    const isRejected = byId.status === 404 || byId.status === 422
    expect('data' in byId.body, `${label(mounted)} ${byId.status}`).toBe(!isRejected)
  }
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(public_key).toMatch(/^pk_\w{8,}$/)
  const { data } = (await a.browser.request('GET', '/api/user')).json()
  // The whole workspace, the same in each place.
  expect(data.active_integration).toEqual(
    (await a.browser.request('GET', `/api/integration/${id}`)).json().data,
  )
  expect(data.integrations).toEqual([data.active_integration])
  const nobody = await server.seed.user()
  expect((await nobody.browser.request('GET', '/api/user')).json().data.active_integration).toBeNull()
})

test('S2.24 404: an unknown call names its path with the specified message in every language', async () => {
  const reply = await server.browser().request('GET', '/api/nothing/here?x=1')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ code: 'page_not_found', message: 'Page not found: /api/nothing/here' })
  const slovak = await server.browser().request('GET', '/api/nothing', undefined, { 'accept-language': 'sk' })
  expect(slovak.json()).toMatchObject({ message: 'Page not found: /api/nothing' })
})

test('405: a method that a known path doesn’t have is rejected with the methods that it has, in the reader’s language', async () => {
  const { browser } = await server.seed.integration()
  const answer = async (method: string, url: string, language = 'en') => {
    const reply = await browser.request(method, url, undefined, { 'accept-language': language })
    return [reply.statusCode, reply.headers['allow'], reply.json()]
  }
  const code = 'method_not_allowed'
  const english = { code, message: 'This address doesn’t support this HTTP method.' }
  expect(await answer('PUT', '/api/integrations')).toEqual([405, 'GET, HEAD', english])
  expect(await answer('GET', '/api/auth/sign-in?x=1', 'sk')).toEqual([
    405,
    'POST',
    { code, message: 'Táto adresa nepodporuje túto metódu HTTP.' },
  ])
  // Paths that the route of an id matches as well.
  const sources = `/api/integration/${a.integration_id}/data-source`
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
    expect(await answer(method, `${sources}/text/`), method).toEqual([405, 'POST', english])
  for (const method of ['POST', 'PATCH'])
    expect(await answer(method, `${sources}/${crypto.randomUUID()}`), method).toEqual([
      405,
      'DELETE, GET, HEAD, PUT',
      english,
    ])
  expect(await answer('GET', `${sources}/${crypto.randomUUID()}`)).toMatchObject([404, undefined, {}])
  for (const method of ['HEAD', 'OPTIONS'])
    expect((await browser.request(method, '/api/auth/sign-in')).statusCode, method).toBe(404)
  expect((await browser.request('HEAD', '/api/integrations')).statusCode).toBe(200)
})

test('405: every path of the server names its methods', async () => {
  const paths = new Map<string, string[]>()
  for (const { method, url } of server.served) {
    const path = url.replace(/:\w+/g, ':id')
    paths.set(path, [...(paths.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }
  expect(paths.size).toBeGreaterThan(200)
  for (const [path, methods] of paths) {
    const address = path.replaceAll(':id', crypto.randomUUID()).replace('*', 'x')
    const reply = await server.browser().request('PATCH', address)
    expect([path, reply.statusCode, reply.headers['allow']]).toEqual([path, 405, methods.sort().join(', ')])
  }
})
