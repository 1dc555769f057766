import {
  applyAvailabilityChanged,
  applyTeamDeleted,
  applyTeamSaved,
  assignTeam,
  createTeam,
  deleteTeam,
  getConversation,
  listMessages,
  listTeams,
  listUsers,
  type MemberAvailability,
  removeMember,
  setAvailability,
  type Team,
  updateIntegration,
  updateMember,
  updateOwnWorkSettings,
  updateProfile,
  updateTeam,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const some = [expect.any(String)]

async function workspace() {
  const team = await server.seed.conversation()
  const { integration_id, browser } = team
  const jana = await server.seed.member(integration_id, 'agent')
  const admin = await server.seed.member(integration_id, 'admin')
  const list = () => browser.call(listTeams, { integration_id })
  return { ...team, jana, admin, list }
}

test('old state + events = new state for teams, and a removed member is in none', async () => {
  const { integration_id, browser, admin, jana, user, list } = await workspace()
  const events = server.watch(`presence-integration.${integration_id}`)
  const key = { integration_id }
  const before = await list()
  const sales = await browser.call(createTeam, { ...key, name: 'Sales', member_ids: [jana.user.id] })
  const billing = await admin.browser.call(createTeam, { ...key, name: 'billing' })
  await browser.call(updateTeam, {
    ...key,
    team_id: sales.id,
    name: 'Accounts',
    member_ids: [jana.user.id, user.id],
  })
  const third = await browser.call(createTeam, { ...key, name: 'Third' })
  await browser.call(deleteTeam, { ...key, team_id: third.id })
  const after = events.reduce((teams, { event, data }) => {
    // Both events have the types of the contract.
    if (event === 'TeamSaved') return applyTeamSaved(teams, data as Team)
    return event === 'TeamDeleted' ? applyTeamDeleted(teams, data as Team) : teams
  }, before)
  expect(after).toEqual(await list())
  expect(after.map(({ name }) => name)).toEqual(['Accounts', 'billing'])
  expect(after[0]?.member_ids.toSorted()).toEqual([jana.user.id, user.id].toSorted())
  await browser.call(removeMember, { integration_id, user_id: jana.user.id })
  expect((await list())[0]?.member_ids).toEqual([user.id])
  expect(billing.member_ids).toEqual([])
})

test('422: a name taken regardless of case, or a person who isn’t a member; 403 without the right; 404 elsewhere', async () => {
  const { integration_id, browser, jana } = await workspace()
  const other = await workspace()
  const team = await browser.call(createTeam, { integration_id, name: 'Sales' })
  const team_id = team.id
  await expect(browser.call(createTeam, { integration_id, name: 'SALES' })).rejects.toMatchObject({
    errors: { name: some },
  })
  const second = await browser.call(createTeam, { integration_id, name: 'Second' })
  await expect(
    browser.call(updateTeam, { integration_id, team_id: second.id, name: 'sales' }),
  ).rejects.toMatchObject({ errors: { name: some } })
  await expect(
    browser.call(updateTeam, { integration_id, team_id, member_ids: [other.user.id] }),
  ).rejects.toMatchObject({ errors: { member_ids: some } })
  await expect(jana.browser.call(deleteTeam, { integration_id, team_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const attempts = [
    () => other.browser.call(updateTeam, { integration_id: other.integration_id, team_id, name: 'Mine' }),
    () => other.browser.call(deleteTeam, { integration_id: other.integration_id, team_id }),
    () => other.browser.call(listTeams, { integration_id }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
})

test('a conversation is assigned to a team, with an event in the thread; its assignee stays', async () => {
  const { integration_id, conversation_id, browser, visitor } = await workspace()
  const other = await workspace()
  const team = await browser.call(createTeam, { integration_id, name: 'Sales' })
  const foreign = await other.browser.call(createTeam, { integration_id: other.integration_id, name: 'X' })
  const key = { integration_id, conversation_id }
  const events = server.watch(`presence-integration.${integration_id}`, 'ConversationChanged')
  const assigned = await browser.call(assignTeam, { ...key, team_id: team.id })
  expect(assigned.team_id).toBe(team.id)
  expect(events.at(-1)?.data).toEqual(assigned)
  expect((await browser.call(listMessages, key)).at(-1)).toMatchObject({
    kind: 'event',
    details: { event: 'team_assigned', team_name: 'Sales' },
  })
  expect((await browser.call(assignTeam, { ...key, team_id: team.id })).version).toBe(assigned.version)
  await expect(browser.call(assignTeam, { ...key, team_id: foreign.id })).rejects.toMatchObject({
    errors: { team_id: some },
  })
  await browser.call(deleteTeam, { integration_id, team_id: team.id })
  expect((await browser.call(assignTeam, { ...key, team_id: null })).team_id).toBeNull()
  expect((await browser.call(getConversation, key)).team_id).toBeNull()
  expect(visitor.contact_id).toBeDefined()
})

test('a member sets their own availability, and the team gets one event', async () => {
  const { integration_id, browser, jana } = await workspace()
  const users = async () => (await browser.call(listUsers, {})).users
  const before = await users()
  const events = server.watch(`presence-integration.${integration_id}`, 'AvailabilityChanged')
  const sendText = (fields: { availability?: 'online' | 'away' | 'offline'; is_idle?: boolean }) =>
    jana.browser.call(setAvailability, { integration_id, ...fields })
  await sendText({ is_idle: true })
  await sendText({ is_idle: true })
  expect(await sendText({ availability: 'away' })).toMatchObject({ availability: 'away', is_idle: false })
  expect(events).toHaveLength(2)
  const after = events.reduce(
    // The event has the type of the contract.
    (list, { data }) => applyAvailabilityChanged(list, data as MemberAvailability),
    before,
  )
  expect(after).toEqual(await users())
})

test('members who manage the team set the capacity; languages and hours can also be set by the member', async () => {
  const { integration_id, browser, admin, jana } = await workspace()
  const other = await workspace()
  const user_id = jana.user.id
  expect(
    await admin.browser.call(updateMember, { integration_id, user_id, capacity: 5, languages: ['sk', 'en'] }),
  ).toMatchObject({ capacity: 5, languages: ['sk', 'en'], hours_note: '' })
  const own = { integration_id, hours_note: 'Mon–Fri 9–17', capacity: 99 }
  expect(await jana.browser.call(updateOwnWorkSettings, own)).toMatchObject({
    capacity: 5,
    hours_note: 'Mon–Fri 9–17',
  })
  await expect(jana.browser.call(updateMember, { integration_id, user_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  for (const wrong of [{ capacity: -1 }, { capacity: 5000 }, { languages: ['Slovak'] }])
    await expect(browser.call(updateMember, { integration_id, user_id, ...wrong })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  await expect(
    other.browser.call(updateMember, { integration_id: other.integration_id, user_id, capacity: 1 }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a member sets working hours, and the directory shows the next ones in their own time zone, or else the workspace’s', async () => {
  const { integration_id, browser, jana } = await workspace()
  const key = { integration_id }
  const own = async () =>
    (await browser.call(listUsers, {})).users.find(({ user_id }) => user_id === jana.user.id)
  const free = [[], [], [], [], [], [], []]
  expect(await own()).toMatchObject({ week: null, work_spans: [] })
  await browser.call(updateIntegration, { ...key, time_zone: 'Pacific/Kiritimati' })
  const night = [[{ from: '22:00', to: '02:00' }], ...free.slice(1)]
  const saved = await jana.browser.call(updateOwnWorkSettings, {
    ...key,
    week: night,
    hours_note: 'Mondays only',
  })
  expect(saved).toMatchObject({ week: night, hours_note: 'Mondays only' })
  const begins = (await own())?.work_spans.map(([from]) => new Date(from))
  // 14 hours ahead of London: Monday 22:00 there is Monday 8:00.
  expect(begins?.map((at) => [at.getUTCDay(), at.getUTCHours()])).toEqual(begins?.map(() => [1, 8]))
  expect(saved.work_spans.length).toBeGreaterThan(0)
  expect(saved.work_spans.map(([from, to]) => to - from)).toEqual(saved.work_spans.map(() => 4 * hour_ms))
  await jana.browser.call(updateProfile, { name: 'Jana', time_zone: 'Europe/London' })
  expect((await own())?.work_spans.map(([from]) => new Date(from).getUTCHours())).not.toContain(8)
  await jana.browser.call(updateOwnWorkSettings, { ...key, week: null })
  expect(await own()).toMatchObject({ week: null, work_spans: [], hours_note: 'Mondays only' })
  for (const week of [free.slice(1), [[{ from: '9', to: '17:00' }], ...free.slice(1)]])
    await expect(jana.browser.call(updateOwnWorkSettings, { ...key, week })).rejects.toMatchObject({
      code: 'invalid_input',
    })
})
