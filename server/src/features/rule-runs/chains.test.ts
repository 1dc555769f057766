import {
  getScenarioRun,
  getRuleStats,
  createTag,
  type Rule,
  type RuleAction,
  ruleChainMax,
  setPriority,
  setTags,
  publishScenario,
  saveScenario,
  minute_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { continueAfterWait } from '#features/scenario-runs'
import { high, some, ruleScene } from './test/rule-scene.ts'

const { server, shop } = await ruleScene()

test('a rule starts a scenario, whose changes trigger rules; they can’t start each other endlessly', async () => {
  const { browser, key, tag, rule, begin, row, thread, runs, settled } = await shop()
  const [orders, seen] = [await tag('Orders'), await tag('Seen')]
  const scenario_id = crypto.randomUUID()
  await browser.call(saveScenario, {
    ...key,
    scenario_id,
    name: 'Orders',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'tag',
      steps: [
        { id: 'tag', kind: 'add_tags', tag_ids: [orders], next: 'ask' },
        { id: 'ask', kind: 'message', text: { en: 'Which order?' }, next: 'bye' },
        { id: 'bye', kind: 'end' },
      ],
    },
  })
  const start: RuleAction = { kind: 'start_scenario', scenario_id }
  const starting = await rule({ name: 'Start', words: ['order'], actions: [start] })
  // Set off by the scenario; it would start it again.
  const again = await rule({
    name: 'Again',
    event: 'tag_added',
    actions: [{ kind: 'add_tags', tag_ids: [seen] }, { kind: 'remove_tags', tag_ids: [orders] }, start],
  })
  const early = await begin('About my order')
  await settled()
  expect((await runs(starting.id))[0]).toMatchObject({
    actions: [{ kind: 'start_scenario', outcome: 'failed', problem: 'scenario_unpublished' }],
  })
  expect(await runs(again.id)).toEqual([])
  expect((await thread(early)).some(({ author }) => author === 'scenario')).toBe(false)
  await browser.call(publishScenario, { ...key, scenario_id })
  const conversation_id = await begin('Another order')
  const log = await server.eventually(async () => {
    await settled()
    const entries = await runs(again.id)
    return entries.some(({ outcome }) => outcome === 'loop') ? entries : undefined
  })
  // It ran once by the scenario; its own tag and that of the scenario it started don’t run it again.
  expect(log.map(({ outcome }) => outcome).toSorted()).toEqual(['acted', 'loop', 'loop'])
  expect((await row(conversation_id)).tag_ids.toSorted()).toEqual([orders, seen].toSorted())
  const entries = await thread(conversation_id)
  const started = entries.filter(({ details }) => details.event === 'scenario_started')
  expect(started).toHaveLength(2)
  const foreign = await shop()
  await expect(foreign.rule({ actions: [start] })).rejects.toMatchObject({
    errors: { 'actions.0.scenario_id': some },
  })
})

test('a rule that a scenario triggers after a wait doesn’t start that scenario again and again', async () => {
  const { browser, key, rule, begin, thread, runs, settled } = await shop()
  const { id: tag } = await browser.call(createTag, { ...key, name: 'Waited' })
  const scenario_id = crypto.randomUUID()
  await browser.call(saveScenario, {
    ...key,
    scenario_id,
    name: 'Patience',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'wait',
      steps: [
        { id: 'wait', kind: 'wait', minutes: 1, next: 'tag' },
        { id: 'tag', kind: 'add_tags', tag_ids: [tag], next: 'end' },
        { id: 'end', kind: 'end' },
      ],
    },
  })
  await browser.call(publishScenario, { ...key, scenario_id })
  const start: RuleAction = { kind: 'start_scenario', scenario_id }
  await rule({ name: 'Start', words: ['order'], actions: [start] })
  const again = await rule({
    name: 'Again',
    event: 'tag_added',
    actions: [{ kind: 'remove_tags', tag_ids: [tag] }, start],
  })
  const conversation_id = await begin('About my order')
  const of = { ...key, conversation_id }
  const waiting = () =>
    server.eventually(async () => {
      await settled()
      const run = await browser.call(getScenarioRun, of)
      return run?.status === 'waiting' ? run : undefined
    })
  for (const number of [1, 2]) {
    const { id: run_id } = await waiting()
    await server.later(number * 2 * minute_ms, () => continueAfterWait(server.ctx, { ...of, run_id }))
  }
  await settled()
  expect((await runs(again.id)).map(({ outcome }) => outcome).toSorted()).toEqual(['acted', 'loop'])
  expect((await browser.call(getScenarioRun, of))?.status).toBe('completed')
  const started = (await thread(conversation_id)).filter(
    ({ details }) => details.event === 'scenario_started',
  )
  expect(started).toHaveLength(2)
})

test('rules that trigger each other end: no rule runs again because of itself, and the log shows why', async () => {
  const { browser, key, rule, begin, row, runs, settled } = await shop()
  const ping = await rule({
    name: 'Ping',
    event: 'priority_changed',
    filter: { priority: 'high' },
    actions: [{ kind: 'set_priority', priority: 'low' }],
  })
  const pong = await rule({
    name: 'Pong',
    event: 'priority_changed',
    filter: { priority: 'low' },
    actions: [high],
  })
  const conversation_id = await begin()
  await browser.call(setPriority, { ...key, conversation_id, priority: 'high' })
  await settled()
  expect((await row(conversation_id)).priority).toBe('high')
  expect((await runs(ping.id)).map(({ outcome }) => outcome)).toEqual(['loop', 'loop', 'acted'])
  expect((await runs(pong.id)).map(({ outcome }) => outcome)).toEqual(['acted'])
  expect((await browser.call(getRuleStats, key))[ping.id]).toMatchObject({ runs: 3, failed: 2 })
  // A chain of different rules, each triggered by the next, is limited too.
  const tags = await Promise.all(
    Array.from(
      { length: ruleChainMax + 2 },
      async (_, place) => (await browser.call(createTag, { ...key, name: `Step ${place}` })).id,
    ),
  )
  const steps: Rule[] = []
  for (const [place, tag] of [...tags.slice(0, -1).entries()].toReversed())
    steps.unshift(
      await rule({
        name: `Step ${place}`,
        event: 'tag_added',
        filter: { tag },
        actions: [
          { kind: 'add_tags', tag_ids: [tags[place + 1] ?? ''] },
          { kind: 'remove_tags', tag_ids: [tag] },
        ],
      }),
    )
  await browser.call(setTags, { ...key, conversation_id, add: [tags[0] ?? ''] })
  await settled()
  const outcomes = await Promise.all(
    steps.map(async ({ id }) => (await runs(id)).map(({ outcome }) => outcome)),
  )
  expect(outcomes).toEqual([...Array<string[]>(ruleChainMax).fill(['acted']), ['loop']])
})
