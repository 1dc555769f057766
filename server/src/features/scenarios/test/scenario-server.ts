import {
  getScenario,
  type InputOf,
  listScenarios,
  publishScenario,
  saveScenario,
  type Scenario,
} from '@ozvi/contract'
import { afterAll } from 'vitest'
import { testServer } from '../../../../test/server.ts'

export type Draft = InputOf<typeof saveScenario>['flow']
export const greeting = (text: string): Draft => ({
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  start_step_id: 'hello',
  steps: [
    { id: 'hello', kind: 'message', text: { en: text }, next: 'bye' },
    { id: 'bye', kind: 'end' },
  ],
})

type Group = NonNullable<NonNullable<Draft['audience']>['groups']>[number]
export const newGroup = (id: string, conditions: Group['conditions']): Group => ({ id, conditions })
export const hasTag = (value: string) =>
  ({ subject: 'conversation', name: 'tag', operator: 'is', value }) as const

/** A server, and workspaces on it with calls of scenarios. */
export async function scenarioServer() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())
  async function shop() {
    const created = await server.seed.integration()
    const { browser, integration_id } = created
    const key = { integration_id }
    const save = (name: string, flow = greeting('Hello'), scenario_id: string = crypto.randomUUID()) =>
      browser.call(saveScenario, { ...key, scenario_id, name, flow })
    const publish = ({ id }: Pick<Scenario, 'id'>, note = '') =>
      browser.call(publishScenario, { ...key, scenario_id: id, note })
    const list = () => browser.call(listScenarios, key)
    const get = ({ id }: Pick<Scenario, 'id'>) => browser.call(getScenario, { ...key, scenario_id: id })
    return { ...created, key, save, publish, list, get }
  }
  return { server, shop }
}
