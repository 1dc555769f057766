import {
  assignConversation,
  assignTeam,
  type ConversationAccess,
  createTeam,
  type InboxRow,
  listConversations,
  requestPerson,
  sendMessage,
  sendVisitorMessage,
  updateMember,
} from '@ozvi/contract'
import { afterAll } from 'vitest'
import { openSocketServer } from '../../../../test/presence.ts'
import { testServer } from '../../../../test/server.ts'

/** A server with sockets, and workspaces with an agent whose access can be limited. */
export async function visibilityServer() {
  const server = await testServer({}, { isAnswering: false })
  const sockets = await openSocketServer(server)
  afterAll(async () => {
    sockets.close()
    await server[Symbol.asyncDispose]()
  })

  /** A workspace with an agent, a team they are in, and a way to create waiting conversations. */
  async function shop(conversation_access: ConversationAccess = 'all') {
    const created = await server.seed.integration()
    const { browser, integration_id } = created
    const agent = await server.seed.member(integration_id, 'agent')
    const colleague = created.owner
    const member_ids = [agent.user.id]
    const team = await browser.call(createTeam, { integration_id, name: 'Returns', member_ids })
    const visitor = await server.seed.visitor(created.integration.public_key)
    async function askQuestion(file_ids: string[] = []) {
      const conversation_id = crypto.randomUUID()
      const body = 'My kettle leaks'
      const message = { conversation_id, id: crypto.randomUUID(), body, file_ids, locale: 'en' } as const
      await visitor.browser.call(sendVisitorMessage, message)
      await visitor.browser.call(requestPerson, { conversation_id })
      return conversation_id
    }
    const limit = (to: ConversationAccess) =>
      browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: to })
    const at = (conversation_id: string) => ({ integration_id, conversation_id })
    const give = (conversation_id: string, assignee_id: string | null = agent.user.id) =>
      browser.call(assignConversation, { ...at(conversation_id), assignee_id })
    const toTeam = (conversation_id: string, team_id: string | null = team.id) =>
      browser.call(assignTeam, { ...at(conversation_id), team_id })
    const mention = (conversation_id: string) =>
      browser.call(sendMessage, {
        ...at(conversation_id),
        id: crypto.randomUUID(),
        body: `@${agent.email} please look`,
        kind: 'note',
      })
    const list = async (): Promise<InboxRow[]> =>
      (await agent.browser.call(listConversations, { integration_id })).items
    await limit(conversation_access)
    return {
      ...created,
      agent,
      colleague,
      team,
      visitor,
      askQuestion,
      limit,
      at,
      give,
      toTeam,
      mention,
      list,
    }
  }
  return { server, sockets, shop }
}
