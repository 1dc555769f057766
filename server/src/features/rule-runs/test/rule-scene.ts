import {
  type InputOf,
  createTag,
  getConversation,
  listMessages,
  listRuleRuns,
  type RuleAction,
  saveRule,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect } from 'vitest'
import { testServer } from '../../../../test/server.ts'

export type Draft = Partial<Omit<InputOf<typeof saveRule>, 'integration_id'>>
export const high: RuleAction = { kind: 'set_priority', priority: 'high' }
/** One message of a field. */
export const some = [expect.any(String)]

/** A server of one test file, with shops that have rules and a visitor. */
export async function ruleScene() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())

  async function shop() {
    const created = await server.seed.integration()
    const { browser, integration_id, integration } = created
    const key = { integration_id }
    const tag = async (name: string) => (await browser.call(createTag, { ...key, name })).id
    const rule = (draft: Draft) =>
      browser.call(saveRule, {
        ...key,
        rule_id: crypto.randomUUID(),
        name: 'Rule',
        event: 'customer_message',
        actions: [high],
        ...draft,
      })
    const visitor = await server.seed.visitor(integration.public_key)
    /** A customer starts a conversation. */
    async function begin(body = 'Hello?', more: { locale?: 'en' | 'sk'; url?: string } = {}) {
      const conversation_id = crypto.randomUUID()
      const page = more.url ? { page: { url: more.url, title: '' } } : {}
      await visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: more.locale ?? 'en',
        ...page,
      })
      return conversation_id
    }
    const row = (conversation_id: string) => browser.call(getConversation, { ...key, conversation_id })
    const thread = (conversation_id: string) => browser.call(listMessages, { ...key, conversation_id })
    const runs = async (rule_id: string) => (await browser.call(listRuleRuns, { ...key, rule_id })).items
    /** Waits until the rules have run. */
    const settled = () =>
      server.eventually(async () => {
        const { count } = await server.ctx.db
          .selectFrom('rule_trigger')
          .where('integration_id', '=', integration_id)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count === 0 || undefined
      })
    return { ...created, key, tag, rule, visitor, begin, row, thread, runs, settled }
  }
  return { server, shop }
}
