import {
  applyContactChanged,
  requestPerson,
  blockContact,
  contactChanged,
  type ContactRow,
  type ContactSort,
  countContacts,
  createContactField,
  createTag,
  describeVisitor,
  getContact,
  listAuditEntries,
  listContacts,
  listContactTimeline,
  listVisitorMessages,
  acquisitionNames,
  type CustomField,
  recordPageVisit,
  sendVisitorMessage,
  unblockContact,
  updateContact,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** A workspace with one contact per name, the last one seen most recently. */
async function workspace(people: { name?: string; email?: string }[] = []) {
  const created = await server.seed.integration()
  const visitors = []
  for (const existing of people) {
    const visitor = await server.seed.visitor(created.integration.public_key)
    if (existing.name || existing.email) await visitor.browser.call(describeVisitor, existing)
    visitors.push(visitor)
  }
  const { integration_id, browser } = created
  const list = (expected: { search?: string; sort?: ContactSort; cursor?: string; limit?: number } = {}) =>
    browser.call(listContacts, { integration_id, ...expected })
  const names = async (expected: Parameters<typeof list>[0] = {}) =>
    (await list(expected)).items.map(({ name, email }) => name ?? email)
  return { ...created, visitors, list, names }
}

test('S2.04 contacts are sorted by last seen, first seen and name, in alphabetical order', async () => {
  const { names, visitors } = await workspace([
    { name: 'Žofia' },
    { name: 'Čeněk' },
    { email: 'anna@example.com' },
    {},
    { name: 'bob' },
  ])
  await visitors[0]!.browser.call(recordPageVisit, { url: 'https://shop.example/a', title: 'A' })
  expect(await names()).toEqual(['Žofia', 'bob', null, 'anna@example.com', 'Čeněk'])
  expect(await names({ sort: 'first_seen' })).toEqual(['bob', null, 'anna@example.com', 'Čeněk', 'Žofia'])
  expect(await names({ sort: 'name' })).toEqual(['anna@example.com', 'bob', 'Čeněk', 'Žofia', null])
})

test('S2.04 a search finds words of name and address in any order, ignoring case and diacritics', async () => {
  const { names, list } = await workspace([
    { name: 'Ľubica Šťastná', email: 'lubica@green-bean.example' },
    { name: 'Peter_1 50%' },
    { name: 'Peter 21' },
  ])
  expect(await names({ search: 'stastna LUB' })).toEqual(['Ľubica Šťastná'])
  expect(await names({ search: 'ŠŤASTNÁ green-bean' })).toEqual(['Ľubica Šťastná'])
  expect(await names({ search: 'r_1' })).toEqual(['Peter_1 50%'])
  expect(await names({ search: '0%' })).toEqual(['Peter_1 50%'])
  expect(await names({ search: '\\' })).toEqual([])
  expect((await list({ search: 'peter' })).items).toHaveLength(2)
})

test.each(['last_seen', 'first_seen', 'name'] as const)(
  'S2.04 pages by %s contain every contact once, although one is added in between',
  async (sort) => {
    const { list, integration } = await workspace([{ name: 'A' }, { name: 'B' }, {}, {}, { name: 'E' }])
    const whole = (await list({ sort })).items.map(({ id }) => id)
    const paged: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) })
      paged.push(...page.items.map(({ id }) => id))
      if (!cursor) await server.seed.visitor(integration.public_key)
      cursor = page.next
    } while (cursor)
    expect(paged.filter((id) => whole.includes(id))).toEqual(whole)
    expect(new Set(paged).size).toBe(paged.length)
  },
)

test('422: a cursor of another sort order, or an invalid one', async () => {
  const { list } = await workspace([{}, {}])
  const { next } = await list({ limit: 1 })
  const mark = (text: string) => Buffer.from(text).toString('base64url')
  const id = crypto.randomUUID()
  for (const [sort, cursor] of [
    ['name', next ?? ''],
    ['last_seen', 'x'],
    ['last_seen', mark(`last_seen|${id}|yesterday`)],
    ['name', mark(`name|${id}|a\0b`)],
  ] as const) {
    await expect(list({ sort, cursor })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { cursor: [expect.any(String)] },
    })
  }
})

test('S2.04 search results are counted by type', async () => {
  const { browser, integration_id } = await workspace([
    { name: 'Eva' },
    { email: 'eva@example.com' },
    { name: 'Adam' },
  ])
  const counts = (search?: string) =>
    browser.call(countContacts, { integration_id, ...(search ? { search } : {}) })
  expect(await counts()).toEqual({ all: 3, visitor: 2, lead: 1, user: 0 })
  expect(await counts('éva')).toEqual({ all: 2, visitor: 1, lead: 1, user: 0 })
  const leads = await browser.request('GET', `/api/integration/${integration_id}/contact?kind=lead`)
  expect(leads.json().data.items).toMatchObject([{ email: 'eva@example.com' }])
})

