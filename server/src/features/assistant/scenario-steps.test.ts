import {
  getConversation,
  getScenarioRun,
  type InputOf,
  listMessages,
  publishScenario,
  saveScenario,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { assistantServer, shop } from './test/assistant-server.ts'

const { server, knowing, askQuestion } = await assistantServer()
afterAll(() => server[Symbol.asyncDispose]())

type Draft = InputOf<typeof saveScenario>['flow']
const courier = 'How much does shipping with a courier cost?'
const unknown = 'Do you employ a submarine pilot on Jupiter?'

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
  return { ask }
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
