import {
  createContactField,
  getConversation,
  getScenarioRun,
  type InputOf,
  listMessages,
  publishScenario,
  rateConversation,
  saveScenario,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  startVisitorScenario,
  type WidgetConfig,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { handleRating, handleSilence } from '#features/scenario-runs'
import { testServer } from '../../../test/server.ts'

const frames = { en: '{{boot}}', sk: '{{boot}}' }
const server = await testServer(
  {},
  { isAnswering: false, widget: { loader_dir: import.meta.dirname, panel_dir: import.meta.dirname, frames } },
)
afterAll(() => server[Symbol.asyncDispose]())

type Draft = InputOf<typeof saveScenario>['flow']
const page = { url: 'https://shop.example/products/boots', title: 'Boots' }
const onPage = (more: object = {}): Draft['trigger'] =>
  ({ kind: 'page_opened', page: { match: 'glob', value: '/products/*' }, ...more }) as Draft['trigger']
const greeting: Draft = {
  trigger: onPage(),
  locales: ['en', 'sk'],
  start_step_id: 'menu',
  steps: [
    {
      id: 'menu',
      kind: 'buttons',
      text: { en: 'Need **help**, {{contact.name}}?', sk: 'Pomôžeme?' },
      buttons: [{ id: 'yes', text: { en: 'Yes', sk: 'Áno' }, next: 'bye' }],
    },
    { id: 'bye', kind: 'end' },
  ],
}
async function shop(flow: Draft = greeting) {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const key = { integration_id }
  const publish = async (more: Draft) => {
    const scenario_id = crypto.randomUUID()
    await browser.call(saveScenario, { ...key, scenario_id, name: 'Help', flow: more })
    await browser.call(publishScenario, { ...key, scenario_id })
    return scenario_id
  }
  const scenario_id = await publish(flow)
  const visitor = await server.seed.visitor(integration.public_key)
  const start = (more: object = {}) =>
    visitor.browser.call(startVisitorScenario, {
      conversation_id: crypto.randomUUID(),
      scenario_id,
      locale: 'en',
      page,
      ...more,
    })
  const config = async () =>
    (await server.app.inject(`/widget/${integration.public_key}.json`)).json<WidgetConfig>()
  const bubble = (query: Record<string, string> = { page: page.url, locale: 'en' }) =>
    server.app.inject(
      `/widget/${integration.public_key}/scenario/${scenario_id}.json?${new URLSearchParams(query)}`,
    )
  return { ...created, key, publish, scenario_id, visitor, start, config, bubble }
}

test('the loader gets the trigger, and the beginning of the scenario without a cookie', async () => {
  const { scenario_id, config, bubble } = await shop()
  expect((await config()).triggers).toEqual([
    { id: scenario_id, kind: 'page_opened', page: { match: 'glob', value: '/products/*' } },
  ])
  const answer = await bubble()
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.json()).toEqual({ text: 'Need help, ?', buttons: [{ id: 'yes', text: 'Yes' }] })
  expect((await bubble({ page: page.url, locale: 'sk' })).json()).toMatchObject({ text: 'Pomôžeme?' })
  // The page and the audience are checked again.
  expect((await bubble({ page: 'https://shop.example/', locale: 'en' })).statusCode).toBe(204)
  const during = (subject: 'hours' | 'date', operator: 'is' | 'greater' | 'less', value: string) =>
    shop({ ...greeting, audience: { conditions: [{ subject, name: '', operator, value }] } })
  expect((await (await during('hours', 'is', 'closed')).bubble()).statusCode).toBe(204)
  expect((await (await during('date', 'less', '2020-12-24')).bubble()).statusCode).toBe(204)
  expect((await (await during('date', 'greater', '2020-12-24')).bubble()).statusCode).toBe(200)
})

test('the visitor’s page starts the run in a new conversation, once per visit', async () => {
  const { browser, key, start, visitor } = await shop()
  const conversation_id = crypto.randomUUID()
  const started = await start({ conversation_id })
  expect(started).toMatchObject({ id: conversation_id, handler: 'scenario' })
  // Repeated by a network error.
  expect(await start({ conversation_id })).toEqual(started)
  const thread = await browser.call(listMessages, { ...key, conversation_id })
  const message = thread.find(({ kind }) => kind === 'text')
  expect(message).toMatchObject({ author: 'scenario', details: { buttons: [{ id: 'yes', text: 'Yes' }] } })
  expect(await start()).toBeNull()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Yes',
    reply_to: message?.id ?? '',
    button_id: 'yes',
    locale: 'en',
  })
  await server.eventually(async () => {
    const run = await browser.call(getScenarioRun, { ...key, conversation_id })
    return run?.status === 'completed' ? run : undefined
  })
})

test('a scenario starts for visitors in a group of its audience, and for no one outside', async () => {
  const { start, publish, browser, key } = await shop()
  const field = await browser.call(createContactField, { ...key, name: 'Plan', type: 'text' })
  const inEnglish = { subject: 'locale', operator: 'is', value: 'en' } as const
  const onBoots = { subject: 'page', operator: 'contains', value: '/boots' } as const
  const hasPlan = { subject: 'contact', name: field.id, operator: 'is_set' } as const
  const scenario_id = await publish({
    ...greeting,
    trigger: { kind: 'page_opened', page: { match: 'any' }, frequency: 'visit' },
    audience: {
      match: 'any',
      groups: [
        { id: 'boots', match: 'all', conditions: [inEnglish, onBoots] },
        { id: 'plan', conditions: [hasPlan] },
      ],
    },
  })
  const on = (url: string, locale: 'en' | 'sk') => start({ scenario_id, page: { url, title: '' }, locale })
  expect(await on(page.url, 'sk')).toBeNull()
  expect(await on('https://shop.example/', 'en')).toBeNull()
  expect(await on(page.url, 'en')).toMatchObject({ handler: 'scenario' })
})

