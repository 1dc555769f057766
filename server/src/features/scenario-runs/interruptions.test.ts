import {
  endScenarioRun,
  listVisitorMessages,
  requestPerson,
  resumeScenarioRun,
  sendMessage,
  setStatus,
  startScenarioRun,
} from '@ozvi/contract'
import { handOver } from '#features/conversations'
import { expect, test } from 'vitest'
import { bodies, bye, flowOf, runScene, type Step } from './test/run-scene.ts'

const { shop, server } = await runScene()

test('a scenario that a teammate started gives the conversation back to the team at its end', async () => {
  const { browser, of, publish, visitor, conversation_id, write, row } = await shop()
  const scenario = await publish('Name', { ...flowOf([bye]), trigger: { kind: 'manual' } })
  await write('Good morning')
  await visitor.browser.call(requestPerson, { conversation_id })
  const started = await browser.call(startScenarioRun, { ...of, scenario_id: scenario.id })
  expect(started).toMatchObject({ status: 'completed' })
  expect(await row()).toMatchObject({ handler: 'team', waiting_since: expect.any(String) })
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

test('an assistant that has no answer doesn’t hand over what a scenario has taken in the meantime', async () => {
  const { publish, integration_id, conversation_id, write, row, run, reached } = await shop()
  const ask: Step = { id: 'ask', kind: 'question', text: { en: 'Your name?' }, next: 'bye' }
  await publish('Name', flowOf([ask, bye]))
  await write('Good morning')
  await reached({ status: 'waiting' })
  const key = { integration_id, conversation_id }
  const condition = { handler: 'assistant' } as const
  expect(await handOver(server.ctx, key, { reason: 'nothing_found', condition })).toBeUndefined()
  expect([(await row()).handler, (await run())?.status]).toEqual(['scenario', 'waiting'])
  expect(await handOver(server.ctx, key, { reason: 'asked_for_human' })).toMatchObject({ handler: 'team' })
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
