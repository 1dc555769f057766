import {
  applyConversationChanged,
  applyRunToRows,
  applyScenarioRunChanged,
  conversationChanged,
  createContactField,
  createTag,
  deleteScenario,
  endScenarioRun,
  getContact,
  getScenarioRun,
  type InboxRow,
  listConversations,
  listScenarioRuns,
  listScenarios,
  listVisitorMessages,
  resumeScenarioRun,
  type ScenarioRun,
  startScenarioRun,
  minute_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { handleMessage, continueAfterWait } from '#features/scenario-runs'
import { exportContact } from '../../../test/contact-export.ts'
import { bodies, bye, flowOf, hello, runScene, say, type Step } from './test/run-scene.ts'

const { server, shop } = await runScene()

test('SEC-50 the export of a contact contains their scenario data', async () => {
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

test('an end that resolves the conversation counts it as resolved by a rule or scenario, and a message reopens it', async () => {
  const { publish, write, row, reached } = await shop()
  await publish(
    'Good night',
    flowOf([say('hello', 'We are asleep', 'bye'), { id: 'bye', kind: 'end', resolve: true }]),
  )
  await write('Hello')
  await reached({ status: 'completed' })
  expect(await row()).toMatchObject({ status: 'resolved', resolved_by: 'rule' })
  await write('Still there?')
  expect(await row()).toMatchObject({ status: 'open', resolved_by: null })
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
  const changes = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
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
  // The list shows the scenario and its step.
  const { items: listed } = await browser.call(listConversations, { ...key, view: 'automated' })
  expect(listed.map(({ active_scenario }) => active_scenario)).toEqual([
    {
      id: (await run())?.id,
      scenario_name: 'Orders',
      step_number: 2,
      step_title: '',
      started_at: expect.any(String),
      version: expect.any(Number),
    },
  ])
  const shownStep = () =>
    events.map(({ data }) => data as ScenarioRun).reduce(applyRunToRows, listed)[0]?.active_scenario
  await write('My order', { reply_to: menu?.id ?? '', button_id: 'order' })
  await replies(3)
  expect(await run()).toMatchObject({
    status: 'waiting',
    step_id: 'number',
    step_number: 3,
    step_title: 'Ask for the number',
  })
  const atNumber = (await row()).active_scenario
  expect(atNumber).toMatchObject({ step_number: 3, step_title: 'Ask for the number' })
  await expect.poll(shownStep).toMatchObject({ ...atNumber })
  changes.length = 0
  await write('I forgot')
  const again = await replies(4)
  expect(again.at(-1)?.body).toContain('Which number?')
  // Another list that the conversation enters with this change shows the step as well.
  const [entered] = changes.map(({ data }) => data as InboxRow).reduce(applyConversationChanged, [])
  expect(entered?.active_scenario).toMatchObject({
    scenario_name: 'Orders',
    step_number: 3,
    step_title: 'Ask for the number',
  })
  await write('41973512')
  const done = await reached({ status: 'handed_over' })
  expect(events.map(({ data }) => data as ScenarioRun).reduce(applyScenarioRunChanged, before)).toEqual(done)
  expect(JSON.stringify(events)).not.toContain('41973512')
  expect(shownStep()).toBeUndefined()
  expect((await row()).active_scenario).toBeUndefined()
  expect(await row()).toMatchObject({ handler: 'team', priority: 'high', tag_ids: [tag.id] })
  const contact = await browser.call(getContact, { ...key, contact_id: visitor.contact_id })
  expect(contact.fields).toEqual({ [field.id]: 41973512 })
  const messages = await thread()
  const notes = messages.filter(({ kind }) => kind === 'note')
  expect(bodies(notes)).toEqual(['Order 41973512', 'A large order'])
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

test('a repeated job changes nothing', async () => {
  const { publish, of, write, thread, reached } = await shop()
  await publish('Hello', hello)
  const { seq } = await write('Good morning')
  await reached({ status: 'completed' })
  const before = await thread()
  await Promise.all([1, 2, 3].map(() => handleMessage(server.ctx, { ...of, seq })))
  expect(await thread()).toEqual(before)
})

test('REL-01 the first message starts a scenario even if a later one’s job runs first', async () => {
  const { of, publish, write, row, replies, thread } = await shop()
  await write('Good morning')
  const { seq } = await write('Number one')
  // As a crash leaves it: both messages are stored, and no scenario has been chosen yet.
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({ handler: 'scenario' })
      .where('id', '=', of.conversation_id)
      .execute(),
  )
  const which: Step = { id: 'which', kind: 'question', text: { en: 'Which order?' }, next: 'hello' }
  await publish(
    'Orders',
    flowOf([which, say('hello', 'Thanks', 'when'), { ...which, id: 'when', next: 'bye' }, bye]),
  )
  await handleMessage(server.ctx, { ...of, seq })
  await replies(3)
  expect(await row()).toMatchObject({ handler: 'scenario' })
  const before = await thread()
  for (const earlier of [1, 2]) await handleMessage(server.ctx, { ...of, seq: earlier })
  expect(await thread()).toEqual(before)
})

test('a wait continues once, at its time', async () => {
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
  await continueAfterWait(server.ctx, due)
  expect(await run()).toMatchObject({ status: 'waiting', waiting_until: waiting.waiting_until })
  await server.later(31 * minute_ms, async () => {
    await Promise.all([continueAfterWait(server.ctx, due), continueAfterWait(server.ctx, due)])
  })
  expect(bodies(await replies(1))).toEqual(['Still there?'])
  expect(await run()).toMatchObject({ status: 'completed' })
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
  const outcomes = await Promise.allSettled([
    other.browser.call(getScenarioRun, theirs),
    other.browser.call(startScenarioRun, { ...theirs, scenario_id: scenario.id }),
    other.browser.call(resumeScenarioRun, theirs),
    other.browser.call(endScenarioRun, theirs),
    other.browser.call(listScenarioRuns, { ...other.key, scenario_id: scenario.id }),
    browser.call(resumeScenarioRun, of),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'not_found' } })
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
