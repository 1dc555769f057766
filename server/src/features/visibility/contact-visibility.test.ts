import {
  applyContactErased,
  applyVisitorOnline,
  applyVisitorHidden,
  assignConversation,
  assignTeam,
  changeRole,
  contactHidden,
  type ContactRecord,
  contactChanged,
  countContacts,
  countSegments,
  createContactNote,
  createTag,
  createTeam,
  deleteConversation,
  eraseContact,
  getBulkAction,
  getContact,
  listContacts,
  listContactTimeline,
  listOnlineVisitors,
  mergeContact,
  type OnlineVisitor,
  type OnlineVisitors,
  recordPageVisit,
  removeMember,
  saveSegment,
  type ConversationAccess,
  sendMessage,
  sendVisitorMessage,
  startContactBulkAction,
  startConversation,
  undoBulkAction,
  undoContactMerge,
  updateContact,
  updateMember,
  visitorOnline,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { openSocketServer } from '../../../test/presence.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
const sockets = await openSocketServer(server)
afterAll(async () => {
  sockets.close()
  await server[Symbol.asyncDispose]()
})
const time_zone = 'UTC'

/** A workspace with an agent with partial access, a team they are in, and contacts who have written. */
async function shop(conversation_access: ConversationAccess) {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const agent = await server.seed.member(integration_id, 'agent')
  const team = await browser.call(createTeam, {
    integration_id,
    name: 'Returns',
    member_ids: [agent.user.id],
  })
  const limit = (to: ConversationAccess) =>
    browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: to })
  await limit(conversation_access)
  /** A contact with an open page who has written. */
  async function person(name: string) {
    const visitor = await server.seed.visitor(created.integration.public_key)
    const conversation_id = crypto.randomUUID()
    const message = {
      conversation_id,
      id: crypto.randomUUID(),
      body: 'My kettle leaks',
      locale: 'en',
    } as const
    await visitor.browser.call(sendVisitorMessage, message)
    await browser.call(updateContact, { integration_id, contact_id: visitor.contact_id, name })
    return { ...visitor, name, conversation_id, at: { integration_id, contact_id: visitor.contact_id } }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const give = ({ conversation_id }: Person, assignee_id: string | null = agent.user.id) =>
    browser.call(assignConversation, { integration_id, conversation_id, assignee_id })
  const toTeam = ({ conversation_id }: Person, team_id: string | null = team.id) =>
    browser.call(assignTeam, { integration_id, conversation_id, team_id })
  const own = ({ at }: Person, owner_id: string | null = agent.user.id) =>
    browser.call(updateContact, { ...at, owner_id })
  const mention = ({ conversation_id }: Person) =>
    browser.call(sendMessage, {
      integration_id,
      conversation_id,
      id: crypto.randomUUID(),
      body: `@${agent.email} please look`,
      kind: 'note',
    })
  const list = async () => (await agent.browser.call(listContacts, { integration_id, time_zone })).items
  const names = async () => (await list()).map(({ name }) => name ?? '').toSorted()
  /** Waits until this number is online. */
  async function arrived(total: number) {
    const now = async () => (await browser.call(listOnlineVisitors, { integration_id })).total
    await expect.poll(now).toBe(total)
  }
  return { ...created, agent, team, arrived, limit, person, give, toTeam, own, mention, list, names }
}
const channel = (integration_id: string) => `presence-integration.${integration_id}`

