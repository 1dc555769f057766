import {
  type Conversation,
  getScenarioNumbers,
  type InputOf,
  listScenarioRuns,
  publishScenario,
  runMeasures,
  saveScenario,
  sendVisitorMessage,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

type Draft = InputOf<typeof saveScenario>['flow']
const flow: Draft = {
  trigger: { kind: 'conversation_started' },
  locales: ['en', 'sk'],
  start_step_id: 'offer',
  goal_step_id: 'bought',
  steps: [
    {
      id: 'offer',
      kind: 'split',
      arms: [
        { id: 'a', weight: 1, next: 'ask' },
        { id: 'b', weight: 1, next: 'ask' },
      ],
    },
    {
      id: 'ask',
      kind: 'buttons',
      text: { en: 'Buy?', sk: 'Kúpite?' },
      buttons: [
        { id: 'yes', text: { en: 'Yes', sk: 'Áno' }, next: 'bought' },
        { id: 'no', text: { en: 'No', sk: 'Nie' }, next: 'person' },
      ],
    },
    { id: 'bought', kind: 'message', text: { en: 'Thanks', sk: 'Ďakujeme' }, next: 'bye' },
    { id: 'person', kind: 'hand_over' },
    { id: 'bye', kind: 'end' },
  ],
}

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const scenario_id = crypto.randomUUID()
  const of = { integration_id, scenario_id }
  await browser.call(saveScenario, { ...of, name: 'Offer', flow })
  await browser.call(publishScenario, of)
  async function talk(locale: 'en' | 'sk', reply?: string) {
    const visitor = await server.seed.visitor(integration.public_key)
    const conversation_id: Conversation['id'] = crypto.randomUUID()
    const write = (body: string) =>
      visitor.browser.call(sendVisitorMessage, { conversation_id, id: crypto.randomUUID(), body, locale })
    const runs = async () =>
      (await browser.call(listScenarioRuns, { ...of, limit: '100' })).items.filter(
        (run) => run.conversation_id === conversation_id,
      )
    await write('Hello')
    await server.eventually(async () => ((await runs())[0]?.step_id === 'ask' ? true : undefined))
    if (reply === undefined) return
    await write(reply)
    await server.eventually(async () => ((await runs())[0]?.step_id === 'ask' ? undefined : true))
  }
  return { ...created, of, talk }
}

test('each number of a scenario is the length of its list of runs', async () => {
  const { browser, of, talk } = await shop()
  await talk('en', 'Yes')
  await talk('en', 'No')
  await talk('sk', 'Áno')
  await talk('sk')
  const numbers = await browser.call(getScenarioNumbers, of)
  const total = { started: 4, engaged: 3, completed: 2, goal_reached: 2, handed_over: 1 }
  expect(numbers.total).toEqual(total)
  expect(numbers.by_version).toEqual([{ version: 1, ...total }])
  expect(numbers.by_locale).toEqual([
    { locale: 'en', started: 2, engaged: 2, completed: 1, goal_reached: 1, handed_over: 1 },
    { locale: 'sk', started: 2, engaged: 1, completed: 1, goal_reached: 1, handed_over: 0 },
  ])
  expect(numbers.by_arm.reduce((sum, { started }) => sum + started, 0)).toBe(4)
  expect(numbers.steps).toContainEqual({ step_id: 'ask', reached: 4, dropped_off: 0 })
  expect(numbers.steps).toContainEqual({ step_id: 'bought', reached: 2, dropped_off: 0 })
  type Filter = Omit<InputOf<typeof listScenarioRuns>, keyof typeof of>
  const lengthOf = async (filter: Filter) =>
    (await browser.call(listScenarioRuns, { ...of, days: '30', limit: '100', ...filter })).items.length
  for (const [measure, count] of Object.entries(total)) {
    const counted = runMeasures.find((each) => each === measure)
    expect(await lengthOf({ measure: counted })).toBe(count)
    for (const { locale, ...stats } of numbers.by_locale)
      expect(await lengthOf({ measure: counted, locale })).toBe(stats[measure as keyof typeof total])
    for (const { step_id, arm_id, ...stats } of numbers.by_arm)
      expect(await lengthOf({ measure: counted, step_id, arm_id })).toBe(stats[measure as keyof typeof total])
  }
  for (const { step_id, reached, dropped_off } of numbers.steps) {
    expect(await lengthOf({ measure: 'reached', step_id })).toBe(reached)
    expect(await lengthOf({ measure: 'dropped_off', step_id })).toBe(dropped_off)
  }
  // A day later, the customer who never replied has dropped off at the question.
  await server.later(25 * hour_ms, async () => {
    const later = await browser.call(getScenarioNumbers, of)
    expect(later.steps).toContainEqual({ step_id: 'ask', reached: 4, dropped_off: 1 })
    expect(await lengthOf({ measure: 'dropped_off', step_id: 'ask' })).toBe(1)
  })
})

test('SEC-10 404 for the numbers of another workspace’s scenario, 422 for a bad period', async () => {
  const { browser, of } = await shop()
  const other = await server.seed.integration()
  await expect(
    other.browser.call(getScenarioNumbers, { ...of, integration_id: other.integration_id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  for (const wrong of [{ days: '0' }, { days: '1e9' }, { version: '-1' }, { locale: "' or 1=1" as 'en' }])
    await expect(browser.call(getScenarioNumbers, { ...of, ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
    })
})
