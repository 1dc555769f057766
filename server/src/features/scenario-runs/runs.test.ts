import {
  applyScenarioRunChanged,
  createContactField,
  createTag,
  deleteScenario,
  endScenarioRun,
  getContact,
  getConversation,
  getScenarioRun,
  type InputOf,
  listMessages,
  listScenarioRuns,
  listScenarios,
  listVisitorMessages,
  type Message,
  publishScenario,
  requestPerson,
  resumeScenarioRun,
  saveScenario,
  type ScenarioRun,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  startScenarioRun,
  updateAssistantSettings,
  updateHours,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { handleMessage, sendRequest, wake } from '#features/scenario-runs'
import { exportContact } from '../../../test/contact-export.ts'
import { fakeSite } from '../../../test/fake-site.ts'
import { testServer } from '../../../test/server.ts'

const site = await fakeSite()
/** Inside the network: no request may reach it. */
const hidden = await fakeSite()
const server = await testServer({ EGRESS_ALLOW: site.host }, { isAnswering: false })
afterAll(async () => {
  site.close()
  hidden.close()
  await server[Symbol.asyncDispose]()
})
const minute_ms = 60_000

type Draft = InputOf<typeof saveScenario>['flow']
type Step = NonNullable<Draft['steps']>[number]
const flowOf = (steps: Step[], more: Partial<Draft> = {}): Draft => ({
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  start_step_id: steps[0]?.id ?? null,
  steps,
  ...more,
})
const say = (id: string, text: string, next: string): Step => ({
  id,
  kind: 'message',
  text: { en: text },
  next,
})
const bye: Step = { id: 'bye', kind: 'end' }
const hello = flowOf([say('hello', 'Hello', 'bye'), bye])

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const key = { integration_id }
  const publish = async (name: string, flow: Draft) => {
    const scenario_id = crypto.randomUUID()
    await browser.call(saveScenario, { ...key, scenario_id, name, flow })
    return browser.call(publishScenario, { ...key, scenario_id })
  }
  const visitor = await server.seed.visitor(integration.public_key)
  const conversation_id = crypto.randomUUID()
  const of = { ...key, conversation_id }
  const write = (body: string, more: { reply_to?: string; button_id?: string } = {}) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
      ...more,
    })
  const thread = () => browser.call(listMessages, of)
  const row = () => browser.call(getConversation, of)
  const run = () => browser.call(getScenarioRun, of)
  /** The texts of the scenario and the assistant, once there are so many. */
  const replies = (count: number) =>
    server.eventually(async () => {
      const said = (await thread()).filter(({ author, kind }) => author === 'scenario' && kind === 'text')
      return said.length >= count ? said : undefined
    })
  const reached = (expected: Partial<ScenarioRun>) =>
    server.eventually(async () => {
      const now = await run()
      const isThere =
        now && Object.entries(expected).every(([name, value]) => now[name as keyof ScenarioRun] === value)
      return isThere ? now : undefined
    })
  return { ...created, key, of, publish, visitor, conversation_id, write, thread, row, run, replies, reached }
}
const bodies = (messages: readonly Message[]) => messages.map(({ body }) => body)

test('SEC-50 the export of a contact holds what scenarios know about them', async () => {
  const { browser, integration_id, publish, visitor, write, replies, reached } = await shop()
  const question: Step = {
    id: 'color',
    kind: 'question',
    text: { en: 'Which color?' },
    save_as: { variable: 'color' },
    next: 'bye',
  }
  await publish('Colors', flowOf([question, bye], { variables: [{ name: 'color', type: 'text' }] }))
  await write('Good morning')
  await replies(1)
  await write('Dark green')
  await reached({ status: 'completed' })
  const { conversations } = await exportContact(browser, integration_id, visitor.contact_id)
  expect(conversations[0]?.scenario_runs).toMatchObject([
    { scenario: 'Colors', status: 'completed', variables: { color: 'Dark green' } },
  ])
})

