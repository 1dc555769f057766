import { createHmac } from 'node:crypto'
import {
  type AssistantSettings,
  assistantSettingsChanged,
  createQuestionSource,
  createTextSource,
  getAssistantSettings,
  getConversation,
  getDataSource,
  type Input,
  listAuditEntries,
  listVisitorMessages,
  openVisitorSession,
  sendVisitorMessage,
  updateAssistantSettings,
  updateHours,
  updateIdentitySettings,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

type Changes = Omit<Input<typeof updateAssistantSettings>, 'integration_id'>
const shipping =
  'Shipping with a courier costs 3.90 EUR and orders above 50 EUR ship free of charge. ' +
  'You get a link to follow the parcel by email as soon as the courier has taken it over from us.'
const question = 'How much does shipping with a courier cost?'

async function workspace(changes: Changes = {}, body = `# Shipping\n\n${shipping}`) {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const source_id = crypto.randomUUID()
  await browser.call(createTextSource, { integration_id, id: source_id, name: 'Help', body })
  await server.eventually(
    async () =>
      (await browser.call(getDataSource, { integration_id, source_id })).status === 'ready' || undefined,
  )
  await browser.call(updateAssistantSettings, { integration_id, ...changes })
  const visitor = await server.seed.visitor(integration.public_key)
  return { ...created, visitor: visitor.browser }
}
async function send(visitor: Browser, body: string, conversation_id: string = crypto.randomUUID()) {
  const message = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' as const }
  const { seq } = await visitor.call(sendVisitorMessage, message)
  return { conversation_id, seq }
}
async function ask(visitor: Browser, body: string, conversation_id?: string) {
  const sent = await send(visitor, body, conversation_id)
  const messages = await server.eventually(async () => {
    const list = await visitor.call(listVisitorMessages, {
      conversation_id: sent.conversation_id,
      after_seq: sent.seq,
    })
    return list.some(({ kind }) => kind === 'answer' || kind === 'hand_over') ? list : undefined
  })
  return { conversation_id: sent.conversation_id, messages, reply: messages.at(-1) }
}
const handlerOf = async (
  { browser, integration_id, visitor }: Awaited<ReturnType<typeof workspace>>,
  from = visitor,
) => {
  const { conversation_id } = await send(from, question)
  return (await browser.call(getConversation, { integration_id, conversation_id })).handler
}

test('by default the assistant answers first, with a notice', async () => {
  const { browser, integration_id, visitor } = await workspace()
  expect(await browser.call(getAssistantSettings, { integration_id })).toMatchObject({
    is_on: true,
    first_for_visitors: 'assistant',
    answer_confidence_min: 60,
    may_help_confidence_min: 20,
  })
  const { messages, reply } = await ask(visitor, question)
  expect(messages.map(({ kind }) => kind)).toEqual(['ai_notice', 'answer'])
  expect(reply?.body).toContain('3.90 EUR')
})

test('the name is in the notice, and the notice can be turned off', async () => {
  const named = await workspace({ name: 'Beanie' })
  expect((await ask(named.visitor, question)).messages[0]?.body).toContain('Beanie')
  const silent = await workspace({ has_ai_notice: false })
  expect((await ask(silent.visitor, question)).messages.map(({ kind }) => kind)).toEqual(['answer'])
})

test('turned off, the assistant hands over open conversations and new ones start with the team', async () => {
  const created = await workspace()
  const { browser, integration_id, visitor } = created
  const { conversation_id } = await ask(visitor, question)
  await browser.call(updateAssistantSettings, { integration_id, is_on: false })
  const { reply } = await ask(visitor, question, conversation_id)
  expect(reply).toMatchObject({ kind: 'hand_over', details: { reason: 'rule' } })
  expect(await handlerOf(created)).toBe('team')
})

test('the team answers first during opening hours, the assistant outside them', async () => {
  const created = await workspace({ first_for_visitors: 'assistant_out_of_hours' })
  const { browser, integration_id } = created
  expect(await handlerOf(created)).toBe('team')
  const closed = Array.from({ length: 7 }, () => [])
  await browser.call(updateHours, { integration_id, is_on: true, time_zone: 'UTC', week: closed })
  expect(await handlerOf(created)).toBe('assistant')
  const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }])
  await browser.call(updateHours, { integration_id, week: always })
  expect(await handlerOf(created)).toBe('team')
})

test('verified customers can start with the team while visitors start with the assistant', async () => {
  const created = await workspace({ first_for_customers: 'team' })
  const { browser, integration_id, integration } = created
  const { secret } = await browser.call(updateIdentitySettings, { integration_id, mode: 'optional' })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now_s = Math.floor(Date.now() / 1_000)
  const claims = { sub: 'customer-1', aud: integration.public_key, exp: now_s + 300 }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const signature = createHmac('sha256', secret ?? '')
    .update(unsigned)
    .digest('base64url')
  const session = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
  }
  const customer = server.browser()
  const opened = await customer.call(openVisitorSession, { ...session, identity: `${unsigned}.${signature}` })
  expect(opened.starts_with_team).toBe(true)
  customer.headers.authorization = `Bearer ${opened.token}`
  expect(await handlerOf(created, customer)).toBe('team')
  expect((await server.browser().call(openVisitorSession, session)).starts_with_team).toBe(false)
  expect(await handlerOf(created)).toBe('assistant')
})