test('S6.02 lists, counts, search, segments and online visitors show an agent only the contacts they can see', async () => {
  const created = await shop('own')
  const { browser, integration_id, agent, person, give, toTeam, own, mention, limit, arrived } = created
  const [other, query, named, teams, owned] = [
    await person('Other'),
    await person('Asked'),
    await person('Named'),
    await person('Teams'),
    await person('Owned'),
  ]
  await give(query)
  await mention(named)
  await toTeam(teams)
  await own(owned)
  const people = [other, query, named, teams, owned]
  const tag = await browser.call(createTag, { integration_id, name: 'Kettle' })
  for (const { at } of people) await browser.call(updateContact, { ...at, add_tag_ids: [tag.id] })
  for (const each of people) await sockets.visit(each)
  await arrived(people.length)
  const saved_view_id = crypto.randomUUID()
  const filter = { search: '', rules: `tags.any_of.${tag.id}`, match: 'all' } as const
  await browser.call(saveSegment, { integration_id, saved_view_id, name: 'Tea', is_shared: true, filter })

  const { browser: viewer } = agent
  const listed = async (more: object) =>
    (await viewer.call(listContacts, { integration_id, time_zone, ...more })).items.map(
      ({ name }) => name ?? '',
    )
  const reads: Record<string, () => Promise<string[] | number>> = {
    list: () => listed({}),
    'by name': () => listed({ sort: 'name' }),
    'by a rule': () => listed({ rules: filter.rules }),
    search: async () =>
      (await Promise.all(people.map(({ name }) => listed({ search: name.toLowerCase() })))).flat(),
    'page by page': async () => {
      const all: string[] = []
      for (let cursor: string | undefined; ;) {
        const page = await viewer.call(listContacts, {
          integration_id,
          time_zone,
          limit: 1,
          ...(cursor && { cursor }),
        })
        all.push(...page.items.map(({ name }) => name ?? ''))
        if (!page.next) return all
        cursor = page.next
      }
    },
    counts: async () => (await viewer.call(countContacts, { integration_id, time_zone })).all,
    segment: async () =>
      (await viewer.call(countSegments, { integration_id, time_zone }))[saved_view_id] ?? 0,
    online: async () =>
      (await viewer.call(listOnlineVisitors, { integration_id })).items.map(({ name }) => name ?? ''),
    'how many online': async () => (await viewer.call(listOnlineVisitors, { integration_id })).total,
    'bulk action': async () =>
      (
        await viewer.call(startContactBulkAction, {
          integration_id,
          id: crypto.randomUUID(),
          list: { search: '', rules: '', match: 'all', time_zone },
          change: { kind: 'contact_tags', add: [], remove: [] },
        })
      ).total,
    'bulk action on some': async () =>
      (
        await viewer.call(startContactBulkAction, {
          integration_id,
          id: crypto.randomUUID(),
          contact_ids: people.map(({ contact_id }) => contact_id),
          change: { kind: 'contact_tags', add: [], remove: [] },
        })
      ).total,
  }
  const expected: [ConversationAccess, string[]][] = [
    ['own', ['Asked', 'Named', 'Owned']],
    ['team', ['Asked', 'Named', 'Owned', 'Teams']],
    ['all', ['Asked', 'Named', 'Other', 'Owned', 'Teams']],
  ]
  for (const [conversation_access, seen] of expected) {
    await limit(conversation_access)
    for (const [name, read] of Object.entries(reads)) {
      const got = await read()
      expect(typeof got === 'number' ? got : got.toSorted(), `${conversation_access}: ${name}`).toEqual(
        typeof got === 'number' ? seen.length : seen,
      )
    }
    for (const { at, name } of people) {
      const isThere = viewer.call(getContact, at).then(
        () => true,
        () => false,
      )
      expect(await isThere, `${conversation_access}: ${name}`).toBe(seen.includes(name))
    }
  }
  // The owner of a contact can see them, but none of their conversations.
  await limit('own')
  const timeline = { ...owned.at, kind: 'conversation' } as const
  expect((await viewer.call(listContactTimeline, timeline)).items).toEqual([])
})

test('S6.02 an agent who started the conversation still sees the contact when it is assigned to another member', async () => {
  const { browser, integration_id, user, agent, person, own, names } = await shop('own')
  const jana = await person('Jana')
  await own(jana)
  const started = await agent.browser.call(startConversation, { ...jana.at, id: crypto.randomUUID() })
  await own(jana, null)
  const notified = { integration_id, conversation_id: started.id }
  await browser.call(assignConversation, { ...notified, assignee_id: user.id })
  expect(await names()).toEqual(['Jana'])
  await browser.call(deleteConversation, notified)
  expect(await names()).toEqual([])
})

