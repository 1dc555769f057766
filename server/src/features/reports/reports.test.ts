import {
  requestPerson,
  assignConversation,
  getReport,
  listMemberStats,
  listReportConversations,
  listWorkspaceActivity,
  markSeen,
  rateConversation,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  updateIntegration,
  day_ms,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('the team’s work is counted immediately: conversations requested, answered, resolved, reopened and rated', async () => {
  const { browser: member, visitor, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const current = async () => (await member.call(getReport, { integration_id })).current
  const draft = (body: string) => ({ id: crypto.randomUUID(), body })
  expect(await current()).toMatchObject({ conversations: 1, replied: 0, first_reply_median_s: null })
  await visitor.browser.call(requestPerson, { conversation_id })
  const waiting = await member.call(listReportConversations, { integration_id, figure: 'waiting' })
  expect(waiting.items.map(({ id }) => id)).toEqual([conversation_id])
  await server.later(10 * minute_ms, async () => {
    await member.call(sendMessage, { ...key, ...draft('Here I am') })
    await member.call(setStatus, { ...key, status: 'resolved' })
  })
  const { first_reply_median_s, ...figures } = await current()
  expect(figures).toMatchObject({ replied: 1, resolved: 1, reopened: 0, rated: 0 })
  expect(Math.abs((first_reply_median_s ?? 0) - 600)).toBeLessThan(30)
  await visitor.browser.call(rateConversation, { conversation_id, id: crypto.randomUUID(), score: 4 })
  await server.later(3 * day_ms, async () => {
    await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft('Again') })
  })
  expect(await current()).toMatchObject({ resolved: 0, reopened: 1, rated: 1, rating_average: 4 })
  const { assistant } = await member.call(getReport, { integration_id })
  expect(assistant?.current).toMatchObject({ involved: 1, handed_over: 1, reopened_soon: 1, answered: 0 })
})

test('an agent sees the statistics of their own conversations, and none of the assistant', async () => {
  const { browser: owner, integration_id, conversation_id } = await server.seed.conversation()
  const { browser: agent, user } = await server.seed.member(integration_id, 'agent')
  expect((await agent.call(getReport, { integration_id })).current.conversations).toBe(0)
  await owner.call(assignConversation, { integration_id, conversation_id, assignee_id: user.id })
  const report = await agent.call(getReport, { integration_id })
  expect(report).toMatchObject({ is_own: true, assistant: null, current: { conversations: 1 } })
  const { total } = await agent.call(listReportConversations, { integration_id, figure: 'conversations' })
  expect(total).toBe(1)
})

test('S2.11 members’ statistics count the conversations assigned to them; agents see their own, all others everyone’s', async () => {
  const { browser: owner, visitor, integration_id, conversation_id, user } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const viewer = await server.seed.member(integration_id, 'viewer')
  const key = { integration_id, conversation_id }
  const id = () => crypto.randomUUID()
  await owner.call(assignConversation, { ...key, assignee_id: agent.user.id })
  await server.later(10 * minute_ms, async () => {
    await agent.browser.call(sendMessage, { ...key, id: id(), body: 'Here I am' })
    await agent.browser.call(setStatus, { ...key, status: 'resolved' })
    await visitor.browser.call(rateConversation, { conversation_id, id: id(), score: 5 })
  })
  const others = { conversation_id: id(), id: id(), body: 'Another', locale: 'en' as const }
  await visitor.browser.call(sendVisitorMessage, others)
  await owner.call(assignConversation, {
    integration_id,
    conversation_id: others.conversation_id,
    assignee_id: user.id,
  })
  const figures = (who: typeof owner, days = 7) => who.call(listMemberStats, { integration_id, days })
  const janasConversation = {
    user_id: agent.user.id,
    conversations: 1,
    replied: 1,
    resolved: 1,
    rated: 1,
    rating_average: 5,
  }
  const owners = { user_id: user.id, conversations: 1, replied: 0, resolved: 0, first_reply_median_s: null }
  const [own, ...none] = await figures(agent.browser)
  expect([own, none]).toMatchObject([janasConversation, []])
  expect(Math.abs((own?.first_reply_median_s ?? 0) - 600)).toBeLessThan(30)
  for (const who of [owner, viewer.browser]) {
    const all = await figures(who)
    expect(all).toHaveLength(2)
    expect(all).toEqual(
      expect.arrayContaining([janasConversation, owners].map((one): unknown => expect.objectContaining(one))),
    )
  }
  await server.later(10 * day_ms, async () => {
    expect(await figures(owner)).toEqual([])
    expect(await figures(owner, 30)).toHaveLength(2)
  })
})

test('S2.03 without a given time zone, days and hours are those of the workspace', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const [time_zone, key] = ['Pacific/Kiritimati', { integration_id }]
  expect((await browser.call(getReport, key)).time_zone).toBe('UTC')
  await browser.call(updateIntegration, { ...key, time_zone })
  // At noon in London it is 2 AM of the next day there.
  const noon = (Math.floor(Date.now() / day_ms) + 1.5) * day_ms
  const there = new Date(noon + 14 * hour_ms)
  await server.later(noon - Date.now(), async () => {
    await visitor.browser.call(sendVisitorMessage, {
      conversation_id: crypto.randomUUID(),
      id: crypto.randomUUID(),
      body: 'Hello',
      locale: 'en',
    })
    const report = await browser.call(getReport, { ...key, days: 7 })
    expect(report.time_zone).toBe(time_zone)
    expect(report.by_day.at(-1)?.day).toBe(there.toISOString().slice(0, 10))
    expect(report.by_hour[(there.getUTCDay() + 6) % 7]?.[2]).toBe(1)
  })
})

test('422: an unknown time zone is rejected', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await expect(browser.call(getReport, { integration_id, time_zone: 'Mars/Olympus' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { time_zone: ['Choose one of the options.'] },
  })
})

test('a week has seven days when clocks are put back', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const evening = Date.parse('2026-10-26T21:00:00.000Z')
  await server.later(evening - Date.now(), async () => {
    const report = await browser.call(getReport, { integration_id, days: 7, time_zone: 'Europe/Bratislava' })
    expect(report.by_day.map(({ day }) => day)).toEqual(
      [20, 21, 22, 23, 24, 25, 26].map((day) => `2026-10-${day}`),
    )
  })
})

test('members of several workspaces see the unread conversations and number of members of each, and of no others', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  await server.seed.conversation() // someone else's
  await server.seed.member(integration_id, 'agent')
  const activity = () => browser.call(listWorkspaceActivity, {})
  expect(await activity()).toMatchObject([{ integration_id, unread: 0, members: 2 }])
  await visitor.browser.call(requestPerson, { conversation_id })
  const [row] = await activity()
  expect(row?.unread).toBe(1)
  expect(Math.abs(Date.parse(row?.last_active_at ?? '') - Date.now())).toBeLessThan(60_000)
  await browser.call(markSeen, { integration_id, conversation_id, seq: 2 })
  expect((await activity())[0]?.unread).toBe(0)

  // A workspace they can't enter reveals nothing.
  const set = (change: { needs_two_factor?: boolean; deletes_at?: string }) =>
    server.ctx.transaction((tx) =>
      tx.updateTable('integration').set(change).where('id', '=', integration_id).execute(),
    )
  await set({ needs_two_factor: true })
  expect(await activity()).toEqual([])
  await set({ needs_two_factor: false })
  expect(await activity()).toHaveLength(1)
  await set({ deletes_at: new Date(Date.now() + day_ms).toISOString() })
  expect(await activity()).toEqual([])
})
