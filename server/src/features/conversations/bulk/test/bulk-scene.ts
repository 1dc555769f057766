import {
  type BulkAction,
  type BulkChange,
  getBulkAction,
  getConversation,
  listConversations,
  requestPerson,
  sendVisitorMessage,
  startBulkAction,
  undoBulkAction,
} from '@ozvi/contract'
import { afterAll, expect } from 'vitest'
import { testServer } from '../../../../../test/server.ts'

const everything = 'open,waiting,snoozed,resolved,spam'

/** A server of one test file, with workspaces whose conversations wait for the team. */
export async function bulkScene() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())

  /** A workspace with `count` conversations of one visitor waiting for the team. */
  async function workspace(count: number) {
    const { browser, integration, integration_id, user } = await server.seed.integration()
    const visitor = await server.seed.visitor(integration.public_key)
    const ids: string[] = []
    for (let number = 0; number < count; number++) {
      const conversation_id = crypto.randomUUID()
      const body = `Question ${number}`
      await visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      })
      await visitor.browser.call(requestPerson, { conversation_id })
      ids.push(conversation_id)
    }
    const key = (conversation_id = '') => ({ integration_id, conversation_id })
    const read = (index: number) => browser.call(getConversation, key(ids[index]))
    const all = async () =>
      (await browser.call(listConversations, { integration_id, status: everything })).items
    const over = async (id: string, state: BulkAction['state']) => {
      const now = () => browser.call(getBulkAction, { integration_id, bulk_action_id: id })
      await expect.poll(async () => (await now()).state).toBe(state)
      return now()
    }
    const start = async (change: BulkChange, what: { conversation_ids?: string[]; list?: object }) => {
      const action = await browser.call(startBulkAction, {
        integration_id,
        id: crypto.randomUUID(),
        change,
        ...what,
      })
      return over(action.id, 'done')
    }
    const undo = async ({ id }: BulkAction) => {
      await browser.call(undoBulkAction, { integration_id, bulk_action_id: id })
      return over(id, 'undone')
    }
    return { browser, integration_id, user, visitor, ids, key, read, all, start, undo }
  }
  return { server, workspace }
}
