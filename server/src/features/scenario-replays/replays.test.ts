import {
  cancelScenarioReplay,
  getScenarioReplay,
  type InputOf,
  listReplayResults,
  listScenarioCases,
  publishScenario,
  rateConversation,
  requestPerson,
  saveScenario,
  saveScenarioCase,
  sendVisitorMessage,
  setStatus,
  startScenarioReplay,
  updateHours,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { replayAll } from '#features/scenario-replays'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const some = [expect.any(String)]

type Draft = InputOf<typeof saveScenario>['flow']
const flowOf = (words: string[], more: Partial<Draft> = {}): Draft => ({
  trigger: { kind: 'message', words },
  locales: ['en'],
  start_step_id: 'ask',
  steps: [
    { id: 'ask', kind: 'question', text: { en: 'Which order?' }, answer: 'number', next: 'bye' },
    { id: 'bye', kind: 'hand_over' },
  ],
  ...more,
})

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const scenario_id: string = crypto.randomUUID()
  const of = { integration_id, scenario_id }
  const save = (flow: Draft) => browser.call(saveScenario, { ...of, name: 'Orders', flow })
  const talk = async (...texts: string[]) => {
    const visitor = await server.seed.visitor(integration.public_key)
    const conversation_id: string = crypto.randomUUID()
    for (const body of texts)
      await visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      })
    return conversation_id
  }
  const finished = () =>
    server.eventually(async () => {
      const replay = await browser.call(getScenarioReplay, of)
      return replay?.status === 'running' ? undefined : replay
    })
  return { ...created, of, save, talk, finished }
}

test('a draft is replayed over past conversations, with starts, paths and differences', async () => {
  const { browser, of, save, talk, finished } = await shop()
  await save(flowOf(['order']))
  await talk('Hello')
  const ordered = await talk('My order is late', '1234')
  await talk('Do you ship orders abroad?')
  expect(await browser.call(getScenarioReplay, of)).toBeNull()
  expect(await browser.call(startScenarioReplay, { ...of, conversations: 10 })).toMatchObject({ total: 3 })
  expect(await finished()).toMatchObject({ status: 'done', total: 3, done: 3, started: 2, different: 2 })
  const { items, total } = await browser.call(listReplayResults, of)
  expect(total).toBe(3)
  expect(items.map(({ status, path }) => [status, path])).toEqual([
    ['waiting', ['ask']],
    ['handed_over', ['ask', 'bye']],
    [null, []],
  ])
  expect(items[1]).toMatchObject({
    conversation_id: ordered,
    start_seq: expect.any(Number),
    differences: ['would_start', 'hand_over_added'],
  })
  const started = await browser.call(listReplayResults, { ...of, only: 'started' })
  expect(started.total).toBe(2)
  expect(started.items).toEqual(items.slice(0, 2))
  // Nothing was sent or started.
  expect((await browser.call(listReplayResults, { ...of, offset: '2', limit: '1' })).items).toHaveLength(1)
  // A repeated job finds nothing to do.
  const { id } = (await browser.call(getScenarioReplay, of)) ?? { id: '' }
  await replayAll(server.ctx, { ...of, id })
  expect(await finished()).toMatchObject({ done: 3 })
  await browser.call(cancelScenarioReplay, of)
  expect(await finished()).toMatchObject({ status: 'done' })
})

test('a replay starts after a rating, or without a reply', async () => {
  const { browser, integration, integration_id, of, save, finished } = await shop()
  const visitor = await server.seed.visitor(integration.public_key)
  const conversation_id = crypto.randomUUID()
  const id = crypto.randomUUID()
  const message = { conversation_id, id, body: 'Hello', locale: 'en' } as const
  await server.later(-hour_ms, () => visitor.browser.call(sendVisitorMessage, message))
  const replayed = async (trigger: Draft['trigger']) => {
    await save(flowOf([], { trigger }))
    await browser.call(startScenarioReplay, { ...of, conversations: 10 })
    await finished()
    return (await browser.call(listReplayResults, of)).items.map(({ start_seq }) => start_seq)
  }
  // The assistant has it.
  expect(await replayed({ kind: 'team_silent', minutes: 30 })).toEqual([null])
  await server.later(-50 * minute_ms, () => visitor.browser.call(requestPerson, { conversation_id }))
  await server.later(-40 * minute_ms, () =>
    visitor.browser.call(sendVisitorMessage, { ...message, id: crypto.randomUUID() }),
  )
  const [silent] = await replayed({ kind: 'team_silent', minutes: 30 })
  expect(silent).toBeGreaterThan(1)
  expect(await replayed({ kind: 'team_silent', minutes: 45 })).toEqual([null])
  await browser.call(setStatus, { integration_id, conversation_id, status: 'resolved' })
  const rating = { conversation_id, id: crypto.randomUUID(), score: 1, comment: '' }
  await visitor.browser.call(rateConversation, rating)
  expect(await replayed({ kind: 'rating_received', band: 'high' })).toEqual([null])
  expect((await replayed({ kind: 'rating_received', band: 'low' }))[0]).toBeGreaterThan(silent ?? 0)
})

