import {
  applyConversationChanged,
  applyConversationHidden,
  type BulkChange,
  changeRole,
  type Conversation,
  conversationHidden,
  countConversations,
  countSavedViews,
  countTags,
  createTag,
  deleteTeam,
  getBulkAction,
  getConversation,
  getOwnMember,
  type Hidden,
  type InboxRow,
  inviteUser,
  acceptInvitation,
  listAuditEntries,
  listContactTimeline,
  listConversations,
  listMessages,
  listNotifications,
  listReportConversations,
  listTeams,
  listWorkspaceActivity,
  mergeConversation,
  saveView,
  searchConversations,
  type ConversationAccess,
  sendVisitorMessage,
  setPriority,
  setTags,
  startBulkAction,
  undoBulkAction,
  undoMerge,
  updateMember,
  updateTeam,
  uploadVisitorFile,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { visibilityServer } from './test/visibility-server.ts'

const { server, sockets, shop } = await visibilityServer()
const channelOf = (conversation_id: string) => `presence-conversation.${conversation_id}`
const rowsAfter = (before: readonly InboxRow[], events: readonly { event: string; data: unknown }[]) =>
  events.reduce<readonly InboxRow[]>((rows, { event, data }) => {
    // The events have the types of the contract.
    if (event === 'ConversationChanged') return applyConversationChanged(rows, data as Conversation)
    return event === conversationHidden.name ? applyConversationHidden(rows, data as Hidden) : rows
  }, before)

test('S6.02 every list, count, search and timeline shows an agent only what they can see', async () => {
  const created = await shop()
  const { browser, integration_id, agent, visitor, askQuestion, give, toTeam, mention, limit, at } = created
  const janasConversation = await askQuestion()
  const file_id = await upload(visitor.browser, uploadVisitorFile.path, 'a receipt', 'receipt.txt')
  const others = await askQuestion([file_id])
  const [named, teams] = [await askQuestion(), await askQuestion()]
  await give(janasConversation)
  await mention(named)
  await toTeam(teams)
  const tag = await browser.call(createTag, { integration_id, name: 'Late' })
  for (const id of [others, janasConversation, named, teams])
    await browser.call(setTags, { ...at(id), add: [tag.id], remove: [] })
  const saved_view_id = crypto.randomUUID()
  const view = { integration_id, saved_view_id, name: 'English', is_shared: true, filter: { locale: 'en' } }
  await browser.call(saveView, view)
  const { contact_id } = visitor
  const { browser: viewer } = agent

  const ids = async (query: object) =>
    (await viewer.call(listConversations, { integration_id, ...query })).items.map(({ id }) => id)
  const reads: Record<string, () => Promise<string[] | number>> = {
    list: () => ids({}),
    'list of a tag': () => ids({ tag: tag.id }),
    'of one contact': () => ids({ contact_id }),
    search: async () =>
      (await viewer.call(searchConversations, { integration_id, search: 'kettle' })).items.map(
        ({ conversation }) => conversation.id,
      ),
    timeline: async () =>
      (
        await viewer.call(listContactTimeline, { integration_id, contact_id, kind: 'conversation' })
      ).items.map(({ id }) => id),
    counts: async () => (await viewer.call(countConversations, { integration_id })).all,
    'saved view': async () => (await viewer.call(countSavedViews, { integration_id }))[saved_view_id] ?? 0,
    tags: async () => (await viewer.call(countTags, { integration_id }))[tag.id] ?? 0,
    'who waits': async () =>
      (await viewer.call(listReportConversations, { integration_id, figure: 'waiting' })).items.map(
        ({ id }) => id,
      ),
    'how many wait': async () =>
      (await viewer.call(listReportConversations, { integration_id, figure: 'waiting', limit: 1 })).total,
    unread: async () => (await viewer.call(listWorkspaceActivity, {}))[0]?.unread ?? 0,
    'bulk action': async () => {
      const query = { integration_id, id: crypto.randomUUID(), list: { view: 'all' } } as const
      const change: BulkChange = { kind: 'tags', add: [], remove: [] }
      return (await viewer.call(startBulkAction, { ...query, change })).total
    },
  }
  const expected: [ConversationAccess, string[]][] = [
    ['own', [janasConversation, named]],
    ['team', [janasConversation, named, teams]],
    ['all', [others, janasConversation, named, teams]],
  ]
  for (const [conversation_access, seen] of expected) {
    await limit(conversation_access)
    for (const [name, read] of Object.entries(reads)) {
      const got = await read()
      const expected = typeof got === 'number' ? seen.length : seen.toSorted()
      expect(typeof got === 'number' ? got : got.toSorted(), `${conversation_access}: ${name}`).toEqual(
        expected,
      )
    }
    for (const id of [others, janasConversation, named, teams]) {
      const isThere = viewer.call(getConversation, at(id)).then(
        () => true,
        () => false,
      )
      expect(await isThere, conversation_access).toBe(seen.includes(id))
    }
    const file = await viewer.request('GET', `/api/integration/${integration_id}/file/${file_id}`)
    expect(file.statusCode, conversation_access).toBe(conversation_access === 'all' ? 200 : 404)
    // An agent's reports cover their own conversations, whatever they can see.
    const began = { integration_id, figure: 'conversations' } as const
    expect((await viewer.call(listReportConversations, began)).items.map(({ id }) => id)).toEqual([
      janasConversation,
    ])
  }
  // Typo correction reveals no words of invisible conversations.
  await limit('own')
  expect((await viewer.call(searchConversations, { integration_id, search: 'kettel' })).corrected).toEqual([])
})

test('S6.02 members who manage the team set the access of agents and invited people; it is recorded', async () => {
  const { browser, integration_id, agent, team, limit } = await shop('own')
  const own = () => agent.browser.call(getOwnMember, { integration_id })
  expect(await own()).toMatchObject({ role: 'agent', conversation_access: 'own' })
  expect((await server.me(agent.browser)).integrations[0]).toMatchObject({
    role: 'agent',
    conversation_access: 'own',
  })
  const asAgent = { integration_id, user_id: agent.user.id, conversation_access: 'all' } as const
  await expect(agent.browser.call(updateMember, asAgent)).rejects.toMatchObject({ code: 'forbidden' })
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'team' })
  expect(items.find(({ action }) => action === 'reach_changed')).toMatchObject({
    details: { from: 'all', to: 'own' },
  })
  await limit('team')
  expect((await browser.call(listTeams, { integration_id }))[0]?.id).toBe(team.id)

  const guest = await server.seed.user()
  const query = { email: guest.email, role: 'agent', conversation_access: 'team' } as const
  const { id: invitation_id, conversation_access } = await browser.call(inviteUser, query)
  expect(conversation_access).toBe('team')
  await guest.browser.call(acceptInvitation, { invitation_id })
  expect(await guest.browser.call(getOwnMember, { integration_id })).toMatchObject({
    conversation_access: 'team',
  })
  const otherUser = await server.seed.integration()
  await expect(otherUser.browser.call(updateMember, asAgent)).rejects.toMatchObject({ code: 'not_found' })
})

