import { tmpdir } from 'node:os'
import {
  createIntegration,
  openVisitorSession,
  sendVisitorMessage,
  listVisitorConversations,
  endVisitorSession,
  updateClientSettings,
  updateIntegration,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const frames = { en: '<!doctype html><title>Chat</title>', sk: '<!doctype html><title>Chat</title>' }
const widget = { loader_dir: tmpdir(), panel_dir: tmpdir(), frames }
const server = await testServer({}, { widget })
const production = await testServer(
  { NODE_ENV: 'production', APP_URL: 'https://chat.example', SMTP_URL: 'smtp://127.0.0.1:1' },
  { widget },
)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await production[Symbol.asyncDispose]()
})
/** Sources that can frame the panel of a workspace with this website, in production. */
async function framing(url: string, hosts: string[] = [], search = '') {
  const { rows } = await production.database.pool.query<{ public_key: string }>(
    'insert into integration (name, url, hosts, public_key) values ($1, $2, $3, $4) returning public_key',
    ['Shop', url, hosts, `pk_${crypto.randomUUID().replaceAll('-', '')}`],
  )
  const public_key = rows[0]?.public_key ?? ''
  const reply = await production.app.inject(`/widget/frame/${public_key}${search}`)
  const policy = String(reply.headers['content-security-policy'])
  const visit = (host_origin: string) =>
    production
      .browser()
      .call(openVisitorSession, { public_key, host_origin, locale: 'en' })
      .then(
        () => 'opened',
        (problem: { code?: string }) => problem.code,
      )
  return { sources: /frame-ancestors (.*)$/.exec(policy)?.[1]?.split(' '), visit }
}
const open = (public_key: string, host_origin: string, more = {}) =>
  server.browser().call(openVisitorSession, { public_key, host_origin, locale: 'en', ...more })

test('a visit starts without a cookie; its token is returned once and resumes it', async () => {
  const { integration } = await server.seed.integration()
  const visitor = server.browser()
  const input = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
  }
  const first = await visitor.call(openVisitorSession, input)
  expect(first.token).toMatch(/^[\w-]{43}$/)
  visitor.headers.authorization = `Bearer ${first.token}`
  const conversation_id = crypto.randomUUID()
  await visitor.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Hi',
    locale: 'en',
  })
  const again = await visitor.call(openVisitorSession, input)
  expect(again).toMatchObject({
    token: null,
    contact: { id: first.contact.id },
    conversations: [{ id: conversation_id }],
  })
})

test('SEC-19 403: a page outside the workspace’s domains gets no token', async () => {
  const { integration } = await server.seed.integration({ url: 'https://shop.example' })
  for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'null', '']) {
    await expect(open(integration.public_key, origin), origin).rejects.toMatchObject({
      code: 'domain_not_allowed',
    })
  }
  for (const origin of ['https://shop.example', 'https://www.shop.example', 'http://localhost:3000']) {
    await open(integration.public_key, origin)
  }
})

test('SEC-30 only our own pages can frame the chat of a scenario’s test, which reports what is typed', async () => {
  const { sources } = await framing('https://shop.example', [], '?preview=simulation')
  expect(sources).toEqual(["'self'"])
})

test('SEC-30 403: in production only https pages can frame the panel', async () => {
  const { sources, visit } = await framing('http://shop.example/start', ['shop.example.net:8443'])
  expect(sources).toEqual([
    "'self'",
    'https://chat.example',
    'https://shop.example',
    'https://*.shop.example',
    'https://shop.example.net:8443',
  ])
  for (const origin of ['https://shop.example', 'https://a.shop.example', 'https://shop.example.net:8443'])
    expect(await visit(origin), origin).toBe('opened')
  for (const origin of ['http://shop.example', 'http://shop.example.net:8443', 'http://localhost:3000'])
    expect(await visit(origin), origin).toBe('domain_not_allowed')
})