test('a flow with buttons, a question, a branch and actions runs as designed, before the assistant', async () => {
  const { browser, integration_id, key, of, publish, visitor, write, thread, row, run, replies, reached } =
    await shop()
  const tag = await browser.call(createTag, { ...key, name: 'Order' })
  const field = await browser.call(createContactField, { ...key, name: 'Order number', type: 'number' })
  const scenario = await publish(
    'Orders',
    flowOf(
      [
        say('hello', 'Hello', 'menu'),
        {
          id: 'menu',
          kind: 'buttons',
          text: { en: 'What is it about?' },
          buttons: [
            { id: 'order', text: { en: 'My order' }, next: 'number' },
            { id: 'other', text: { en: 'Something else' }, next: 'bye' },
          ],
        },
        {
          id: 'number',
          title: 'Ask for the number',
          kind: 'question',
          text: { en: 'Which number?' },
          answer: 'number',
          save_as: { variable: 'order' },
          next: 'field',
        },
        {
          id: 'field',
          kind: 'set_field',
          target: 'contact',
          name: field.id,
          value: '{{order}}',
          next: 'tag',
        },
        { id: 'tag', kind: 'add_tags', tag_ids: [tag.id], next: 'urgent' },
        { id: 'urgent', kind: 'set_priority', priority: 'high', next: 'large' },
        {
          id: 'large',
          kind: 'branch',
          cases: [
            {
              id: 'big',
              conditions: [{ subject: 'variable', name: 'order', operator: 'greater', value: '100' }],
              next: 'note',
            },
          ],
          otherwise: 'bye',
        },
        { id: 'note', kind: 'note', body: 'Order {{order}}', next: 'person' },
        { id: 'person', kind: 'hand_over', reason: 'A large order' },
        bye,
      ],
      { variables: [{ name: 'order', type: 'number' }] },
    ),
  )
  const events = server.watch(`presence-integration.${integration_id}`, 'ScenarioRunChanged')
  const before = await run().catch(() => null)
  await write('Good morning')
  const [, menu] = await replies(2)
  expect(await row()).toMatchObject({ handler: 'scenario', waiting_since: null })
  expect(menu).toMatchObject({
    body: 'What is it about?',
    details: {
      buttons: [
        { id: 'order', text: 'My order' },
        { id: 'other', text: 'Something else' },
      ],
      scenario: { id: scenario.id, name: 'Orders', step_id: 'menu' },
    },
  })
  await write('My order', { reply_to: menu?.id ?? '', button_id: 'order' })
  await replies(3)
  expect(await run()).toMatchObject({
    status: 'waiting',
    step_id: 'number',
    step_title: 'Ask for the number',
  })
  await write('I forgot')
  const again = await replies(4)
  expect(again.at(-1)?.body).toContain('Which number?')
  await write('120')
  const done = await reached({ status: 'handed_over' })
  expect(events.map(({ data }) => data as ScenarioRun).reduce(applyScenarioRunChanged, before)).toEqual(done)
  expect(JSON.stringify(events)).not.toContain('120')
  expect(await row()).toMatchObject({ handler: 'team', priority: 'high', tag_ids: [tag.id] })
  const contact = await browser.call(getContact, { ...key, contact_id: visitor.contact_id })
  expect(contact.fields).toEqual({ [field.id]: 120 })
  const messages = await thread()
  const notes = messages.filter(({ kind }) => kind === 'note')
  expect(bodies(notes)).toEqual(['Order 120', 'A large order'])
  expect(messages.at(-2)).toMatchObject({ kind: 'hand_over' })
  // What the scenario did shows it as the source.
  const byScenario = { author: 'system', details: { scenario: { id: scenario.id, name: 'Orders' } } }
  const entries = messages.filter(({ kind }) => kind === 'event')
  expect(entries.map(({ details }) => details.event)).toEqual([
    'scenario_started',
    'tags_changed',
    'priority_changed',
    'scenario_ended',
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject(byScenario)
    expect(entry.details.rule_name).toBeUndefined()
  }
  expect(entries.at(-1)?.details.run_status).toBe('handed_over')
  expect(menu?.details.scenario).toMatchObject({ step_number: 2, step_title: '' })
  // The customer sees neither the notes nor the names of scenarios.
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: of.conversation_id })
  expect(JSON.stringify(theirs)).not.toMatch(/Orders|large order|"scenario":/)
  const { items } = await browser.call(listScenarioRuns, { ...key, scenario_id: scenario.id })
  expect(items).toMatchObject([
    {
      ...done,
      conversation_number: 1,
      path: ['hello', 'menu', 'number', 'field', 'tag', 'urgent', 'large', 'note', 'person'],
    },
  ])
  expect((await browser.call(listScenarios, key))[0]?.stats).toEqual({
    started: 1,
    engaged: 1,
    completed: 0,
    goal_reached: 0,
    handed_over: 1,
  })
})

