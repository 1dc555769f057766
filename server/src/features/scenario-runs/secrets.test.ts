import {
  deleteScenarioSecret,
  getScenarioRun,
  type InputOf,
  listAuditEntries,
  listMessages,
  listScenarioSecrets,
  publishScenario,
  saveScenario,
  saveScenarioSecret,
  scenarioSecretsMax,
  sendVisitorMessage,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fakeSite } from '../../../test/fake-site.ts'
import { testServer } from '../../../test/server.ts'

const site = await fakeSite()
const other = await fakeSite()
const server = await testServer({ EGRESS_ALLOW: `${site.host},${other.host}` }, { isAnswering: false })
afterAll(async () => {
  site.close()
  other.close()
  await server[Symbol.asyncDispose]()
})

type Flow = InputOf<typeof saveScenario>['flow']
type Step = NonNullable<Flow['steps']>[number]
type Header = { name: string; value: string }
const value = 'sk_live_0123456789abcdef'

/** Asks for a word, sends it with the headers, and says what came back. */
const flowOf = (headers: Header[], url = `${site.origin}/order`, more: Step[] = []): Flow => ({
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  variables: [
    { name: 'word', type: 'text' },
    { name: 'echo', type: 'text' },
  ],
  start_step_id: 'ask',
  steps: [
    { id: 'ask', kind: 'question', text: { en: 'A word?' }, save_as: { variable: 'word' }, next: 'call' },
    {
      id: 'call',
      kind: 'http_request',
      url,
      headers,
      map: [{ path: 'echo', variable: 'echo' }],
      ok: 'said',
      failed: 'failed',
    },
    { id: 'said', kind: 'message', text: { en: 'It said {{echo}}' }, next: 'bye' },
    { id: 'failed', kind: 'message', text: { en: 'It failed' }, next: 'bye' },
    { id: 'bye', kind: 'end' },
    ...more,
  ],
})
const bearer = { name: 'Authorization', value: 'Bearer {{secrets.shop}}' }

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const key = { integration_id }
  const save = (secret_name: string, origin = site.origin, given = value) =>
    browser.call(saveScenarioSecret, { ...key, secret_name, origin, value: given })
  const scenario_id = crypto.randomUUID()
  const publish = async (flow: Flow) => {
    await browser.call(saveScenario, { ...key, scenario_id, name: 'Orders', flow })
    return browser.call(publishScenario, { ...key, scenario_id })
  }
  /** What the customer reads in the end after answering the question. */
  const talk = async (word: string) => {
    const visitor = await server.seed.visitor(integration.public_key)
    const of = { ...key, conversation_id: crypto.randomUUID() }
    const write = (body: string) =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id: of.conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      })
    const reached = (status: string) =>
      server.eventually(async () => (await browser.call(getScenarioRun, of))?.status === status || undefined)
    await write('Hello')
    await reached('waiting')
    await write(word)
    await reached('completed')
    const thread = await browser.call(listMessages, of)
    return thread.findLast(({ author, kind }) => author === 'scenario' && kind === 'text')?.body
  }
  return { ...created, key, save, publish, talk }
}

test('a secret is sent only to its server, and never appears in responses, logs, rows or repeated output', async () => {
  const { browser, integration_id, key, save, publish, talk } = await shop()
  const seen: unknown[] = []
  site.pages['/order'] = (request, reply) => {
    seen.push(request.headers.authorization, request.headers['x-word'])
    reply.end(JSON.stringify({ echo: `${request.headers.authorization} ${request.headers['x-word']}` }))
  }
  expect(await save('shop', `${site.origin}/anything?x=1`)).toMatchObject({
    name: 'shop',
    origin: site.origin,
  })
  await publish(flowOf([bearer, { name: 'X-Word', value: '{{word}}' }]))
  // What a customer writes is never read as the name of a secret.
  expect(await talk('{{secrets.shop}}')).toBe('It said Bearer ••• {{secrets.shop}}')
  expect(seen).toEqual([`Bearer ${value}`, '{{secrets.shop}}'])
  const secrets = await browser.call(listScenarioSecrets, key)
  expect(secrets).toMatchObject([{ name: 'shop', used_in: ['Orders'], updated_by_name: expect.any(String) }])
  const log = await browser.call(listAuditEntries, key)
  expect(
    log.items.some(({ action, subject }) => action === 'scenario_secret_saved' && subject === 'shop'),
  ).toBe(true)
  const rows = await sql`select to_jsonb(t) from scenario_secret t where integration_id = ${integration_id}
    union all select to_jsonb(t) from outbox t
    union all select to_jsonb(t) from scenario_run t where integration_id = ${integration_id}`.execute(
    server.ctx.db,
  )
  const hex = Buffer.from(value).toString('hex')
  const stored = JSON.stringify([secrets, log, rows.rows])
  expect([stored.includes(value), stored.includes(hex)]).toEqual([false, false])
})

