import {
  getConversation,
  getScenarioRun,
  sendVisitorMessage,
  updateAssistantSettings,
  updateHours,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { hello, runScene } from './test/run-scene.ts'

const { server, shop } = await runScene()

test('the first matching scenario starts; without a match, and after the end, the assistant or the team answers', async () => {
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

test('a scenario starts once per person, also with concurrent messages', async () => {
  const { browser, key, publish, visitor } = await shop()
  await browser.call(updateAssistantSettings, { ...key, is_on: false })
  await publish('Refunds', { ...hello, trigger: { kind: 'message', words: ['refund'], frequency: 'person' } })
  const conversations = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await Promise.all(
    conversations.map((conversation_id) =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body: 'A refund, please',
        locale: 'en',
      }),
    ),
  )
  const runs = await Promise.all(
    conversations.map(async (conversation_id) => {
      const of = { ...key, conversation_id }
      await server.eventually(async () =>
        (await browser.call(getConversation, of)).handler === 'team' ? true : undefined,
      )
      return browser.call(getScenarioRun, of)
    }),
  )
  expect(runs.filter((run) => run?.scenario_name === 'Refunds')).toHaveLength(1)
})