test('a topic for the team is handed over in any form, other questions are answered', async () => {
  const { visitor } = await workspace({ team_topics: ['courier invoice'] })
  const { reply } = await ask(visitor, 'Where are the invoices of couriers?')
  expect(reply).toMatchObject({ kind: 'hand_over', details: { reason: 'rule' } })
  expect((await ask(visitor, question)).reply?.kind).toBe('answer')
})

test('confidence below the thresholds offers the quote with doubt, or hands over', async () => {
  const created = await workspace({
    answer_confidence_min: 95,
    may_help_confidence_min: 10,
    uncertain_answers_max: 1,
  })
  const { browser, integration_id, visitor } = created
  const vague = 'courier parcel link jupiter'
  const { reply } = await ask(visitor, vague)
  expect(reply?.kind).toBe('hand_over')
  await browser.call(updateAssistantSettings, { integration_id, uncertain_answers_max: 5 })
  expect((await ask(visitor, vague)).reply).toMatchObject({ kind: 'answer', details: { band: 'may_help' } })
})

test('a short answer quotes at most 320 characters; a saved answer is given in full', async () => {
  const list = Array.from(
    { length: 12 },
    (_, n) => `- Courier ${n} delivers parcels to zone ${n} in ${n + 1} days.`,
  )
  const created = await workspace(
    { length: 'short' },
    `# Courier zones\n\nCouriers deliver to these zones:\n\n${list.join('\n')}`,
  )
  const { browser, integration_id, visitor } = created
  const { reply } = await ask(visitor, 'Which zones do couriers deliver to?')
  expect(reply?.citations[0]?.quote.length).toBeLessThanOrEqual(320)
  const answer = 'We repair every bicycle. '.repeat(30).trim()
  const id = crypto.randomUUID()
  await browser.call(createQuestionSource, {
    integration_id,
    id,
    question: 'Do you repair bicycles?',
    answer,
    alternatives: [],
  })
  await server.eventually(
    async () =>
      (await browser.call(getDataSource, { integration_id, source_id: id })).status === 'ready' || undefined,
  )
  expect((await ask(visitor, 'Do you repair bicycles?')).reply?.body).toContain(answer)
})

test('old state and events give the new state; the audit log names the changed fields', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(
    assistantSettingsChanged.channel({ integration_id }),
    assistantSettingsChanged.name,
  )
  await browser.call(updateAssistantSettings, { integration_id, name: 'Beanie', team_topics: ['refund'] })
  await browser.call(updateAssistantSettings, { integration_id, is_on: false })
  const settings = await browser.call(getAssistantSettings, { integration_id })
  await server.eventually(async () => events.length === 2 || undefined)
  expect(events.map(({ data }) => (data as AssistantSettings).version)).toEqual([1, 2])
  expect(events.at(-1)?.data).toEqual(settings)
  expect(settings).toMatchObject({ name: 'Beanie', team_topics: ['refund'], is_on: false })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'assistant_changed', details: { fields: 'is_on' } })
})

test.each([
  ['may_help_confidence_min', { answer_confidence_min: 50, may_help_confidence_min: 51 }],
  ['answer_confidence_min', { answer_confidence_min: 1e9 }],
  ['uncertain_answers_max', { uncertain_answers_max: 0.5 }],
  ['name', { name: 'x'.repeat(41) }],
  ['first_for_visitors', { first_for_visitors: 'nobody' }],
  ['team_topics.0', { team_topics: ['x'] }],
  ['team_topics', { team_topics: Array.from({ length: 51 }, () => 'topic') }],
])('422 names the field: %s', async (field, body) => {
  const { browser, integration_id } = await server.seed.integration()
  const rejected = await browser.request('PUT', `/api/integration/${integration_id}/assistant/settings`, body)
  expect(rejected.statusCode).toBe(422)
  expect(Object.keys(rejected.json<{ errors: object }>().errors)).toEqual([field])
  expect(await browser.call(getAssistantSettings, { integration_id })).toMatchObject({ version: 0 })
})

test('S6.02 404 for another workspace, 403 for an agent and a viewer; an editor may change the assistant', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const other = await server.seed.integration()
  const foreign = { integration_id: other.integration_id }
  await expect(browser.call(getAssistantSettings, foreign)).rejects.toMatchObject({ code: 'not_found' })
  await expect(browser.call(updateAssistantSettings, { ...foreign, is_on: false })).rejects.toMatchObject({
    code: 'not_found',
  })
  for (const role of ['agent', 'viewer'] as const) {
    const member = await server.seed.member(integration_id, role)
    await expect(
      member.browser.call(updateAssistantSettings, { integration_id, is_on: false }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
  const editor = await server.seed.member(integration_id, 'editor')
  expect(await editor.browser.call(updateAssistantSettings, { integration_id, is_on: false })).toMatchObject({
    is_on: false,
  })
})