test('REL-04 old state + events = new state for an agent who sees only their own contacts: assigned, owned, reassigned, deleted', async () => {
  const created = await shop('own')
  const { browser, user, integration_id, agent, person, give, own, mention, list, arrived } = created
  const [one, two, three, four] = [
    await person('One'),
    await person('Two'),
    await person('Three'),
    await person('Four'),
  ]
  for (const each of [one, two, three, four]) await sockets.visit(each)
  await arrived(4)
  const events = await sockets.listen(agent.browser, channel(integration_id))
  const rows = () =>
    events.reduce<string[]>((current, { event, data }) => {
      // The events have the types of the contract.
      if (event === contactChanged.name) return [...new Set([...current, (data as ContactRecord).id])]
      if (event !== contactHidden.name) return current
      return applyContactErased(
        current.map((id) => ({ id })),
        data as { contact_id: string },
      ).map(({ id }) => id)
    }, [])
  const online = () =>
    events.reduce<OnlineVisitors>(
      (current, { event, data }) => {
        if (event === visitorOnline.name) return applyVisitorOnline(current, data as OnlineVisitor)
        if (event === contactHidden.name)
          return applyVisitorHidden(current, data as { contact_id: string }) ?? current
        return current
      },
      { items: [], total: 0 },
    )
  const settles = async (people: { contact_id: string }[]) => {
    const ids = people.map(({ contact_id }) => contact_id).toSorted()
    expect((await list()).map(({ id }) => id).toSorted()).toEqual(ids)
    await expect.poll(() => rows().toSorted()).toEqual(ids)
    const now = await agent.browser.call(listOnlineVisitors, { integration_id })
    expect(
      online()
        .items.map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids)
    expect([online().total, now.total]).toEqual([ids.length, ids.length])
  }
  await settles([])
  await give(one)
  await mention(two)
  await own(three)
  await settles([one, two, three])
  await give(one, user.id)
  await settles([two, three])
  await own(three, user.id)
  await settles([two])
  await browser.call(deleteConversation, { integration_id, conversation_id: two.conversation_id })
  await settles([])

  // No event was received about the contact that was never visible.
  const { at, browser: page } = four
  await browser.call(updateContact, { ...at, city: 'Nitra' })
  await browser.call(createContactNote, { ...at, id: crypto.randomUUID(), body: 'Prefers tea' })
  await page.call(recordPageVisit, { url: 'https://shop.example/tea', title: 'Tea' })
  await browser.call(eraseContact, at)
  await expect
    .poll(async () => {
      const { items } = await browser.call(listContacts, { integration_id, time_zone, search: 'Four' })
      return items.length
    })
    .toBe(0)
  await give(one)
  await settles([one])
  const about = events.filter(({ data }) => JSON.stringify(data).includes(four.contact_id))
  expect(about.map(({ event }) => event)).toEqual([])
})

test('S6.02 only members who can see a contact get events about the erasure', async () => {
  const { browser, integration_id, agent, person, give } = await shop('own')
  const [janasConversation, others] = [await person('Hers'), await person('Others')]
  await give(janasConversation)
  const events = await sockets.listen(agent.browser, channel(integration_id))
  await browser.call(eraseContact, others.at)
  await browser.call(eraseContact, janasConversation.at)
  const erased = () =>
    events.filter(({ event }) => event === 'ContactErased').map(({ data }) => data as object)
  await expect.poll(erased).toEqual([janasConversation.at])
  expect(JSON.stringify(events)).not.toContain(others.contact_id)
})