test('REL-04 old state + events = new state for an agent who sees only their own conversations: assigned, mentioned, reassigned', async () => {
  const { integration_id, agent, colleague, askQuestion, give, toTeam, mention, list, limit, at } =
    await shop('own')
  const [one, two, three] = [await askQuestion(), await askQuestion(), await askQuestion()]
  const events = await sockets.listen(agent.browser, `presence-integration.${integration_id}`)
  const before = await list()
  expect(before).toEqual([])
  await give(one)
  await mention(two)
  await toTeam(three)
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([one, two].toSorted())
  await expect.poll(() => rowsAfter(before, events).length).toBe(2)
  expect(rowsAfter(before, events)).toEqual(await list())
  await give(one, colleague.user.id)
  await expect.poll(() => rowsAfter(before, events)).toEqual(await list())
  expect((await list()).map(({ id }) => id)).toEqual([two])
  // About the conversation that was never theirs they only learn that it isn't visible.
  const of = (id: string) => events.filter(({ data }) => JSON.stringify(data).includes(id))
  expect(new Set(of(three).map(({ event }) => event))).toEqual(new Set([conversationHidden.name]))
  expect(Object.keys(of(three)[0]?.data ?? {}).toSorted()).toEqual([
    'conversation_id',
    'integration_id',
    'version',
  ])
  expect(JSON.stringify(events.filter(({ event }) => event === conversationHidden.name))).not.toContain(
    'kettle',
  )
  expect(of(two).map(({ event }) => event)).toContain('MembersMentioned')

  // Now with access to their team's conversations.
  await limit('team')
  const again = await sockets.listen(agent.browser, `presence-integration.${integration_id}`)
  const now = await list()
  expect(now.map(({ id }) => id).toSorted()).toEqual([two, three].toSorted())
  await toTeam(one)
  await toTeam(three, null)
  await expect.poll(() => rowsAfter(now, again)).toEqual(await list())
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([one, two].toSorted())
  await agent.browser.call(setPriority, { ...at(one), priority: 'high' })
})

