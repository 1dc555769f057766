import {
  assignConversation,
  assignTeam,
  type ConversationAccess,
  countConversations,
  countTeamConversations,
  createTeam,
  deleteConversation,
  deleteTeam,
  inboxViews,
  listConversations,
  requestPerson,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  updateMember,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { mergeCounts } from './filter-store.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** A workspace with an agent and their team. */
async function shop() {
  const { browser, integration, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const { id: team_id } = await browser.call(createTeam, {
    integration_id,
    name: 'Returns',
    member_ids: [agent.user.id],
  })
  /** The key of a conversation that waits for the team. */
  async function ask() {
    const visitor = await server.seed.visitor(integration.public_key)
    const conversation_id = crypto.randomUUID()
    const message = {
      conversation_id,
      id: crypto.randomUUID(),
      body: 'My kettle leaks',
      locale: 'en',
    } as const
    await visitor.browser.call(sendVisitorMessage, message)
    await visitor.browser.call(requestPerson, { conversation_id })
    return { integration_id, conversation_id }
  }
  const withAccess = (access: ConversationAccess) =>
    browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: access })
  /** Compares the counts with the lists for each access, and returns the counts of full access. */
  async function counts() {
    let last: Record<string, number> = {}
    for (const access of ['own', 'team', 'all'] as const) {
      await withAccess(access)
      last = await agent.browser.call(countConversations, { integration_id })
      const lists: Record<string, number> = {}
      for (const view of inboxViews)
        lists[view] = (await agent.browser.call(listConversations, { integration_id, view })).items.length
      expect(last, access).toEqual(lists)
    }
    return last
  }
  return { browser, integration_id, agent, team_id, ask, counts }
}
const rowsOf = async (integration_id: string) =>
  (
    await server.ctx.db
      .selectFrom('conversation_count')
      .where('integration_id', '=', integration_id)
      .select('change')
      .execute()
  ).length

test('the count of every view equals the length of its list after each change, also with limited access', async () => {
  const { browser, integration_id, agent, team_id, ask, counts } = await shop()
  const [one, two, three, four] = [await ask(), await ask(), await ask(), await ask()]
  expect(await counts()).toMatchObject({ all: 4, unassigned: 4, resolved: 0 })
  await browser.call(assignConversation, { ...one, assignee_id: agent.user.id })
  await browser.call(assignTeam, { ...two, team_id })
  const note = { id: crypto.randomUUID(), body: `@${agent.email} please look`, kind: 'note' } as const
  await browser.call(sendMessage, { ...three, ...note })
  expect(await counts()).toMatchObject({ all: 4, mine: 1, unassigned: 3, mentioned: 1 })
  await browser.call(setStatus, { ...one, status: 'resolved' })
  await browser.call(setStatus, { ...four, status: 'spam' })
  expect(await counts()).toMatchObject({ all: 2, mine: 0, resolved: 1, spam: 1 })

  const before = await rowsOf(integration_id)
  await Promise.all([mergeCounts(server.ctx.db, 0), mergeCounts(server.ctx.db, 0)])
  expect(await rowsOf(integration_id)).toBeLessThan(before)
  expect(await counts()).toMatchObject({ all: 2, resolved: 1, spam: 1 })

  await browser.call(deleteTeam, { integration_id, team_id })
  await browser.call(deleteConversation, three)
  expect(await counts()).toMatchObject({ all: 1, mentioned: 0, resolved: 1, spam: 1 })
})

test('the count of a team is the length of its list, with any access', async () => {
  const { browser, integration_id, agent, team_id, ask } = await shop()
  const other = await browser.call(createTeam, { integration_id, name: 'Billing', member_ids: [] })
  const [one, two, three] = [await ask(), await ask(), await ask()]
  const counted = async (access: ConversationAccess) => {
    await browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: access })
    const counts = await agent.browser.call(countTeamConversations, { integration_id })
    for (const team of [team_id, other.id]) {
      const { items } = await agent.browser.call(listConversations, { integration_id, team })
      expect(counts[team] ?? 0, access).toBe(items.length)
    }
    return counts
  }
  expect(await counted('all')).toEqual({})
  for (const key of [one, two]) await browser.call(assignTeam, { ...key, team_id })
  await browser.call(assignTeam, { ...three, team_id: other.id })
  expect(await counted('all')).toEqual({ [team_id]: 2, [other.id]: 1 })
  expect(await counted('team')).toEqual({ [team_id]: 2 })
  expect(await counted('own')).toEqual({})
  await browser.call(setStatus, { ...one, status: 'resolved' })
  expect(await counted('all')).toEqual({ [team_id]: 1, [other.id]: 1 })
})

test('pages of a list with limited access have no gaps or repetitions', async () => {
  const { browser, integration_id, agent, team_id, ask } = await shop()
  const keys = [await ask(), await ask(), await ask(), await ask()]
  for (const [nth, key] of keys.entries()) {
    if (nth !== 1) await browser.call(assignConversation, { ...key, assignee_id: agent.user.id })
    if (nth !== 0) await browser.call(assignTeam, { ...key, team_id })
  }
  await browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: 'team' })
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await agent.browser.call(listConversations, {
      integration_id,
      limit: 1,
      ...(cursor && { cursor }),
    })
    ids.push(...page.items.map(({ id }) => id))
    if (!page.next) break
    cursor = page.next
  }
  expect(ids).toEqual(keys.map(({ conversation_id }) => conversation_id).toReversed())
})