test.each([
  ['https://com', ['https://com'], 'https://evil.com'],
  ['https://www.com', ['https://www.com', 'https://*.www.com'], 'https://evil.com'],
  ['https://co.uk', ['https://co.uk'], 'https://evil.co.uk'],
  ['https://github.io', ['https://github.io'], 'https://evil.github.io'],
  ['https://ann.github.io', ['https://ann.github.io', 'https://*.ann.github.io'], 'https://evil.github.io'],
  ['https://intranet', ['https://intranet'], 'https://evil.intranet'],
  ['https://203.0.113.7', ['https://203.0.113.7:*'], 'https://evil.203.0.113.7.example'],
])(
  'SEC-30 403: a workspace at %s doesn’t own other names of the public suffix',
  async (url, own, foreign) => {
    const { sources, visit } = await framing(url)
    expect(sources).toEqual(["'self'", 'https://chat.example', ...own])
    expect(await visit(foreign)).toBe('domain_not_allowed')
    expect(await visit(url)).toBe('opened')
  },
)

test('422 a public suffix isn’t accepted as a website or a domain of a workspace', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const invalid = (field: string) => ({
    code: 'invalid_input',
    errors: { [field]: [expect.stringMatching(/domain/)] },
  })
  for (const url of ['https://com', 'https://CO.UK/shop', 'https://github.io', 'https://sk.', 'https://рф']) {
    const integration = browser.call(createIntegration, { name: 'All of it', url })
    await expect(integration, url).rejects.toMatchObject(invalid('url'))
    const changed = browser.call(updateIntegration, { integration_id, url })
    await expect(changed, url).rejects.toMatchObject(invalid('url'))
  }
  for (const hosts of [
    ['shop.example', 'com'],
    ['a.example', 'vercel.app:8443'],
  ]) {
    const changed = browser.call(updateIntegration, { integration_id, hosts })
    await expect(changed).rejects.toMatchObject(invalid('hosts.1'))
    const settings = browser.call(updateClientSettings, { integration_id, hosts })
    await expect(settings).rejects.toMatchObject(invalid('hosts.1'))
  }
  await browser.call(updateIntegration, {
    integration_id,
    url: 'https://ann.github.io',
    hosts: ['localhost:3000'],
  })
})

test('404: an unknown key', async () => {
  await expect(open('pk_aaaaaaaaaaaaaaaaaaaa', 'https://shop.example')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('SEC-10 a token of one workspace starts a new visit in another', async () => {
  const a = await server.seed.conversation()
  const b = await server.seed.integration()
  const there = await a.visitor.browser.call(openVisitorSession, {
    public_key: b.integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
  })
  expect(there.conversations).toEqual([])
  expect(there.contact.id).not.toBe(a.visitor.contact_id)
})

test('SEC-26 entering an address shows no other visitor’s conversations', async () => {
  const { integration } = await server.seed.conversation()
  const other = await server.seed.visitor(integration.public_key)
  await other.browser.request('PUT', '/api/visitor/contact', { email: 'eva@example.com', name: 'Eva' })
  expect(await other.browser.call(listVisitorConversations, {})).toEqual([])
})

test('SEC-28 an ended visit has no access', async () => {
  const { visitor } = await server.seed.conversation()
  await visitor.browser.call(endVisitorSession, {})
  await expect(visitor.browser.call(listVisitorConversations, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a visitor’s requests need no CSRF token, and cookies are ignored', async () => {
  const { visitor, browser } = await server.seed.conversation()
  const reply = await browser.request('GET', '/api/visitor/conversation')
  expect(reply.statusCode).toBe(401)
  const bare = await server.app.inject({
    method: 'PUT',
    url: '/api/visitor/contact',
    headers: { authorization: visitor.browser.headers.authorization ?? '' },
    payload: { name: 'Eva' },
  })
  expect(bare.statusCode).toBe(200)
})

test('conversations of the preview page are marked as tests', async () => {
  const { integration, browser, integration_id } = await server.seed.integration()
  const session = await open(integration.public_key, server.config.app_url, { is_preview: true })
  const visitor = server.browser()
  visitor.headers.authorization = `Bearer ${session.token}`
  await visitor.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Hi',
    locale: 'en',
  })
  const reply = await browser.request('GET', `/api/integration/${integration_id}/conversation?view=automated`)
  expect(reply.json().data.items).toMatchObject([{ is_test: true }])
})
