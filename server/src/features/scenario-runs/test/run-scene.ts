import {
  getConversation,
  getScenarioRun,
  type InputOf,
  listMessages,
  type Message,
  publishScenario,
  saveScenario,
  type ScenarioRun,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll } from 'vitest'
import { testServer } from '../../../../test/server.ts'

export type Draft = InputOf<typeof saveScenario>['flow']
export type Step = NonNullable<Draft['steps']>[number]
export const flowOf = (steps: Step[], more: Partial<Draft> = {}): Draft => ({
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  start_step_id: steps[0]?.id ?? null,
  steps,
  ...more,
})
export const say = (id: string, text: string, next: string): Step => ({
  id,
  kind: 'message',
  text: { en: text },
  next,
})
export const bye: Step = { id: 'bye', kind: 'end' }
export const hello = flowOf([say('hello', 'Hello', 'bye'), bye])
export const bodies = (messages: readonly Message[]) => messages.map(({ body }) => body)

/** A server of one test file, with shops whose scenarios talk to a visitor. */
export async function runScene(environment: Record<string, string> = {}) {
  const server = await testServer(environment, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())

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
    /** The texts of the scenario, once there are `count`. */
    const replies = (count: number) =>
      server.eventually(async () => {
        const texts = (await thread()).filter(({ author, kind }) => author === 'scenario' && kind === 'text')
        return texts.length >= count ? texts : undefined
      })
    const reached = (expected: Partial<ScenarioRun>) =>
      server.eventually(async () => {
        const now = await run()
        const isThere =
          now && Object.entries(expected).every(([name, value]) => now[name as keyof ScenarioRun] === value)
        return isThere ? now : undefined
      })
    return {
      ...created,
      key,
      of,
      publish,
      visitor,
      conversation_id,
      write,
      thread,
      row,
      run,
      replies,
      reached,
    }
  }
  return { server, shop }
}