test('S6.02 a merged contact is visible to members who saw one of the two, and both again when it is undone', async () => {
  const { browser, integration_id, agent, person, give, own, names } = await shop('own')
  const [jana, alias, keeper] = [await person('Jana'), await person('J. K.'), await person('Eva')]
  await give(alias)
  const events = await sockets.listen(agent.browser, channel(integration_id))
  const into_id = jana.contact_id
  const { id: merge_id } = await browser.call(mergeContact, {
    ...alias.at,
    id: crypto.randomUUID(),
    into_id,
  })
  expect(await names()).toEqual(['Jana'])
  // The source's address redirects to the target.
  expect(await agent.browser.call(getContact, alias.at)).toMatchObject({ id: into_id })
  await expect.poll(() => events.map(({ event }) => event)).toContain('ContactMerged')
  await browser.call(undoContactMerge, { integration_id, merge_id })
  expect(await names()).toEqual(['J. K.'])
  const hidden = () => events.filter(({ event }) => event === contactHidden.name).map(({ data }) => data)
  await expect.poll(hidden).toContainEqual(jana.at)
  await expect(agent.browser.call(getContact, jana.at)).rejects.toMatchObject({ code: 'not_found' })
  // Merging two invisible contacts emits nothing to them.
  events.splice(0)
  await browser.call(mergeContact, { ...keeper.at, id: crypto.randomUUID(), into_id })
  await own(alias)
  await expect.poll(() => events.length).toBeGreaterThan(0)
  expect(events.map(({ event }) => event)).not.toContain('ContactMerged')
})

test('S6.02 bulk actions on contacts change only those the member can see, also when undone', async () => {
  const { browser, user, integration_id, agent, person, own } = await shop('own')
  const { browser: viewer } = agent
  const [one, two, other] = [await person('One'), await person('Two'), await person('Other')]
  for (const each of [one, two]) await own(each)
  const start = async (people: { contact_id: string }[], owner_id: string) => {
    const query = { integration_id, id: crypto.randomUUID() }
    const contact_ids = people.map(({ contact_id }) => contact_id)
    const { id } = await viewer.call(startContactBulkAction, {
      ...query,
      contact_ids,
      change: { kind: 'owner', owner_id },
    })
    return settled(id, 'done')
  }
  const settled = async (bulk_action_id: string, state: 'done' | 'undone') => {
    const now = () => viewer.call(getBulkAction, { integration_id, bulk_action_id })
    await expect.poll(async () => (await now()).state).toBe(state)
    return now()
  }
  const owners = () =>
    Promise.all([one, two, other].map(async ({ at }) => (await browser.call(getContact, at)).owner_id))
  // Given away by mistake, then undone.
  const given = await start([one, two, other], user.id)
  expect(given).toMatchObject({ total: 2, changed: 2 })
  expect(await owners()).toEqual([user.id, user.id, null])
  await viewer.call(undoBulkAction, { integration_id, bulk_action_id: given.id })
  await settled(given.id, 'undone')
  expect(await owners()).toEqual([agent.user.id, agent.user.id, null])
  await expect(start([other], agent.user.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('S6.02 an agent’s pages reload when contacts are assigned to them by a removal', async () => {
  const { browser, integration_id, agent, person, own, names } = await shop('own')
  const leaving = await server.seed.member(integration_id, 'editor')
  await own(await person('Jana'), leaving.user.id)
  expect(await names()).toEqual([])
  const events = await sockets.listen(agent.browser, channel(integration_id))
  const query = { integration_id, user_id: leaving.user.id, reassign_to: agent.user.id }
  await browser.call(removeMember, query)
  await expect.poll(() => events.map(({ event, data }) => [event, data])).toContainEqual(['closed', 4200])
  expect(await names()).toEqual(['Jana'])
  // An editor is never limited, whatever was set while they were an agent.
  await browser.call(changeRole, { integration_id, user_id: agent.user.id, role: 'editor' })
  await person('Other')
  expect(await names()).toEqual(['Jana', 'Other'])
})