test('untrue claims of the page start nothing: another page, trigger, audience or frequency', async () => {
  const { start, publish, visitor, browser, key } = await shop()
  expect(await start({ page: { url: 'https://shop.example/', title: '' } })).toBeNull()
  expect(await start({ scenario_id: crypto.randomUUID() })).toBeNull()
  expect(await start({ scenario_id: await publish({ ...greeting, trigger: { kind: 'manual' } }) })).toBeNull()
  const field = await browser.call(createContactField, { ...key, name: 'Plan', type: 'text' })
  const conditions = [{ subject: 'contact', name: field.id, operator: 'is_set', value: '' }] as const
  const forPlan = await publish({ ...greeting, audience: { conditions: [...conditions] } })
  expect(await start({ scenario_id: forPlan })).toBeNull()
  const once = await publish({ ...greeting, trigger: onPage({ frequency: 'person' }) })
  const results = await Promise.all([1, 2, 3].map(() => start({ scenario_id: once })))
  expect(results.filter(Boolean)).toHaveLength(1)
  // A conversation is open now, so nothing interrupts it automatically.
  expect(await start({ is_automatic: true })).toBeNull()
  await expect(
    visitor.browser.call(startVisitorScenario, {
      conversation_id: crypto.randomUUID(),
      scenario_id: 'none',
      locale: 'en',
      page: { url: 'u'.repeat(3_000), title: '' },
    }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
})

test('404 for another visitor’s conversation, and null for a scenario of another workspace', async () => {
  const first = await shop()
  const second = await shop()
  const conversation_id = crypto.randomUUID()
  await first.start({ conversation_id })
  await expect(second.start({ conversation_id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await second.start({ scenario_id: first.scenario_id })).toBeNull()
})

test('page triggers above the size limit of the loader’s configuration are rejected', async () => {
  const { publish, config } = await shop()
  const long = { ...greeting, trigger: onPage({ page: { match: 'contains', value: 'ž'.repeat(200) } }) }
  await publish(long)
  await expect(publish(long)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { 'flow.trigger': [expect.stringContaining('Too many scenarios')] },
  })
  expect((await config()).triggers).toHaveLength(2)
})

test('silence starts a scenario in the team’s conversation, which the team keeps', async () => {
  const sorry: Draft = {
    ...greeting,
    trigger: { kind: 'team_silent', minutes: 5 },
    start_step_id: 'sorry',
    steps: [
      { id: 'sorry', kind: 'message', text: { en: 'Sorry', sk: 'Ľutujeme' }, next: 'bye' },
      { id: 'bye', kind: 'end' },
    ],
  }
  const { browser, key, publish, visitor, start } = await shop(sorry)
  const conversation_id = crypto.randomUUID()
  const of = { ...key, conversation_id }
  const write = (body: string) =>
    visitor.browser.call(sendVisitorMessage, { conversation_id, id: crypto.randomUUID(), body, locale: 'en' })
  const said = async () =>
    (await browser.call(listMessages, of))
      .filter(({ author, kind }) => author === 'scenario' && kind === 'text')
      .map(({ body }) => body)
  await write('Hello')
  await browser.call(sendMessage, { ...of, id: crypto.randomUUID(), body: 'Hi', kind: 'text' } as never)
  const { seq } = await write('Where is my order?')
  const silence = { ...of, seq, minutes: 5, side: 'team' } as const
  // Something else is awaited, or was said since.
  await handleSilence(server.ctx, { ...silence, minutes: 6 })
  await handleSilence(server.ctx, { ...silence, seq: seq - 1 })
  expect(await said()).toEqual([])
  await Promise.all([1, 2].map(() => handleSilence(server.ctx, silence)))
  expect(await said()).toEqual(['Sorry'])
  expect(await browser.call(getConversation, of)).toMatchObject({ handler: 'team', status: 'open' })

  // The team has replied, so the conversation waits for the customer.
  await publish({ ...sorry, trigger: { kind: 'customer_silent', minutes: 10 } })
  const reply = { ...of, id: crypto.randomUUID(), body: 'It is on its way', kind: 'text' } as const
  const { seq: replied } = await browser.call(sendMessage, reply)
  expect(await browser.call(getConversation, of)).toMatchObject({ status: 'waiting' })
  const quiet = { ...of, seq: replied, minutes: 10, side: 'customer' } as const
  await handleSilence(server.ctx, quiet)
  expect(await said()).toEqual(['Sorry', 'Sorry'])
  expect(await browser.call(getConversation, of)).toMatchObject({ handler: 'team', status: 'waiting' })
  // No scenario starts automatically in the meantime.
  expect(await start({ is_automatic: true })).toBeNull()

  await publish({ ...sorry, trigger: { kind: 'rating_received', band: 'low' } })
  await browser.call(setStatus, { ...of, status: 'resolved' })
  const rate = (score: number) =>
    visitor.browser.call(rateConversation, { conversation_id, id: crypto.randomUUID(), score, comment: '' })
  await rate(5)
  await rate(1)
  await server.eventually(async () => ((await said()).length === 3 ? true : undefined))
  const rated = await browser.call(getConversation, of)
  expect(rated).toMatchObject({ handler: 'team', status: 'open' })
  await handleRating(server.ctx, { ...of, seq: rated.last_seq, score: 1 })
  expect(await said()).toHaveLength(3)
})
