import {
  deleteDataSource,
  getConversation,
  getScenarioRun,
  type InputOf,
  listDataSources,
  listMessages,
  type Message,
  publishScenario,
  saveScenario,
  updateAssistantSettings,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { assistantServer, shop } from './test/assistant-server.ts'

const { server, knowing, askQuestion } = await assistantServer()
afterAll(() => server[Symbol.asyncDispose]())

type Draft = InputOf<typeof saveScenario>['flow']
const courier = 'How much does shipping with a courier cost?'
const unknown = 'Do you employ a submarine pilot on Jupiter?'

const asking: Omit<Draft, 'locales'> = {
  trigger: { kind: 'conversation_started' },
  start_step_id: 'ask',
  steps: [
    { id: 'ask', kind: 'assistant', title: 'Look it up', answered: 'bye' },
    { id: 'bye', kind: 'end' },
  ],
}

async function publishing(flow: Omit<Draft, 'locales'>) {
  const created = await knowing(shop)
  const { browser, integration_id, visitor } = created
  const of = { integration_id, scenario_id: crypto.randomUUID() }
  await browser.call(saveScenario, { ...of, name: 'Ask', flow: { ...flow, locales: ['en'] } })
  await browser.call(publishScenario, of)
  const ask = async (body: string) => {
    const { conversation_id, reply } = await askQuestion(visitor.browser, body)
    const key = { integration_id, conversation_id }
    const run = await server.eventually(async () => {
      const now = await browser.call(getScenarioRun, key)
      return now?.ended_at ? now : undefined
    })
    const messages = await browser.call(listMessages, key)
    return { reply, run, messages, row: await browser.call(getConversation, key) }
  }
  return { ...created, ask }
}

test('a step asks the assistant, which answers from the content or continues with another step', async () => {
  const { ask } = await publishing({
    trigger: { kind: 'conversation_started' },
    start_step_id: 'ask',
    steps: [
      { id: 'ask', kind: 'assistant', answered: 'more', not_found: 'person' },
      { id: 'more', kind: 'message', text: { en: 'Anything else?' }, next: 'bye' },
      { id: 'person', kind: 'hand_over' },
      { id: 'bye', kind: 'end' },
    ],
  })
  const answered = await ask(courier)
  expect(answered.reply).toMatchObject({ kind: 'answer', author: 'assistant' })
  expect(answered.reply.citations).not.toEqual([])
  expect(answered.run).toMatchObject({ status: 'completed' })
  // The explanation of the answer names the scenario and its step.
  const answer = answered.messages.find(({ kind }) => kind === 'answer')
  expect(answer?.details.scenario).toMatchObject({ name: 'Ask', step_number: expect.any(Number) })
  // The assistant answered once: in the step, not for the message as well.
  expect(answered.messages.filter(({ kind }) => kind === 'answer')).toHaveLength(1)
  expect(answered.messages.at(-2)).toMatchObject({ author: 'scenario', body: 'Anything else?' })
  expect(answered.row.handler).toBe('assistant')
  const passed = await ask(unknown)
  expect(passed.run).toMatchObject({ status: 'handed_over', step_id: 'person' })
  expect(passed.messages.some(({ kind }) => kind === 'answer')).toBe(false)
})

test('a customer is handed over by a step whose content was removed or whose assistant is off, and the team sees why', async () => {
  const { ask, browser, integration_id } = await publishing(asking)
  const reasons = (messages: readonly Message[]) =>
    messages
      .filter(({ details }) => details.event === 'scenario_step_failed')
      .map(({ details }) => [details.scenario?.step_title, details.failed_step_reason])
  // A question that the content doesn't answer isn't a failure of the step.
  expect(reasons((await ask(unknown)).messages)).toEqual([])
  for (const { id: source_id } of await browser.call(listDataSources, { integration_id })) {
    await browser.call(deleteDataSource, { integration_id, source_id })
    await server.eventually(
      async () => (await browser.call(listDataSources, { integration_id })).length === 0 || undefined,
    )
  }
  const removed = await server.eventually(async () => {
    const asked = await ask(courier)
    return asked.run.status === 'handed_over' && reasons(asked.messages).length > 0 ? asked : undefined
  })
  expect(removed.row.handler).toBe('team')
  expect(removed.messages.filter(({ kind }) => kind === 'hand_over')).toHaveLength(1)
  expect(reasons(removed.messages)).toEqual([['Look it up', 'content_missing']])
  await browser.call(updateAssistantSettings, { integration_id, is_on: false })
  const off = await ask(courier)
  expect(off.row.handler).toBe('team')
  expect(reasons(off.messages)).toEqual([['Look it up', 'assistant_off']])
})

test('a scenario starts when the assistant has no answer, instead of the hand-over', async () => {
  const { ask } = await publishing({
    trigger: { kind: 'not_answered' },
    start_step_id: 'sorry',
    steps: [
      { id: 'sorry', kind: 'message', text: { en: 'A colleague knows.' }, next: 'person' },
      { id: 'person', kind: 'hand_over' },
    ],
  })
  const { run, messages, row } = await ask(unknown)
  expect(run).toMatchObject({ status: 'handed_over' })
  expect(messages.filter(({ kind }) => kind === 'hand_over')).toHaveLength(1)
  expect(messages.find(({ author }) => author === 'scenario')?.body).toBe('A colleague knows.')
  expect(row.handler).toBe('team')
})