test('a job that runs again changes nothing', async () => {
  const { publish, of, write, thread, reached } = await shop()
  await publish('Hello', hello)
  const { seq } = await write('Good morning')
  await reached({ status: 'completed' })
  const before = await thread()
  await Promise.all([1, 2, 3].map(() => handleMessage(server.ctx, { ...of, seq })))
  expect(await thread()).toEqual(before)
})

test('the first match in order starts; without a match, and after the end, others answer', async () => {
  const { browser, key, publish, write, row, run, replies, reached } = await shop()
  await publish('Elsewhere', { ...hello, trigger: { kind: 'conversation_started', page: '/pricing' } })
  await publish('Refunds', { ...hello, trigger: { kind: 'message', words: ['refund'] } })
  await write('Good morning')
  await server.eventually(async () => ((await row()).handler === 'assistant' ? true : undefined))
  expect(await run()).toBeNull()
  await write('I would like a REFUND please')
  expect(await reached({ status: 'completed' })).toMatchObject({ scenario_name: 'Refunds', step_id: 'bye' })
  await replies(1)
  expect((await row()).handler).toBe('assistant')
  await browser.call(updateAssistantSettings, { ...key, is_on: false })
  const other = await shop()
  await other.browser.call(updateAssistantSettings, { ...other.key, is_on: false })
  await other.publish('Refunds', { ...hello, trigger: { kind: 'message', words: ['refund'] } })
  await other.write('Good morning')
  await server.eventually(async () => ((await other.row()).handler === 'team' ? true : undefined))
  expect((await other.row()).waiting_since).not.toBeNull()
})

test('outside opening hours another scenario starts', async () => {
  const { browser, key, publish, write, reached } = await shop()
  await browser.call(updateHours, {
    ...key,
    is_on: true,
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, () => []),
  })
  await publish('Closed', { ...hello, trigger: { kind: 'outside_hours' } })
  await write('Anyone?')
  await reached({ status: 'completed', scenario_name: 'Closed' })
})

test('a teammate’s reply pauses the run; it can be resumed and ended', async () => {
  const shopped = await shop()
  const { browser, of, publish, visitor, conversation_id, write, thread, row, run, replies, reached } =
    shopped
  const ask: Step = { id: 'ask', kind: 'question', text: { en: 'Your name?' }, next: 'bye' }
  const scenario = await publish('Name', flowOf([ask, bye]))
  await write('Good morning')
  await reached({ status: 'waiting' })
  await browser.call(sendMessage, { ...of, id: crypto.randomUUID(), body: 'I am here' })
  expect(await run()).toMatchObject({ status: 'paused', step_id: 'ask' })
  await write('Thanks')
  expect(bodies((await thread()).slice(-1))).toEqual(['Thanks'])
  await expect(browser.call(startScenarioRun, { ...of, scenario_id: scenario.id })).rejects.toMatchObject({
    errors: { scenario_id: [expect.any(String)] },
  })
  expect(await browser.call(resumeScenarioRun, of)).toMatchObject({ status: 'waiting', step_id: 'ask' })
  expect((await row()).handler).toBe('scenario')
  expect(bodies(await replies(2))).toEqual(['Your name?', 'Your name?'])
  expect(await browser.call(endScenarioRun, of)).toMatchObject({ status: 'ended' })
  expect((await row()).handler).toBe('assistant')
  expect(await browser.call(startScenarioRun, { ...of, scenario_id: scenario.id })).toMatchObject({
    status: 'waiting',
  })
  await browser.call(setStatus, { ...of, status: 'resolved' })
  expect(await run()).toMatchObject({ status: 'ended' })
  const events = (await thread()).filter(({ details }) => details.event?.startsWith('scenario_'))
  const events_by = events.map(({ details, author }) => [details.event, author])
  expect(events_by).toEqual([
    ['scenario_started', 'system'],
    ['scenario_paused', 'system'],
    ['scenario_resumed', 'member'],
    ['scenario_ended', 'member'],
    ['scenario_started', 'member'],
    ['scenario_ended', 'system'],
  ])
  // Nothing of it reaches the customer.
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(JSON.stringify(theirs)).not.toMatch(/scenario_|"Name"/)
})