test('S6.02 SEC-21 members who can’t see a conversation can’t subscribe to its channels, and are unsubscribed when it is reassigned', async () => {
  const { agent, colleague, askQuestion, give, visitor } = await shop('own')
  const conversation_id = await askQuestion()
  const channel = channelOf(conversation_id)
  expect(await sockets.listen(agent.browser, channel)).toContainEqual({
    event: 'rejected',
    channel,
    data: 403,
  })
  await give(conversation_id)
  const events = await sockets.listen(agent.browser, channel)
  expect(server.ctx.presence.members(channel)).toEqual([agent.user.id])
  await give(conversation_id, colleague.user.id)
  await expect.poll(() => server.ctx.presence.members(channel)).toEqual([])
  await expect.poll(() => events.map(({ event }) => event)).toContain('pusher:subscription_error')
  const body = 'For your colleague alone'
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body,
    locale: 'en',
  })
  expect(JSON.stringify(events)).not.toContain(body)
})

test('S6.02 a member’s pages reload when their access changes: by the setting, the role or the team', async () => {
  const created = await shop('all')
  const { browser, integration_id, agent, team, limit } = created
  const user_id = agent.user.id
  const acts: [string, () => Promise<unknown>, boolean][] = [
    ['the setting', () => limit('team'), true],
    ['the same again', () => limit('team'), false],
    [
      'out of the team',
      () => browser.call(updateTeam, { integration_id, team_id: team.id, member_ids: [] }),
      true,
    ],
    [
      'into the team',
      () => browser.call(updateTeam, { integration_id, team_id: team.id, member_ids: [user_id] }),
      true,
    ],
    [
      'its name',
      () => browser.call(updateTeam, { integration_id, team_id: team.id, name: 'Sent back' }),
      false,
    ],
    ['the team goes', () => browser.call(deleteTeam, { integration_id, team_id: team.id }), true],
    [
      'a role that sees all',
      () => browser.call(changeRole, { integration_id, user_id, role: 'editor' }),
      true,
    ],
    ['the setting of an editor', () => limit('own'), false],
    ['an agent again', () => browser.call(changeRole, { integration_id, user_id, role: 'agent' }), true],
  ]
  const sent = () => server.realtime.stats().closed['4200'] ?? 0
  for (const [what, action, isAnew] of acts) {
    await sockets.listen(agent.browser, `presence-integration.${integration_id}`)
    const before = sent()
    await action()
    expect(sent() > before, what).toBe(isAnew)
  }
})

