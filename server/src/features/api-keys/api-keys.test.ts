import {
  apiOperations,
  assignConversation,
  roleHas,
  createApiKey,
  createContact,
  createTag,
  endScenarioRun,
  getContact,
  getConversation,
  getScenarioRun,
  listApiKeys,
  listAuditEntries,
  listMessages,
  listScenarios,
  listTags,
  listUsers,
  listVisitorMessages,
  publishScenario,
  type Right,
  revokeApiKey,
  type Route,
  saveScenario,
  sendMessage,
  setStatus,
  startConversation,
  startScenarioRun,
  updateContact,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { keyedIn } from './test/keyed.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const keyed = keyedIn(server)
const codeOf = (reply: { json(): { code?: string } }) => reply.json().code

test('S6.02 a key is shown once, stored as a hash, and works without cookies and CSRF tokens', async () => {
  const { browser, integration_id, key, program, conversation_id } = await keyed()
  expect(key.key).toMatch(/^ozvi_[\w-]{43}$/)
  expect(key.key.startsWith(key.prefix)).toBe(true)
  const stored = await server.ctx.db.selectFrom('api_key').selectAll().where('id', '=', key.id).execute()
  expect(JSON.stringify(stored)).not.toContain(key.key)
  expect(await browser.call(listApiKeys, { integration_id })).toMatchObject([
    { id: key.id, last_used_at: null, created_by_name: 'Eva Nováková' },
  ])
  const url = `/api/integration/${integration_id}/conversation/${conversation_id}/message`
  const reply = await server.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key.key}` },
    payload: { id: crypto.randomUUID(), body: 'Your parcel is on its way.' },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.cookies).toEqual([])
  expect(program.cookies.size).toBe(0)
  const [used] = await browser.call(listApiKeys, { integration_id })
  expect(used?.last_used_at).not.toBeNull()
})

test('actions of a program show its key’s name in the thread, the chat and the audit log', async () => {
  const { browser, integration_id, program, conversation_id, visitor, key } = await keyed()
  const at = { integration_id, conversation_id }
  await program.call(sendMessage, { ...at, id: crypto.randomUUID(), body: 'Your parcel is on its way.' })
  await program.call(setStatus, { ...at, status: 'resolved' })
  await program.call(createTag, { integration_id, name: 'Parcel' })
  const thread = await browser.call(listMessages, at)
  expect(thread.slice(-2).map(({ author, author_name }) => [author, author_name])).toEqual([
    ['member', 'Order bot'],
    ['member', 'Order bot'],
  ])
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.find(({ kind, author }) => kind === 'text' && author === 'member')?.author_name).toBe(
    'Order bot',
  )
  // A program isn't a member, so nothing is assigned to it.
  expect((await browser.call(getConversation, at)).assignee_id).toBeNull()
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.map(({ action, actor_name, actor_id }) => [action, actor_name, actor_id])).toContainEqual([
    'tag_created',
    'Order bot',
    key.id,
  ])
  expect(items.map(({ action }) => action)).toContain('api_key_created')
})

test('a program starts a published scenario in a conversation and ends it, in its own name', async () => {
  const { browser, integration_id, program, conversation_id } = await keyed()
  const scenario_id = crypto.randomUUID()
  const at = { integration_id, conversation_id }
  await browser.call(saveScenario, {
    integration_id,
    scenario_id,
    name: 'Feedback',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'ask',
      steps: [
        { id: 'ask', kind: 'question', text: { en: 'How did it go?' }, next: 'end' },
        { id: 'end', kind: 'end' },
      ],
    },
  })
  const start = () => program.call(startScenarioRun, { ...at, scenario_id })
  await expect(start()).rejects.toMatchObject({ errors: { scenario_id: [expect.any(String)] } })
  await browser.call(publishScenario, { integration_id, scenario_id })
  expect(await program.call(listScenarios, { integration_id })).toMatchObject([{ id: scenario_id }])
  expect(await start()).toMatchObject({ scenario_id, status: 'waiting', step_id: 'ask' })
  await program.call(endScenarioRun, at)
  expect(await program.call(getScenarioRun, at)).toMatchObject({ status: 'ended' })
  const thread = await browser.call(listMessages, at)
  expect(thread.map(({ body }) => body)).toContain('How did it go?')
  const events = thread.filter(({ details }) => details.event?.startsWith('scenario_'))
  expect(events.map(({ details, author_name }) => [details.event, author_name])).toEqual([
    ['scenario_started', 'Order bot'],
    ['scenario_ended', 'Order bot'],
  ])

  const other = await keyed()
  await expect(other.program.call(startScenarioRun, { ...at, scenario_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a contact is created once per id, and can be messaged', async () => {
  const { browser, integration, integration_id, program } = await keyed()
  const id = crypto.randomUUID()
  const given = { integration_id, id, name: 'Jana Malá', email: 'jana@example.com', external_id: 'c-1' }
  const contact = await program.call(createContact, given)
  expect(contact).toMatchObject({ id, name: 'Jana Malá', email: 'jana@example.com', external_id: 'c-1' })
  expect(await program.call(createContact, given)).toEqual(contact)
  await expect(program.call(createContact, { ...given, id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { external_id: [expect.any(String)] },
  })
  expect(await browser.call(getContact, { integration_id, contact_id: id })).toMatchObject({
    external_id: 'c-1',
  })
  // The public key names the workspace as well.
  const byKey = { integration_id: integration.public_key, contact_id: id }
  expect(await program.call(updateContact, { ...byKey, city: 'Bratislava' })).toMatchObject({
    id,
    city: 'Bratislava',
  })
  const second = { integration_id: integration.public_key, id: crypto.randomUUID(), name: 'Peter' }
  expect(await program.call(createContact, second)).toMatchObject({ name: 'Peter' })
  const conversation_id = crypto.randomUUID()
  await program.call(startConversation, { integration_id, contact_id: id, id: conversation_id })
  await program.call(sendMessage, {
    integration_id,
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Welcome',
  })
})

test('403 a scope allows its own operations; others need another scope or a member', async () => {
  const { program, integration_id, conversation_id, user } = await keyed(['conversations:read'])
  const at = { integration_id, conversation_id }
  await program.call(getConversation, at)
  await expect(
    program.call(sendMessage, { ...at, id: crypto.randomUUID(), body: 'x' }),
  ).rejects.toMatchObject({ code: 'scope_missing' })
  await expect(program.call(assignConversation, { ...at, assignee_id: user.id })).rejects.toMatchObject({
    code: 'scope_missing',
  })
  await expect(program.call(listApiKeys, { integration_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('SEC-10 API keys can call exactly the listed operations: none for accounts, sessions, billing, members, settings or keys', async () => {
  const { program, integration_id, conversation_id, visitor } = await keyed()
  const operations: Route[] = Object.values(apiOperations).flatMap((calls) => Object.values(calls))
  const listed = server.mounted.filter(({ route }) => operations.includes(route))
  expect(listed).toHaveLength(operations.length)
  for (const { route, guard } of listed)
    expect(roleHas('editor', guard.slice('member:'.length) as Right), route.path).toBe(true)
  const others = server.mounted.filter(
    // `none`: another token than a key's
    ({ route, credential }) => credential !== 'none' && !operations.includes(route),
  )
  for (const { route } of others) {
    const ids: Record<string, string> = { integration_id, conversation_id, contact_id: visitor.contact_id }
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID())
    const body = route.method === 'GET' ? undefined : {}
    const reply = await server.app.inject({
      method: route.method,
      url,
      headers: { authorization: program.headers.authorization ?? '' },
      ...(body ? { payload: body } : {}),
    })
    expect([401, 403, 419], `${route.method} ${route.path} ${reply.body}`).toContain(reply.statusCode)
  }
})

test('403 a HEAD request of a key needs the scope of the GET', async () => {
  for (const [scope, status] of [
    ['workspace:read', 200],
    ['reports:read', 403],
  ] as const) {
    const { integration_id, key } = await keyed([scope])
    const reply = await server.app.inject({
      method: 'HEAD',
      url: `/api/integration/${integration_id}/tag`,
      headers: { authorization: `Bearer ${key.key}` },
    })
    expect([reply.statusCode, reply.body]).toEqual([status, ''])
  }
})

test('404 SEC-10 another workspace’s id is a 404, also by its public key', async () => {
  const a = await keyed()
  const b = await keyed()
  for (const integration_id of [a.integration_id, a.integration.public_key]) {
    await expect(
      b.program.call(getConversation, { integration_id, conversation_id: a.conversation_id }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(b.program.call(createTag, { integration_id, name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  const inOwn = { integration_id: b.integration_id, conversation_id: a.conversation_id }
  await expect(b.program.call(getConversation, inOwn)).rejects.toMatchObject({ code: 'not_found' })
  const own = { integration_id: a.integration_id, api_key_id: b.key.id }
  await expect(a.browser.call(revokeApiKey, own)).rejects.toMatchObject({ code: 'not_found' })
  const users = await b.program.request('GET', '/api/integration/users', undefined, {
    'x-integration-id': a.integration_id,
  })
  expect(users.statusCode).toBe(404)
  expect(await b.program.call(listUsers, {})).toHaveProperty('users.length', 1)
})

test('401 SEC-52 for unknown, expired, revoked and malformed keys', async () => {
  const { browser, integration_id, program, key } = await keyed()
  const call = () => program.call(listTags, { integration_id })
  await call()
  await browser.call(revokeApiKey, { integration_id, api_key_id: key.id })
  await expect(call()).rejects.toMatchObject({ code: 'api_key_invalid' })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.filter(({ action }) => action === 'api_key_revoked')).toMatchObject([{ subject: 'Order bot' }])
  const expires_at = new Date(Date.now() + minute_ms).toISOString()
  const short = await browser.call(createApiKey, {
    integration_id,
    name: 'Short',
    scopes: ['workspace:read'],
    expires_at,
  })
  program.headers.authorization = `Bearer ${short.key}`
  await call()
  await server.later(2 * minute_ms, () => expect(call()).rejects.toMatchObject({ code: 'api_key_invalid' }))
  for (const hostile of [
    'ozvi_',
    `ozvi_${'x'.repeat(8_000)}`,
    "ozvi_' or 1=1 --",
    `${short.key} `,
    `${short.key}x`,
    'ozvi_%00',
  ]) {
    program.headers.authorization = `Bearer ${hostile}`
    // A space at the end is no part of a header's value.
    if (hostile === `${short.key} `) continue
    await expect(call(), hostile).rejects.toMatchObject({ code: 'api_key_invalid' })
  }
  await expect(
    browser.call(createApiKey, {
      integration_id,
      name: 'x',
      scopes: ['workspace:read'],
      expires_at: '2020-01-01T00:00:00Z',
    }),
  ).rejects.toMatchObject({ errors: { expires_at: [expect.any(String)] } })
})

test('after a revocation a running request commits nothing', async () => {
  const { browser, integration_id, program, conversation_id, key } = await keyed()
  const at = { integration_id, conversation_id }
  // Writes keep starting while the key is revoked.
  const ids: string[] = []
  const writers = Array.from({ length: 6 }, async () => {
    for (let n = 0; n < 40; n++) {
      const id = crypto.randomUUID()
      ids.push(id)
      const sent = await program.call(sendMessage, { ...at, id, body: 'Still here', kind: 'note' }).then(
        () => true,
        (problem: { code: string }) => {
          expect(problem.code).toBe('api_key_invalid')
          return false
        },
      )
      if (!sent) return
    }
  })
  await expect.poll(() => ids.length).toBeGreaterThan(12)
  await browser.call(revokeApiKey, { integration_id, api_key_id: key.id })
  const count = async () => (await browser.call(getConversation, at)).last_seq
  const atRevocation = await count()
  await Promise.all(writers)
  expect(await count()).toBe(atRevocation)
})

test('only owners and admins manage keys', async () => {
  const { integration_id, key } = await keyed()
  for (const role of ['editor', 'agent', 'viewer'] as const) {
    const { browser } = await server.seed.member(integration_id, role)
    for (const call of [
      () => browser.call(listApiKeys, { integration_id }),
      () => browser.call(createApiKey, { integration_id, name: 'x', scopes: ['workspace:read'] }),
      () => browser.call(revokeApiKey, { integration_id, api_key_id: key.id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
  }
  const admin = await server.seed.member(integration_id, 'admin')
  const notified = server.watch(`presence-integration.${integration_id}`, 'ApiKeysChanged')
  await admin.browser.call(revokeApiKey, { integration_id, api_key_id: key.id })
  expect(notified).toHaveLength(1)
  expect(await admin.browser.call(listApiKeys, { integration_id })).toEqual([])
})

test('429 each key has its own limit, reported in headers', async () => {
  const strict = await testServer({ RATE_LIMITS: 'strict' }, { isAnswering: false })
  try {
    const { browser, integration_id } = await strict.seed.integration()
    const programs = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const { key } = await browser.call(createApiKey, { integration_id, name, scopes: ['workspace:read'] })
        const program = strict.browser()
        program.headers.authorization = `Bearer ${key}`
        return program
      }),
    )
    const read = (n: number) => programs[n]!.request('GET', `/api/integration/${integration_id}/tag`)
    const first = await read(0)
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '300', 'ratelimit-remaining': '299' })
    for (let n = 0; n < 299; n++) await read(0)
    const rejected = await read(0)
    expect([rejected.statusCode, codeOf(rejected)]).toEqual([429, 'rate_limited'])
    expect(rejected.headers).toMatchObject({ 'ratelimit-remaining': '0' })
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await read(1)).statusCode).toBe(200)
  } finally {
    await strict[Symbol.asyncDispose]()
  }
})