test('a replay of past runs differs only where the draft has changed', async () => {
  const { browser, of, save, talk, finished } = await shop()
  await save(flowOf(['order']))
  await browser.call(publishScenario, of)
  await talk('My order is late')
  await server.eventually(async () => {
    await browser.call(startScenarioReplay, { ...of, conversations: 10 })
    await finished()
    const { items } = await browser.call(listReplayResults, of)
    return items[0]?.differences.length === 0 && items[0].start_seq !== null ? true : undefined
  })
  await save(flowOf(['refund']))
  await browser.call(startScenarioReplay, { ...of, conversations: 10 })
  expect(await finished()).toMatchObject({ started: 0, different: 1 })
  const { items } = await browser.call(listReplayResults, { ...of, only: 'different' })
  expect(items[0]).toMatchObject({ differences: ['would_not_start'], status: null })
})

test('422 saved tests run before a draft is published, and a failing one blocks it', async () => {
  const { browser, of, save } = await shop()
  await save(flowOf(['order']))
  const case_id = crypto.randomUUID()
  const persona = { locale: 'en', now: '2026-11-24T09:00:00.000Z' } as const
  const saved = await browser.call(saveScenarioCase, {
    ...of,
    case_id,
    name: 'Number',
    persona,
    inputs: [
      { kind: 'started', text: 'My order' },
      { kind: 'message', text: '1234' },
    ],
    checks: [
      { kind: 'status', status: 'handed_over' },
      { kind: 'path', step_ids: ['ask', 'bye'] },
      { kind: 'says', text: 'WHICH order' },
    ],
  })
  expect(await browser.call(listScenarioCases, of)).toEqual([saved])
  expect(await browser.call(publishScenario, of)).toMatchObject({ published_version: 1 })
  await save(flowOf(['order'], { start_step_id: 'bye', steps: [{ id: 'bye', kind: 'end' }] }))
  await expect(browser.call(publishScenario, of)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [`cases.${case_id}`]: [expect.stringContaining('Number')] },
  })
  // Hostile input names its field.
  for (const [wrong, path] of [
    [{ checks: [] }, 'checks'],
    [{ inputs: [{ kind: 'eval', text: 'x' }] }, 'inputs.0.kind'],
    [{ inputs: [{ kind: 'message', text: 'x'.repeat(2_001) }] }, 'inputs.0.text'],
    [{ persona: { ...persona, now: 'yesterday' } }, 'persona.now'],
  ] as const) {
    const { id: _, ...fields } = saved
    const input = { ...of, case_id, ...fields, ...wrong } as InputOf<typeof saveScenarioCase>
    await expect(browser.call(saveScenarioCase, input)).rejects.toMatchObject({ errors: { [path]: some } })
  }
})

test('a saved test whose opening hours are as scheduled follows those of the workspace', async () => {
  const { browser, of, save } = await shop()
  const isOpen = { subject: 'hours', operator: 'is', value: 'open' } as const
  const draft = (word: string) =>
    flowOf([word], {
      start_step_id: 'hours',
      steps: [
        {
          id: 'hours',
          kind: 'branch',
          cases: [{ id: 'open', match: 'all', conditions: [isOpen], next: 'team' }],
          otherwise: 'bye',
        },
        { id: 'team', kind: 'hand_over' },
        { id: 'bye', kind: 'end' },
      ],
    })
  const { integration_id } = of
  const workday = [{ from: '09:00', to: '17:00' }]
  const week = [workday, workday, workday, workday, workday, [], []]
  await browser.call(updateHours, { integration_id, is_on: true, time_zone: 'Europe/Bratislava', week })
  // A Tuesday, 16:30 and 17:30 in Bratislava.
  const saveCase = (
    case_id: string,
    time: string,
    is_open: boolean | null,
    status: 'completed' | 'handed_over',
  ) =>
    browser.call(saveScenarioCase, {
      ...of,
      case_id,
      name: time,
      persona: { locale: 'en', now: `2026-11-24T${time}:00.000Z`, is_open },
      inputs: [{ kind: 'started', text: 'My order' }],
      checks: [{ kind: 'status', status }],
    })
  await save(draft('order'))
  await saveCase(crypto.randomUUID(), '15:30', null, 'handed_over')
  await saveCase(crypto.randomUUID(), '16:30', true, 'handed_over')
  const closed = crypto.randomUUID()
  await saveCase(closed, '16:30', null, 'completed')
  expect(await browser.call(publishScenario, of)).toMatchObject({ published_version: 1 })
  await saveCase(closed, '16:30', null, 'handed_over')
  await save(draft('parcel'))
  await expect(browser.call(publishScenario, of)).rejects.toMatchObject({
    errors: { [`cases.${closed}`]: some },
  })
  await browser.call(updateHours, { integration_id, is_on: false })
  await expect(browser.call(publishScenario, of)).resolves.toMatchObject({ published_version: 2 })
})

test('SEC-10 404 for the tests and the replay of another workspace’s scenario, 403 without the right', async () => {
  const { browser, integration_id, of, save, finished } = await shop()
  await save(flowOf(['order']))
  await browser.call(startScenarioReplay, of)
  await finished()
  const other = await server.seed.integration()
  const theirs = { ...of, integration_id: other.integration_id }
  const outcomes = await Promise.allSettled([
    other.browser.call(listScenarioCases, theirs),
    other.browser.call(startScenarioReplay, theirs),
    other.browser.call(getScenarioReplay, theirs),
    other.browser.call(cancelScenarioReplay, theirs),
    other.browser.call(listReplayResults, theirs),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'not_found' } })
  const agent = await server.seed.member(integration_id, 'agent')
  await expect(agent.browser.call(startScenarioReplay, of)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(agent.browser.call(listReplayResults, of)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(browser.call(startScenarioReplay, { ...of, conversations: 1_001 })).rejects.toMatchObject({
    errors: { conversations: some },
  })
})
