import {
  applyConversationChanged,
  assignConversation,
  assignTeam,
  requestPerson,
  type Conversation,
  createTeam,
  getConversation,
  type InputOf,
  listConversations,
  listMessages,
  type MessageDetails,
  publishScenario,
  removeMember,
  saveScenario,
  sendVisitorMessage,
  setAvailability,
  setStatus,
  updateMember,
  updateOwnWorkSettings,
  updateTeam,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { autoAssignEverywhere } from '#features/conversations'
import { openSocketServer } from '../../../test/presence.ts'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
const sockets = await openSocketServer(server)
afterAll(async () => {
  sockets.close()
  await server[Symbol.asyncDispose]()
})

/** A workspace with two agents in a team with auto-assignment, and a way to create conversations. */
async function shop(assignment_mode: 'round_robin' | 'least_busy') {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const [eva, jan] = [
    await server.seed.member(integration_id, 'agent'),
    await server.seed.member(integration_id, 'agent'),
  ]
  const member_ids = [eva.user.id, jan.user.id]
  const team = await browser.call(createTeam, { integration_id, name: 'Sales', member_ids, assignment_mode })
  /** A customer requests a person, and the conversation is assigned to the team. */
  async function arrive() {
    const visitor = await server.seed.visitor(created.integration.public_key)
    const conversation_id = crypto.randomUUID()
    const message = { conversation_id, id: crypto.randomUUID(), body: 'Hello?', locale: 'en' } as const
    await visitor.browser.call(sendVisitorMessage, message)
    await visitor.browser.call(requestPerson, { conversation_id })
    await browser.call(assignTeam, { integration_id, conversation_id, team_id: team.id })
    return { conversation_id, visitor }
  }
  const whose = async (conversation_id: string) =>
    (await browser.call(getConversation, { integration_id, conversation_id })).assignee_id
  const given = (conversation_id: string) =>
    server.eventually(async () => (await whose(conversation_id)) ?? undefined)
  const limit = (user_id: string, capacity: number | null) =>
    browser.call(updateMember, { integration_id, user_id, capacity })
  const sendText = (who: Browser, availability: 'online' | 'away') =>
    who.call(setAvailability, { integration_id, availability })
  return { ...created, eva, jan, team, arrive, whose, given, limit, sendText }
}
const loads = (owners: readonly (string | null)[]) => {
  const counts = new Map<string | null, number>()
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return counts
}

test('round robin assigns incoming conversations to each member in turn, with events in the thread and for the list', async () => {
  const { browser, integration_id, eva, jan, arrive, given } = await shop('round_robin')
  await sockets.attend(eva.browser, integration_id)
  await sockets.attend(jan.browser, integration_id)
  const list = async () => (await browser.call(listConversations, { integration_id })).items
  const before = await list()
  const events = server.watch(`presence-integration.${integration_id}`, 'ConversationChanged')
  const first = await arrive()
  const second = await arrive()
  const owners = [await given(first.conversation_id), await given(second.conversation_id)]
  expect(owners.toSorted()).toEqual([eva.user.id, jan.user.id].toSorted())
  const third = await arrive()
  expect(await given(third.conversation_id)).toBe(owners[0])
  const messages = await browser.call(listMessages, {
    integration_id,
    conversation_id: first.conversation_id,
  })
  expect(messages.at(-1)).toMatchObject({
    kind: 'event',
    author: 'system',
    details: {
      event: 'auto_assigned',
      assignee_name: 'agent person',
      team_name: 'Sales',
      assignment_mode: 'round_robin',
    },
  })
  // The event has the type of the contract.
  const after = events.reduce(
    (rows, { data }) => applyConversationChanged(rows, data as Conversation),
    before,
  )
  expect(after.filter(({ handler }) => handler === 'team')).toEqual(await list())
})

test('a scenario that assigns to a team leaves the choice of the member to round robin', async () => {
  const { browser, integration_id, integration, eva, jan, team, given } = await shop('round_robin')
  await sockets.attend(eva.browser, integration_id)
  await sockets.attend(jan.browser, integration_id)
  const key = { integration_id, scenario_id: crypto.randomUUID() }
  const flow: InputOf<typeof saveScenario>['flow'] = {
    trigger: { kind: 'conversation_started' },
    locales: ['en'],
    start_step_id: 'sales',
    steps: [
      { id: 'sales', kind: 'assign', team_id: team.id, next: 'person' },
      { id: 'person', kind: 'hand_over' },
    ],
  }
  await browser.call(saveScenario, { ...key, name: 'Sales', flow })
  await browser.call(publishScenario, key)
  const owners: string[] = []
  for (const body of ['Hello', 'Good morning']) {
    const visitor = await server.seed.visitor(integration.public_key)
    const conversation_id = crypto.randomUUID()
    const id = crypto.randomUUID()
    await visitor.browser.call(sendVisitorMessage, { conversation_id, id, body, locale: 'en' })
    owners.push(await given(conversation_id))
  }
  expect(owners.toSorted()).toEqual([eva.user.id, jan.user.id].toSorted())
})

test('the member with the fewest conversations gets the next one; none above capacity, away or removed', async () => {
  const { browser, integration_id, eva, jan, arrive, given, whose, limit, sendText } =
    await shop('least_busy')
  const leave = await sockets.attend(eva.browser, integration_id)
  await sockets.attend(jan.browser, integration_id)
  await sendText(jan.browser, 'away')
  await limit(eva.user.id, 2)
  const janasConversation = [await arrive(), await arrive()]
  for (const { conversation_id } of janasConversation) expect(await given(conversation_id)).toBe(eva.user.id)
  const [oldest, next] = [await arrive(), await arrive()]
  await autoAssignEverywhere(server.ctx)
  expect([await whose(oldest.conversation_id), await whose(next.conversation_id)]).toEqual([null, null])
  // Capacity again: the one that has waited longest comes first.
  const done = { integration_id, conversation_id: janasConversation[0]?.conversation_id ?? '' }
  await browser.call(setStatus, { ...done, status: 'resolved' })
  expect(await given(oldest.conversation_id)).toBe(eva.user.id)
  expect(await whose(next.conversation_id)).toBeNull()
  // Online again.
  await sendText(jan.browser, 'online')
  expect(await given(next.conversation_id)).toBe(jan.user.id)
  // Reopened without an assignee.
  await leave()
  await browser.call(assignConversation, { ...done, assignee_id: null })
  await browser.call(setStatus, { ...done, status: 'open' })
  expect(await given(done.conversation_id)).toBe(jan.user.id)
})

test('waiting conversations are assigned to the first member who comes online, joins the team, or gets them from a removed member', async () => {
  const { browser, integration_id, eva, jan, team, arrive, given, whose } = await shop('round_robin')
  const { conversation_id } = await arrive()
  await autoAssignEverywhere(server.ctx)
  expect(await whose(conversation_id)).toBeNull()
  await sockets.attend(eva.browser, integration_id)
  expect(await given(conversation_id)).toBe(eva.user.id)
  await sockets.attend(jan.browser, integration_id)
  await browser.call(removeMember, { integration_id, user_id: eva.user.id })
  await server.eventually(async () => (await whose(conversation_id)) === jan.user.id || undefined)
  await browser.call(updateTeam, {
    integration_id,
    team_id: team.id,
    member_ids: [],
    assignment_mode: 'manual',
  })
  const later = await arrive()
  await autoAssignEverywhere(server.ctx)
  expect(await whose(later.conversation_id)).toBeNull()
})

test('members with working hours are assigned nothing outside of them, even online, and waiting conversations when they start', async () => {
  const { integration_id, eva, jan, arrive, given, whose } = await shop('round_robin')
  const leave = await sockets.attend(eva.browser, integration_id)
  await sockets.attend(jan.browser, integration_id)
  const works = (who: Browser, slots: { from: string; to: string }[]) =>
    who.call(updateOwnWorkSettings, { integration_id, week: Array.from({ length: 7 }, () => slots) })
  await works(jan.browser, [])
  for (const { conversation_id } of [await arrive(), await arrive()])
    expect(await given(conversation_id)).toBe(eva.user.id)
  await leave()
  const { conversation_id } = await arrive()
  await autoAssignEverywhere(server.ctx)
  expect(await whose(conversation_id)).toBeNull()
  await works(jan.browser, [{ from: '00:00', to: '00:00' }])
  expect(await given(conversation_id)).toBe(jan.user.id)
})

test('two nodes that assign concurrently assign each conversation once and never exceed a member’s capacity', async () => {
  const { browser, integration_id, eva, jan, arrive, whose, limit } = await shop('least_busy')
  await limit(eva.user.id, 3)
  await limit(jan.user.id, 4)
  const all: string[] = []
  for (let number = 0; number < 10; number++) all.push((await arrive()).conversation_id)
  await sockets.attend(eva.browser, integration_id)
  await sockets.attend(jan.browser, integration_id)
  await Promise.all(Array.from({ length: 6 }, () => autoAssignEverywhere(server.ctx)))
  const counts = loads(await Promise.all(all.map(whose)))
  expect(counts).toEqual(
    new Map<string | null, number>([
      [eva.user.id, 3],
      [jan.user.id, 4],
      [null, 3],
    ]),
  )
  const lines = await Promise.all(
    all.map((conversation_id) => browser.call(listMessages, { integration_id, conversation_id })),
  )
  const isGift = ({ details }: { details: MessageDetails }) => details.event === 'auto_assigned'
  const gifts = lines.map((messages) => messages.filter(isGift).length)
  expect(gifts.filter((count) => count === 1)).toHaveLength(7)
  expect(gifts.filter((count) => count === 0)).toHaveLength(3)
})