test('S6.02 members aren’t notified of conversations they can’t see, and their notifications are hidden with them', async () => {
  const { browser, integration_id, agent, colleague, team, askQuestion, toTeam, give, mention } =
    await shop('team')
  const others = await askQuestion()
  const notices = async (who: Browser = agent.browser) =>
    (await who.call(listNotifications, { integration_id })).map(({ kind, conversation_id }) => [
      kind,
      conversation_id,
    ])
  expect(await notices()).toEqual([])
  expect(await notices(colleague.browser)).toEqual([['unassigned', others]])
  await give(others)
  expect(await notices()).toEqual([['assigned', others]])
  await give(others, colleague.user.id)
  expect(await notices()).toEqual([])
  await mention(others)
  expect(new Set((await notices()).map(([kind]) => kind))).toEqual(new Set(['assigned', 'mentioned']))
  const teams = await askQuestion()
  await toTeam(teams)
  await browser.call(updateTeam, { integration_id, team_id: team.id, member_ids: [] })
  await expect(
    agent.browser.call(getConversation, { integration_id, conversation_id: teams }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('S6.02 bulk actions, merges and their undos change only conversations the member can see', async () => {
  const { browser, integration_id, agent, colleague, askQuestion, give, at } = await shop('own')
  const { browser: viewer } = agent
  const [one, two, others] = [await askQuestion(), await askQuestion(), await askQuestion()]
  for (const id of [one, two]) await give(id)
  const run = async (id: string, state: 'done' | 'undone') => {
    const now = () => viewer.call(getBulkAction, { integration_id, bulk_action_id: id })
    await expect.poll(async () => (await now()).state).toBe(state)
    return now()
  }
  const start = async (conversation_ids: string[], change: BulkChange) => {
    const query = { integration_id, id: crypto.randomUUID(), conversation_ids }
    const { id } = await viewer.call(startBulkAction, { ...query, change })
    return run(id, 'done')
  }
  const urgent = await start([one, two, others], { kind: 'priority', priority: 'urgent' })
  expect(urgent).toMatchObject({ total: 2, changed: 2 })
  expect(await browser.call(getConversation, at(others))).toMatchObject({ priority: 'none' })
  // One is taken from the agent: they can no longer undo its priority.
  await give(two, colleague.user.id)
  await viewer.call(undoBulkAction, { integration_id, bulk_action_id: urgent.id })
  await run(urgent.id, 'undone')
  const priorities = async () =>
    Promise.all([one, two].map(async (id) => (await browser.call(getConversation, at(id))).priority))
  expect(await priorities()).toEqual(['none', 'urgent'])
  // What the agent gave away by mistake comes back.
  const given = await start([one], { kind: 'assignee', assignee_id: colleague.user.id })
  await expect(viewer.call(getConversation, at(one))).rejects.toMatchObject({ code: 'not_found' })
  await viewer.call(undoBulkAction, { integration_id, bulk_action_id: given.id })
  await run(given.id, 'undone')
  expect(await viewer.call(getConversation, at(one))).toMatchObject({ assignee_id: agent.user.id })

  await expect(
    viewer.call(mergeConversation, { ...at(one), id: crypto.randomUUID(), into_id: others }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await give(two)
  const merge_id = crypto.randomUUID()
  await viewer.call(mergeConversation, { ...at(two), id: merge_id, into_id: one })
  // Its address still redirects to the target.
  expect(await viewer.call(getConversation, at(two))).toMatchObject({ merged_into_id: one })
  await give(one, colleague.user.id)
  const undo = { integration_id, merge_id }
  await expect(viewer.call(undoMerge, undo)).rejects.toMatchObject({ code: 'not_found' })
  await give(one)
  await viewer.call(undoMerge, undo)
  expect((await viewer.call(listMessages, at(two))).length).toBeGreaterThan(0)
})