test('old state + events = new state: visits, page views, messages and names', async () => {
  const { integration, integration_id, browser, list } = await workspace()
  const events = server.watch(contactChanged.channel({ integration_id }), contactChanged.name)
  const visitor = await server.seed.visitor(integration.public_key)
  const before = (await list()).items
  await visitor.browser.call(recordPageVisit, { url: 'https://shop.example/a', title: 'A' })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Hello?',
    locale: 'en',
  })
  await visitor.browser.call(describeVisitor, { email: 'eva@example.com' })
  await browser.call(updateContact, { integration_id, contact_id: visitor.contact_id, name: 'Eva' })
  await server.eventually(() => (events.length >= 5 ? true : undefined))
  // The event has the type of the contract.
  const notified = events.map(({ data }) => data as ContactRow)
  const after = [...notified, ...notified.toReversed()].reduce((rows, row) => {
    const next = applyContactChanged(rows, row)
    if (!next) throw new Error('a stranger')
    return next
  }, before)
  expect(after).toEqual((await list()).items)
  expect(after).toMatchObject([{ name: 'Eva', email: 'eva@example.com', kind: 'lead', conversations: 1 }])
})

test('a first message is counted immediately in an open list', async () => {
  const { integration, integration_id, list } = await workspace()
  const visitor = await server.seed.visitor(integration.public_key)
  const before = (await list()).items
  const events = server.watch(contactChanged.channel({ integration_id }), contactChanged.name)
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Hello?',
    locale: 'en',
  })
  const notified = await server.eventually(() => events[0])
  // The event has the type of the contract.
  expect(applyContactChanged(before, notified.data as ContactRow)).toMatchObject([{ conversations: 1 }])
})

test('an event about a contact outside the list can’t be applied, because only the server knows its position', () => {
  // Only the id matters.
  expect(applyContactChanged([], { id: 'x' } as ContactRow)).toBeUndefined()
})

test('SEC-10 404: another workspace’s contacts aren’t listed, counted, found or changed', async () => {
  const a = await workspace([{ name: 'Canary' }])
  const b = await workspace()
  const there = { integration_id: a.integration_id }
  const contact_id = a.visitors[0]!.contact_id
  const notFound = { code: 'not_found' }
  await expect(b.browser.call(listContacts, there)).rejects.toMatchObject(notFound)
  await expect(b.browser.call(countContacts, there)).rejects.toMatchObject(notFound)
  const own = { integration_id: b.integration_id, contact_id }
  await expect(b.browser.call(getContact, own)).rejects.toMatchObject(notFound)
  await expect(b.browser.call(updateContact, { ...own, name: 'Mine' })).rejects.toMatchObject(notFound)
  expect((await b.list({ search: 'canary' })).items).toEqual([])
  const { next } = await (await workspace([{}, {}])).list({ limit: 1 })
  expect((await b.list({ cursor: next ?? '' })).items).toEqual([])
})

const consents = ['consent_opened_at', 'consent_page_at', 'consent_summary', 'consent_ended_at']
const exportPath = (integration_id: string, query = '') =>
  `/api/integration/${integration_id}/contact-export${query}`

test('S2.04 SEC-45 owners and admins export the list as CSV without formulas', async () => {
  const { browser, integration_id } = await workspace([
    { name: '=1+1' },
    { name: '@sum' },
    { name: 'Eva "the\u00a0one", Malá' },
  ])
  const reply = await browser.request('GET', exportPath(integration_id))
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="contacts.csv"',
  })
  const [header, ...lines] = reply.body.replace(/\r\n$/, '').split('\r\n')
  const names =
    'id,name,email,display_name,kind,locale,first_seen_at,last_seen_at,conversations,visits,phone,company,city,country,external_id,verified,owner,tags'
  expect(header).toBe(
    `\ufeff${[...names.split(','), ...acquisitionNames, ...consents].map((name) => `"${name}"`).join(',')}`,
  )
  expect(lines.map((line) => line.slice(39).split(',"",')[0])).toEqual([
    '"Eva ""the\u00a0one"", Malá"',
    '"\'@sum"',
    '"\'=1+1"',
  ])
  expect((await browser.request('GET', exportPath(integration_id, '?search=eva'))).body).not.toContain('@sum')
})

test('422 SEC-17 an export of ids that aren’t valid is rejected before the file starts', async () => {
  const { browser, integration_id } = await workspace([{ name: 'Eva' }])
  for (const ids of ['6c-943a-b--0c86-125e--2fe-ba1a53-6fc', '-'.repeat(36), `${crypto.randomUUID()},`]) {
    const reply = await browser.request('GET', exportPath(integration_id, `?ids=${ids}`))
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ errors: { ids: expect.any(Array) } })
  }
})

