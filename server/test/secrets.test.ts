import {
  createApiKey,
  createApiSource,
  createPushKey,
  createWebhook,
  endVisitorSession,
  eraseContact,
  forgotPassword,
  renewIdentitySecret,
  saveScenarioSecret,
  sendMessage,
  sendVisitorMessage,
  signIn,
  signOut,
  startTwoFactor,
  updateIdentitySettings,
  updateSingleSignOn,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { bodyOf } from './route-bodies.ts'
import { testServer } from './server.ts'
import { upload } from './upload.ts'

/* Where secrets may not be: in replies, events, logs and tables; and what a session that has ended may not open. */

let logged = ''
const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) })
const server = await testServer({}, { log })
afterAll(() => server[Symbol.asyncDispose]())
const notified: unknown[] = []
server.realtime.listenTo((...event) => void notified.push(event))
const created = await server.seed.conversation()
const { browser, integration_id, conversation_id, visitor, email, password } = created
const here = { conversation_id, contact_id: visitor.contact_id }
const ids: Record<string, string> = { integration_id, ...here }
const fill = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())

/** A secret of each kind that a workspace has for programs and providers. Their ids go to `ids`. */
async function connect() {
  const key = { integration_id }
  const api_key = await browser.call(createApiKey, { ...key, name: 'Shop', scopes: ['conversations:write'] })
  const hook = { ...key, url: 'https://shop.example/hook' }
  const webhook = await browser.call(createWebhook, { ...hook, events: ['message.created'] })
  const source = await browser.call(createApiSource, { ...key, id: crypto.randomUUID(), name: 'Help' })
  const push = await browser.call(createPushKey, { ...key, source_id: source.id })
  const values = { client_secret: 'client-secret-0123456789', scenario: 'scenario-secret-0123456789' }
  await browser.call(updateSingleSignOn, {
    ...key,
    issuer: 'https://login.example.com',
    client_id: 'shop',
    client_secret: values.client_secret,
  })
  const origin = 'https://api.example.com'
  await browser.call(saveScenarioSecret, { ...key, secret_name: 'shop', origin, value: values.scenario })
  Object.assign(ids, {
    api_key_id: api_key.id,
    webhook_id: webhook.id,
    source_id: source.id,
    secret_name: 'shop',
  })
  return {
    'API key': api_key.key,
    'secret of a webhook': webhook.secret,
    'push key': push.key,
    'secret of single sign-on': values.client_secret,
    'secret of scenarios': values.scenario,
  }
}

/** Of every route of the workspace and of visitors that changes something and deletes nothing. */
async function repliesToWrites() {
  let replies = ''
  let accepted = 0
  for (const { route, guard } of server.mounted) {
    const isOfVisitor = guard === 'visitor'
    const isOfWorkspace = route.path.includes(':integration_id')
    const isEnd = route.method === 'DELETE' || route === endVisitorSession || route === eraseContact
    if (route.method === 'GET' || isEnd || !(isOfVisitor || isOfWorkspace)) continue
    const who = isOfVisitor ? visitor.browser : browser
    const reply = await who.request(route.method, fill(route.path), bodyOf[route.path]?.(here) ?? {})
    replies += reply.body
    if (reply.statusCode === 200) accepted++
  }
  expect(accepted).toBeGreaterThan(60)
  return replies
}

test('SEC-16 no secret is in a response, an event, a log or a table', async () => {
  const identity = await browser.call(renewIdentitySecret, { integration_id })
  await browser.call(updateIdentitySettings, { integration_id, mode: 'optional' })
  const factor = await browser.call(startTwoFactor, { password })
  await browser.request('PUT', '/api/integration/user-invite', { email: 'guest@example.com' })
  await server.browser().call(forgotPassword, { email })
  await expect(server.browser().call(signIn, { email, password: 'wrong horse battery' })).rejects.toThrow()
  const reset = await server.eventually(async () => {
    const mails = (await server.mailbox.list()).filter(({ to }) => to === email)
    return mails.map(({ text }) => /password\S*token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
  })
  const secrets: Record<string, string | undefined> = {
    password,
    session: browser.cookies.get('sid'),
    'token of a visitor': visitor.browser.headers.authorization?.slice('Bearer '.length),
    'identity secret': identity.secret ?? undefined,
    'second factor': factor.secret,
    'link of a reset': reset,
    'link of an invitation': await server.tokenFor('guest@example.com'),
    'realtime secret': server.ctx.secrets.realtime.secret,
    ...(await connect()),
  }
  for (const [name, secret] of Object.entries(secrets)) expect(secret?.length, name).toBeGreaterThan(10)

  const words = { id: crypto.randomUUID(), body: 'Hello', locale: 'en' } as const
  await visitor.browser.call(sendVisitorMessage, { conversation_id, ...words })
  await browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Hi' })
  let replies = ''
  for (const { route, guard } of server.mounted.filter(({ route: { method } }) => method === 'GET')) {
    const who = guard.startsWith('visitor') ? visitor.browser : browser
    replies += (await who.request('GET', fill(route.path))).body
  }
  replies += (
    await server.browser().request('GET', `/en/auth/verify-email?token=${secrets['link of a reset']}`)
  ).body
  const dump = async (schema: string) => {
    const query = <T>(text: string) =>
      sql<T>`${sql.raw(text)}`.execute(server.ctx.db as Parameters<ReturnType<typeof sql>['execute']>[0])
    const { rows } = await query<{ table_name: string }>(
      `select table_name from information_schema.tables where table_schema = '${schema}' and table_type = 'BASE TABLE'`,
    )
    const tables = await Promise.all(
      rows.map(({ table_name }) => query(`select to_jsonb(t) from ${schema}."${table_name}" t`)),
    )
    return JSON.stringify(tables.map((table) => table.rows))
  }
  const places = {
    replies,
    'replies to writes': await repliesToWrites(),
    events: JSON.stringify(notified),
    logged,
    tables: (await dump('public')) + (await dump('pgboss')),
  }
  expect(places.events).toContain('Hello')
  expect(places.tables).toContain(email)
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret = ''] of Object.entries(secrets)) {
      expect(text.includes(secret), `${name} in ${place}`).toBe(false)
      expect(text.includes(Buffer.from(secret).toString('hex')), `${name} as bytes in ${place}`).toBe(false)
    }
    if (place === 'tables') continue // they hold hashes
    for (const word of ['argon2', 'password_hash', 'token_hash', '    at '])
      expect(text.includes(word), `${word} in ${place}`).toBe(false)
  }
})

test('401 SEC-02 the cookie of a signed-out session opens no route, channel or file', async () => {
  const file_id = await upload(browser, `/api/integration/${integration_id}/file`, 'private', 'private.txt')
  const file = `/api/integration/${integration_id}/file/${file_id}`
  const session = browser.cookies.get('sid') ?? ''
  expect((await browser.request('GET', file)).statusCode).toBe(200)
  await browser.call(signOut, {})
  browser.cookies.set('sid', session)
  for (const { route, guard, credential } of server.mounted) {
    if (credential !== 'cookie' || guard === 'public') continue
    const body = route.method === 'GET' ? undefined : (bodyOf[route.path]?.(here) ?? {})
    const { statusCode } = await browser.request(route.method, fill(route.path), body)
    expect(statusCode, `${route.method} ${route.path}`).toBe(401)
  }
  const channel = { socket_id: '1.1', channel_name: `presence-integration.${integration_id}` }
  expect((await browser.request('POST', '/api/broadcasting/auth', channel)).statusCode).toBe(401)
  expect((await browser.request('GET', file)).statusCode).toBe(401)
})