test('a customer who asks for a person reaches the team from any step', async () => {
  const { publish, visitor, conversation_id, write, row, run, reached } = await shop()
  const ask: Step = { id: 'ask', kind: 'question', text: { en: 'Your name?' }, next: 'bye' }
  await publish('Name', flowOf([ask, bye]))
  await write('Good morning')
  await reached({ status: 'waiting' })
  await write('I want to talk to a human')
  await reached({ status: 'handed_over' })
  expect(await row()).toMatchObject({ handler: 'team', hand_over_reason: 'asked_for_human' })
  const other = await shop()
  await other.publish('Name', flowOf([ask, bye]))
  await other.write('Good morning')
  await other.reached({ status: 'waiting' })
  await other.visitor.browser.call(requestPerson, { conversation_id: other.conversation_id })
  expect(await other.run()).toMatchObject({ status: 'handed_over' })
  expect([visitor.contact_id, conversation_id, await run()]).toHaveLength(3)
})

test('a wait goes on when its time has come, and only once', async () => {
  const { of, publish, write, run, replies, reached } = await shop()
  await publish(
    'Later',
    flowOf([
      { id: 'wait', kind: 'wait', minutes: 30, next: 'hello' },
      say('hello', 'Still there?', 'bye'),
      bye,
    ]),
  )
  await write('Good morning')
  const waiting = await reached({ status: 'waiting' })
  const due = { ...of, run_id: waiting.id }
  await wake(server.ctx, due)
  expect(await run()).toMatchObject({ status: 'waiting', waiting_until: waiting.waiting_until })
  await server.later(31 * minute_ms, async () => {
    await Promise.all([wake(server.ctx, due), wake(server.ctx, due)])
  })
  expect(bodies(await replies(1))).toEqual(['Still there?'])
  expect(await run()).toMatchObject({ status: 'completed' })
})

test('a message that comes while a request runs is handled after it, by the run or by what follows', async () => {
  const { of, browser, publish, write, row, replies, reached } = await shop()
  let answer = (): void => undefined
  site.pages['/slow'] = (_request, reply) => {
    answer = () => void reply.end('{}')
  }
  const slow: Step = {
    id: 'slow',
    kind: 'http_request',
    url: `${site.origin}/slow`,
    ok: 'ask',
    failed: 'bye',
  }
  const ask: Step = {
    id: 'ask',
    kind: 'question',
    text: { en: 'Your name?' },
    save_as: { variable: 'name' },
    next: 'hi',
  }
  const variables = [{ name: 'name', type: 'text' as const }]
  await publish('Slow', flowOf([slow, ask, say('hi', 'Hi {{name}}', 'bye'), bye], { variables }))
  const asked = () => server.eventually(async () => (answer.toString().includes('end') ? true : undefined))
  await write('Good morning')
  await asked()
  const { seq } = await write('Eva')
  await handleMessage(server.ctx, { ...of, seq })
  answer()
  await reached({ status: 'completed' })
  expect(bodies(await replies(2))).toEqual(['Your name?', 'Hi Eva'])

  // A run that ends leaves the message to the assistant; a resolved conversation is reopened for a new run.
  await browser.call(setStatus, { ...of, status: 'resolved' })
  const over = await publish('Over', flowOf([{ ...slow, ok: 'bye' }, bye], { trigger: { kind: 'manual' } }))
  answer = () => undefined
  await browser.call(startScenarioRun, { ...of, scenario_id: over.id })
  expect(await row()).toMatchObject({ status: 'open', handler: 'scenario' })
  await asked()
  await write('Are you there?')
  answer()
  await reached({ status: 'completed', scenario_name: 'Over' })
  await server.eventually(async () => ((await row()).handler === 'assistant' ? true : undefined))
})