test('a secret that starts with another one is also redacted in a response that repeats it', async () => {
  const { save, publish, talk } = await shop()
  site.pages['/order'] = (request, reply) =>
    void reply.end(JSON.stringify({ echo: `${request.headers['x-short']} ${request.headers['x-long']}` }))
  await save('a_short')
  await save('b_long', site.origin, `${value}-live`)
  await publish(
    flowOf([
      { name: 'X-Short', value: '{{secrets.a_short}}' },
      { name: 'X-Long', value: '{{secrets.b_long}}' },
    ]),
  )
  expect(await talk('x')).toBe('It said ••• •••')
})

test('a secret is never sent to another server, not by a redirect, nor after it was changed or deleted', async () => {
  const { browser, key, save, publish, talk } = await shop()
  const answered = '{"echo":"hello"}'
  site.pages['/order'] = (_request, reply) => reply.end(answered)
  other.pages['*'] = answered
  await save('shop')
  await publish(flowOf([bearer]))
  expect(await talk('x')).toBe('It said hello')
  site.pages['/order'] = (_request, reply) => reply.writeHead(302, { location: `${other.origin}/` }).end()
  expect(await talk('x')).toBe('It failed')
  site.pages['/order'] = (_request, reply) => reply.end(answered)
  await save('shop', other.origin)
  expect(await talk('x')).toBe('It failed')
  await save('shop')
  expect(await talk('x')).toBe('It said hello')
  await browser.call(deleteScenarioSecret, { ...key, secret_name: 'shop' })
  expect(await talk('x')).toBe('It failed')
  expect(other.asked).toEqual([])
})

test('422 for publishing an unknown, misplaced or foreign secret, and for a publicly readable key', async () => {
  const { save, publish } = await shop()
  await save('shop')
  const say = (id: string, text: string): Step => ({ id, kind: 'message', text: { en: text }, next: 'bye' })
  const unreachable = { 'flow.steps.leak': [expect.any(String)] }
  const attempts: [Flow, Record<string, unknown>][] = [
    [flowOf([{ name: 'X-Key', value: '{{secrets.gone}}' }]), { 'flow.steps.call.headers.0.value': 1 }],
    [flowOf([bearer], `${other.origin}/order`), { 'flow.steps.call.headers.0.value': 1 }],
    [flowOf([bearer], `${site.origin}/{{secrets.shop}}`), { 'flow.steps.call.url': 1 }],
    [
      flowOf([bearer], undefined, [say('leak', 'It is {{secrets.shop}}')]),
      { 'flow.steps.leak.text.en': 1, ...unreachable },
    ],
    [flowOf([{ name: 'Authorization', value: `Bearer ${value}` }]), { 'flow.steps.call.headers.0.value': 1 }],
    [flowOf([{ name: 'X-Api-Key', value }]), { 'flow.steps.call.headers.0.value': 1 }],
  ]
  for (const [flow, errors] of attempts) {
    const rejected: unknown = await publish(flow).catch((error: unknown) => error)
    expect(Object.keys((rejected as { errors: object }).errors).toSorted()).toEqual(
      Object.keys(errors).toSorted(),
    )
  }
  await publish(flowOf([bearer, { name: 'X-Version', value: '2026-11-27' }]))
})

test('SEC-10 404 422 403: another workspace’s secret, values that headers can’t carry, addresses inside the network, and too many', async () => {
  const a = await shop()
  const b = await shop()
  await a.save('shop')
  expect(await b.browser.call(listScenarioSecrets, b.key)).toEqual([])
  await expect(b.browser.call(deleteScenarioSecret, { ...b.key, secret_name: 'shop' })).rejects.toMatchObject(
    { code: 'not_found' },
  )
  await expect(b.publish(flowOf([bearer]))).rejects.toMatchObject({ code: 'invalid_input' })
  const error = (field: string) => ({ errors: { [field]: [expect.any(String)] } })
  for (const wrong of ['line\r\nX-Evil: 1', 'diakritika ž', '', '\u0001', 'x'.repeat(2_001)])
    await expect(b.save('shop', site.origin, wrong)).rejects.toMatchObject(error('value'))
  for (const origin of [
    'shop',
    'ftp://shop.example',
    'http://169.254.169.254/',
    'http://127.0.0.1:1/',
    'https://a:b@c.sk',
  ])
    await expect(b.save('shop', origin)).rejects.toMatchObject(error('origin'))
  for (const name of ['a b', 'ž', '1st', '__proto__', 'x'.repeat(41), '%7B%7B', "a' or 1=1"])
    await expect(b.save(encodeURIComponent(name))).rejects.toMatchObject(error('secret_name'))
  const viewer = await server.seed.member(b.integration_id, 'viewer')
  const attempt = { ...b.key, secret_name: 'shop', origin: site.origin, value }
  await expect(viewer.browser.call(saveScenarioSecret, attempt)).rejects.toMatchObject({ code: 'forbidden' })
  for (let number = 0; number < scenarioSecretsMax; number++) await b.save(`key_${number}`)
  await expect(b.save('shop')).rejects.toMatchObject(error('secret_name'))
  await b.save('key_0')
})