test('S2.04 SEC-45 the CSV includes details, tags and custom fields, without formulas', async () => {
  const { owner, integration_id, browser, visitors } = await workspace([{ name: 'Eva' }])
  const vip = await browser.call(createTag, { integration_id, name: 'VIP' })
  const field = (name: string, type: CustomField['type']) =>
    browser.call(createContactField, { integration_id, name, type, options: [] })
  const plan = await field('=Plan', 'text')
  const paid = await field('Paid', 'boolean')
  await browser.call(updateContact, {
    integration_id,
    contact_id: visitors[0]!.contact_id,
    phone: '+421 900 123 456',
    company: '@Acme',
    owner_id: owner.user.id,
    add_tag_ids: [vip.id],
    fields: { [plan.id]: '-1+2', [paid.id]: true },
  })
  const { body } = await browser.request('GET', exportPath(integration_id))
  const [header = '', line = ''] = body.split('\r\n')
  const cellsOf = (row: string) => row.slice(1, -1).split('","')
  expect(cellsOf(header).slice(10)).toEqual([
    'phone',
    'company',
    'city',
    'country',
    'external_id',
    'verified',
    'owner',
    'tags',
    ...acquisitionNames,
    ...consents,
    "'=Plan",
    'Paid',
  ])
  expect(cellsOf(line).slice(10)).toEqual([
    "'+421 900 123 456",
    "'@Acme",
    '',
    '',
    '',
    '',
    owner.name,
    'VIP',
    ...acquisitionNames.map(() => ''),
    ...consents.map(() => ''),
    "'-1+2",
    'true',
  ])
})

test('S6.02 SEC-45 the export is forbidden to other roles, strangers and guests', async () => {
  const { integration_id } = await workspace()
  const agent = await server.seed.member(integration_id, 'agent')
  const otherUser = await server.seed.user()
  const statuses = await Promise.all(
    [agent.browser, otherUser.browser, server.browser()].map(
      async (browser) => (await browser.request('GET', exportPath(integration_id))).statusCode,
    ),
  )
  expect(statuses).toEqual([403, 404, 401])
})

test('a blocked contact can’t write, with an error message, until the block ends or is removed', async () => {
  const { browser, visitor, integration_id, conversation_id, email, password } =
    await server.seed.conversation()
  const key = { integration_id, contact_id: visitor.contact_id }
  const sendText = (body = 'Hello?') =>
    visitor.browser.call(sendVisitorMessage, { conversation_id, id: crypto.randomUUID(), body, locale: 'sk' })
  const notified = server.watch(contactChanged.channel(key), 'ContactChanged')
  const until = new Date(Date.now() + day_ms).toISOString()
  const blocked = await browser.call(blockContact, { ...key, until, reason: 'Insults' })
  expect(blocked).toMatchObject({ until, reason: 'Insults', by_name: 'Eva Nováková' })
  expect(await browser.call(getContact, key)).toMatchObject({ blocked })
  expect(notified).toHaveLength(1)
  const blockedError = { code: 'blocked', message: expect.any(String) }
  await expect(sendText()).rejects.toMatchObject(blockedError)
  await expect(visitor.browser.call(requestPerson, { conversation_id })).rejects.toMatchObject(blockedError)
  await expect(visitor.browser.call(describeVisitor, { name: 'Rude' })).rejects.toMatchObject(blockedError)
  expect(await visitor.browser.call(listVisitorMessages, { conversation_id })).toHaveLength(1)
  const [change] = (await browser.call(listContactTimeline, { ...key, kind: 'change' })).items
  expect(change).toMatchObject({
    actor: { name: 'Eva Nováková' },
    changes: [
      { field: 'blocked', before: null, after: until },
      { field: 'blocked_reason', after: 'Insults' },
    ],
  })
  // It expires automatically.
  await server.later(86_401_000, async () => {
    const again = await server.signIn(email, password)
    expect(await again.call(getContact, key)).toMatchObject({ blocked: null })
    await sendText('A day later')
  })
  // Without an end.
  await browser.call(blockContact, { ...key, until: null })
  await expect(sendText()).rejects.toMatchObject(blockedError)
  await browser.call(unblockContact, key)
  await browser.call(unblockContact, key)
  await sendText('Sorry')
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.map(({ action }) => action).filter((action) => action.includes('blocked'))).toEqual([
    'contact_unblocked',
    'contact_blocked',
    'contact_blocked',
  ])
  const past = browser.call(blockContact, { ...key, until: '2020-01-01T00:00:00.000Z' })
  await expect(past).rejects.toMatchObject({ errors: { until: [expect.any(String)] } })
})

test('404: contacts of another workspace can’t be blocked or unblocked', async () => {
  const { browser, integration_id } = await server.seed.conversation()
  const other = await server.seed.conversation()
  const key = { integration_id, contact_id: other.visitor.contact_id }
  const block = browser.call(blockContact, { ...key, until: null })
  await expect(block).rejects.toMatchObject({ code: 'not_found' })
  await expect(browser.call(unblockContact, key)).rejects.toMatchObject({ code: 'not_found' })
})