test('SEC-36 an HTTP step saves what the server returns, sends its key again, and fails by its edge, also for addresses inside the network', async () => {
  const { of, publish, write, replies, reached } = await shop()
  const asked: (string | string[] | undefined)[] = []
  const json = (status: number, body: string) =>
    ((request, reply) => {
      asked.push(request.headers['idempotency-key'])
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }) satisfies (typeof site.pages)[string]
  site.pages['/order'] = json(200, '{"items":[{"state":"shipped"}]}')
  site.pages['/broken'] = json(500, 'no')
  site.pages['/huge'] = json(200, `"${'x'.repeat(500_000)}"`)
  site.pages['/inner'] = (_request, reply) => reply.writeHead(302, { location: `${hidden.origin}/` }).end()
  const request = (id: string, url: string, ok: string): Step => ({
    id,
    kind: 'http_request',
    url,
    map: [{ path: 'items.0.state', variable: 'state' }],
    ok,
    failed: `${id}_failed`,
  })
  await publish(
    'Status',
    flowOf(
      [
        request('order', `${site.origin}/order`, 'state'),
        say('order_failed', 'Failed 1', 'state'),
        say('state', 'It is {{state|unknown}}', 'broken'),
        request('broken', `${site.origin}/broken`, 'bye'),
        say('broken_failed', 'Failed 2', 'huge'),
        request('huge', `${site.origin}/huge`, 'after'),
        say('huge_failed', 'Failed 3', 'after'),
        say('after', 'It is {{state|unknown}}', 'inner'),
        request('inner', `${site.origin}/inner`, 'bye'),
        say('inner_failed', 'Failed 4', 'bye'),
        bye,
      ],
      { variables: [{ name: 'state', type: 'text' }] },
    ),
  )
  await write('Where is my order?')
  const run = await reached({ status: 'completed' })
  expect(bodies(await replies(4))).toEqual(['It is shipped', 'Failed 2', 'It is unknown', 'Failed 4'])
  expect(hidden.asked).toEqual([])
  expect(new Set(asked).size).toBe(3)
  // A request that is sent again has the same key, and its result no longer changes the run.
  await sendRequest(server.ctx, {
    ...of,
    run_id: run.id,
    request: {
      key: `${run.id}:order:1`,
      method: 'GET',
      url: `${site.origin}/order`,
      headers: [],
      body: null,
      timeout_s: 5,
    },
  })
  expect(asked.at(-1)).toBe(asked[0])
  expect(await replies(4)).toHaveLength(4)
})

test('one scenario starts another; a deleted one ends its runs', async () => {
  const { browser, key, publish, write, row, reached } = await shop()
  const ask: Step = { id: 'ask', kind: 'question', text: { en: 'Your name?' }, next: 'bye' }
  const second = await publish('Second', { ...flowOf([ask, bye]), trigger: { kind: 'manual' } })
  await publish('First', flowOf([{ id: 'go', kind: 'run_scenario', scenario_id: second.id }]))
  await write('Good morning')
  await reached({ status: 'waiting', scenario_name: 'Second' })
  await browser.call(deleteScenario, { ...key, scenario_id: second.id })
  await reached({ status: 'ended' })
  expect((await row()).handler).toBe('assistant')
})

test('SEC-10 404 for another workspace’s conversation or scenario, 403 without the right, 422 for a draft', async () => {
  const { browser, integration_id, key, of, publish, write, reached } = await shop()
  const other = await shop()
  const viewer = await server.seed.member(integration_id, 'viewer')
  const scenario = await publish('Hello', hello)
  await write('Good morning')
  await reached({ status: 'completed' })
  const theirs = { ...other.key, conversation_id: of.conversation_id }
  const refused = await Promise.allSettled([
    other.browser.call(getScenarioRun, theirs),
    other.browser.call(startScenarioRun, { ...theirs, scenario_id: scenario.id }),
    other.browser.call(resumeScenarioRun, theirs),
    other.browser.call(endScenarioRun, theirs),
    other.browser.call(listScenarioRuns, { ...other.key, scenario_id: scenario.id }),
    browser.call(resumeScenarioRun, of),
  ])
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'not_found' } })
  await expect(viewer.browser.call(endScenarioRun, of)).rejects.toMatchObject({ code: 'forbidden' })
  const foreign = await other.publish('Theirs', hello)
  for (const scenario_id of [foreign.id, crypto.randomUUID()])
    await expect(browser.call(startScenarioRun, { ...of, scenario_id })).rejects.toMatchObject({
      errors: { scenario_id: [expect.any(String)] },
    })
  for (const cursor of ['x', Buffer.from("2026|' or 1=1").toString('base64url')])
    await expect(
      browser.call(listScenarioRuns, { ...key, scenario_id: scenario.id, cursor }),
    ).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
})
