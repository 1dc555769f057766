import {
  applyContactChanged,
  applyContactColumns,
  blockContact,
  type BulkAction,
  contactChanged,
  type ContactRecord,
  getBulkAction,
  type Input,
  startContactBulkAction,
  undoBulkAction,
  type ContactColumns,
  contactColumnsChanged,
  countContacts,
  countSegments,
  createContactField,
  createTag,
  deleteSavedView,
  type FieldCondition,
  getContactColumns,
  matchesContactFilter,
  listContacts,
  listSavedViews,
  reorderSavedViews,
  recordPageVisit,
  saveContactColumns,
  saveSegment,
  saveView,
  unblockContact,
  updateContact,
  serializeConditions,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { startActionWithTx } from '#features/bulk-actions'
import { changeContactsJob } from '#features/contacts/bulk'
import type { MemberActor } from '#features/integrations'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const { browser, integration_id, integration, user } = await server.seed.integration()
const jana = await server.seed.member(integration_id, 'agent')
const [vip, gold] = [
  await browser.call(createTag, { integration_id, name: 'VIP' }),
  await browser.call(createTag, { integration_id, name: 'Gold' }),
]
const field = async (name: string, type: 'text' | 'number' | 'date' | 'boolean' | 'list') =>
  (await browser.call(createContactField, { integration_id, name, type, options: ['Free', 'Pro'] })).id
const [plan, seats, renewal, paid, remark] = [
  await field('Plan', 'list'),
  await field('Seats', 'number'),
  await field('Renewal', 'date'),
  await field('Paid', 'boolean'),
  await field('Remark', 'text'),
]
const today = new Date().toISOString().slice(0, 10)
const people = [
  {
    name: 'Žofia Malá',
    company: 'Čaj & spol.',
    city: 'Žilina',
    country: 'SK',
    owner_id: user.id,
    add_tag_ids: [vip.id, gold.id],
    fields: { [plan]: 'Pro', [seats]: 12.5, [renewal]: today, [paid]: true, [remark]: 'Says "Ahoj\\50%"' },
  },
  {
    name: 'Peter_1',
    email: 'peter@example.com',
    company: 'Green Bean',
    country: 'CZ',
    add_tag_ids: [gold.id],
    fields: { [plan]: 'Free', [seats]: 3, [renewal]: '2020-02-29', [paid]: false },
  },
  { email: 'anna@caj.example', phone: '+421 900 1', external_id: 'A-1', fields: { [remark]: 'čaj' } },
  {},
]
for (const { fields, ...existing } of people) {
  const visitor = await server.seed.visitor(integration.public_key)
  await browser.call(updateContact, {
    integration_id,
    contact_id: visitor.contact_id,
    ...existing,
    fields: fields ?? {},
  })
  if (existing.name === 'Peter_1')
    await visitor.browser.call(recordPageVisit, { url: 'https://shop.example/a', title: 'A' })
  if (existing.name)
    await browser.call(blockContact, {
      integration_id,
      contact_id: visitor.contact_id,
      until: existing.name === 'Peter_1' ? new Date(Date.now() + hour_ms).toISOString() : null,
    })
}
const rule = (of: string, is: FieldCondition['is'], ...values: string[]): FieldCondition => ({
  field: of,
  is,
  values,
})
const listed = async (query: { search?: string; rules: FieldCondition[]; match?: 'all' | 'any' }) =>
  (
    await browser.call(listContacts, { integration_id, ...query, rules: serializeConditions(query.rules) })
  ).items.map(({ id }) => id)

test('S2.04 every filter matches the same contacts on the server and in the app', async () => {
  const { items } = await browser.call(listContacts, { integration_id })
  expect(items).toHaveLength(4)
  const context = { user_id: user.id, now: Date.now(), time_zone: 'UTC' }
  const some = { none: 0, some: 0 }
  for (const query of [
    rule('tags', 'any_of', vip.id, gold.id),
    rule('tags', 'all_of', vip.id, gold.id),
    rule('tags', 'none_of', vip.id),
    rule('tags', 'filled'),
    rule('tags', 'empty'),
    rule('kind', 'any_of', 'visitor'),
    rule('kind', 'none_of', 'visitor', 'lead'),
    rule('owner_id', 'any_of', 'me'),
    rule('owner_id', 'none_of', user.id),
    rule('owner_id', 'empty'),
    rule('owner_id', 'filled'),
    rule('last_seen', 'within', '1'),
    rule('last_seen', 'not_within', '1'),
    rule('first_seen', 'on', today),
    rule('first_seen', 'before', today),
    rule('first_seen', 'after', '2020-01-01'),
    rule('visits', 'equals', '0'),
    rule('visits', 'greater', '0'),
    rule('visits', 'less', '1'),
    rule('company', 'contains', 'caj'),
    rule('company', 'not_contains', 'ČAJ'),
    rule('company', 'is', 'green bean'),
    rule('company', 'is_not', 'green bean'),
    rule('name', 'contains', 'r_1'),
    rule('name', 'contains', 'r%1'),
    rule('city', 'contains', 'zil'),
    rule('city', 'empty'),
    rule('country', 'any_of', 'SK', 'CZ'),
    rule('country', 'none_of', 'SK'),
    rule('locale', 'any_of', 'en'),
    rule('email', 'filled'),
    rule('phone', 'contains', '900'),
    rule('external_id', 'is', 'a-1'),
    rule(plan, 'any_of', 'Pro', 'Free'),
    rule(plan, 'none_of', 'Pro'),
    rule(plan, 'empty'),
    rule(seats, 'greater', '3'),
    rule(seats, 'less', '12.5'),
    rule(seats, 'equals', '12.5'),
    rule(seats, 'filled'),
    rule(renewal, 'within', '7'),
    rule(renewal, 'not_within', '7'),
    rule(renewal, 'before', '2020-03-01'),
    rule(renewal, 'on', '2020-02-29'),
    rule(renewal, 'after', '2020-02-28'),
    rule(paid, 'yes'),
    rule(paid, 'no'),
    rule(paid, 'empty'),
    rule(remark, 'contains', 'AHOJ\\5'),
    rule(remark, 'contains', '"ahoj'),
    rule(remark, 'contains', '0%'),
    rule(remark, 'is', 'caj'),
    rule(remark, 'is_not', 'čaj'),
    rule('blocked', 'yes'),
    rule('blocked', 'no'),
    rule(crypto.randomUUID(), 'contains', 'Pro'),
  ]) {
    const expected = { search: '', rules: [query], match: 'all' } as const
    const here = items.filter((row) => matchesContactFilter(expected, row, context)).map(({ id }) => id)
    expect(await listed({ rules: [query] }), JSON.stringify(query)).toEqual(here)
    some[here.length === 0 ? 'none' : 'some']++
  }
  // an expired block doesn't count
  const blocked = { search: '', rules: [rule('blocked', 'yes')], match: 'all' } as const
  expect(await listed({ rules: [rule('blocked', 'yes')] })).toHaveLength(2)
  await server.later(2 * hour_ms, async () => {
    const late = { ...context, now: context.now + 2 * hour_ms }
    const here = items.filter((row) => matchesContactFilter(blocked, row, late)).map(({ name }) => name)
    expect(here).toEqual(['Žofia Malá'])
    expect(await listed({ rules: [rule('blocked', 'yes')] })).toHaveLength(1)
  })
  const events = server.watch(`presence-integration.${integration_id}`, contactChanged.name)
  const zofia = items.find(({ name }) => name === 'Žofia Malá')?.id ?? ''
  await browser.call(unblockContact, { integration_id, contact_id: zofia })
  const now = (await browser.call(listContacts, { integration_id })).items.find(({ id }) => id === zofia)
  const notified = events.at(-1)?.data as ContactRecord // typed by the event's schema
  expect(notified).toEqual({ ...notified, ...now, is_online: undefined })
  expect(matchesContactFilter(blocked, notified, context)).toBe(false)
  // Guards against a test where every filter is empty.
  expect(some.some).toBeGreaterThan(40)

  const two = [rule('company', 'contains', 'bean'), rule('city', 'contains', 'žilina')]
  expect(await listed({ rules: two })).toEqual([])
  expect(await listed({ rules: two, match: 'any' })).toHaveLength(2)
  expect(await listed({ rules: two, match: 'any', search: 'peter' })).toHaveLength(1)
  const counted = { integration_id, rules: serializeConditions(two), match: 'any' } as const
  expect(await browser.call(countContacts, counted)).toMatchObject({ all: 2 })
})

test('422: an invalid filter is rejected, and so is a segment with it', async () => {
  for (const rules of [
    'name',
    'name.within.3',
    'kind.any_of.x',
    `${plan}.contains`,
    'last_seen.within.0',
    'last_seen.on.2026-02-30',
    'last_seen.before.0000-01-01',
    '%',
  ])
    await expect(browser.call(listContacts, { integration_id, rules }), rules).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { rules: [expect.any(String)] },
    })
})

const filter = { rules: serializeConditions([rule('tags', 'any_of', gold.id)]) }
const segment = (who: typeof browser, name: string, is_shared = false) =>
  who.call(saveSegment, { integration_id, saved_view_id: crypto.randomUUID(), name, is_shared, filter })

test('old state + events = new state: segments are private or shared, have counts, and aren’t views of the inbox', async () => {
  const events = server.watch(`presence-integration.${integration_id}`, 'SavedViewsChanged')
  const team = await segment(browser, 'Gold', true)
  expect(team).toMatchObject({ list: 'contacts', owner_id: null, filter })
  const own = await segment(jana.browser, 'Mine')
  const names = async (who: typeof browser, list: 'contacts' | 'conversations' = 'contacts') =>
    (await who.call(listSavedViews, { integration_id, list })).map(({ name }) => name)
  expect([await names(browser), await names(jana.browser)]).toEqual([['Gold'], ['Gold', 'Mine']])
  expect(await names(jana.browser, 'conversations')).toEqual([])
  expect(await jana.browser.call(countSegments, { integration_id })).toEqual({ [team.id]: 2, [own.id]: 2 })

  await expect(segment(jana.browser, 'Ours', true)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(segment(jana.browser, 'GOLD')).rejects.toMatchObject({
    errors: { name: [expect.any(String)] },
  })
  // A view of the inbox can have the same name; it doesn't count toward the segments.
  const view = { integration_id, name: 'Gold', is_shared: false, filter: {} }
  await jana.browser.call(saveView, { ...view, saved_view_id: crypto.randomUUID() })
  await expect(
    jana.browser.call(saveView, { ...view, name: 'Other', saved_view_id: own.id }),
  ).rejects.toMatchObject({ code: 'not_found' })

  const second = await segment(jana.browser, 'Second')
  await jana.browser.call(reorderSavedViews, { integration_id, list: 'contacts', ids: [second.id, own.id] })
  expect(await names(jana.browser)).toEqual(['Gold', 'Second', 'Mine'])
  const theirs = { integration_id, saved_view_id: team.id }
  await expect(jana.browser.call(deleteSavedView, theirs)).rejects.toMatchObject({ code: 'forbidden' })
  await browser.call(deleteSavedView, theirs)
  expect(await names(jana.browser)).toEqual(['Second', 'Mine'])
  expect(events).toHaveLength(6)

  const b = await server.seed.integration()
  const there = { integration_id: b.integration_id, saved_view_id: own.id }
  await expect(b.browser.call(deleteSavedView, there)).rejects.toMatchObject({ code: 'not_found' })
})

test('old state + events = new state: columns are stored for each member', async () => {
  const events = server.watch(`private-user.${user.id}`, contactColumnsChanged.name)
  const read = () => browser.call(getContactColumns, { integration_id })
  const before = await read()
  expect(before).toEqual({ columns: null, version: 0 })
  await browser.call(saveContactColumns, { integration_id, columns: ['tags', plan, 'visits'] })
  await browser.call(saveContactColumns, { integration_id, columns: [plan, 'tags'] })
  const after = await read()
  expect(after.columns).toEqual([plan, 'tags'])
  // The event has the type of the contract.
  const changes = events.map(({ data }) => data as ContactColumns)
  expect(changes.reduce(applyContactColumns, before)).toEqual(after)
  expect(changes.toReversed().reduce(applyContactColumns, before)).toEqual(after)
  expect(await jana.browser.call(getContactColumns, { integration_id })).toEqual(before)
  await expect(
    browser.call(saveContactColumns, { integration_id, columns: ['x'] as never }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
})

test('S2.04 SEC-45 an export contains the filtered contacts in the chosen columns', async () => {
  const query = new URLSearchParams({ ...filter, columns: `${seats},city,owner_id,${crypto.randomUUID()}` })
  const { body } = await browser.request('GET', `/api/integration/${integration_id}/contact-export?${query}`)
  const [head, ...lines] = body.trim().split('\r\n')
  expect(head).toBe('"id","name","email","display_name","Seats","city","owner"')
  expect(lines.map((line) => line.slice(39))).toEqual([
    '"Peter_1","peter@example.com","Peter_1","3","",""',
    `"Žofia Malá","","Žofia Malá","12.5","Žilina","${user.name}"`,
  ])
})

/** Runs a bulk action, waits for its end, and can undo it. */
const action = async (
  change: Input<typeof startContactBulkAction>['change'],
  of: { contact_ids?: string[]; list?: { rules: string } },
  who = browser,
) => {
  const started = await who.call(startContactBulkAction, {
    integration_id,
    id: crypto.randomUUID(),
    change,
    ...of,
  })
  const key = { integration_id, bulk_action_id: started.id }
  const over = async (state: BulkAction['state']) => {
    await expect.poll(async () => (await who.call(getBulkAction, key)).state, { timeout: 20_000 }).toBe(state)
    return who.call(getBulkAction, key)
  }
  return {
    started,
    done: await over('done'),
    undo: async () => {
      await who.call(undoBulkAction, key)
      return over('undone')
    },
  }
}
const records = async () => (await browser.call(listContacts, { integration_id, sort: 'first_seen' })).items

test('old state + events = new state: many contacts get a tag and an owner, and one undo reverts those unchanged since', async () => {
  const team = await browser.call(createTag, { integration_id, name: 'Fair' })
  const before = await records()
  const events = server.watch(`presence-integration.${integration_id}`, contactChanged.name)
  const list = { rules: serializeConditions([rule('tags', 'empty')]) }
  const tagged = await action({ kind: 'contact_tags', add: [team.id], remove: [] }, { list })
  expect(tagged.done).toMatchObject({ list: 'contacts', total: 2, done: 2, changed: 2 })
  const owned = await action(
    { kind: 'owner', owner_id: jana.user.id },
    { contact_ids: before.map(({ id }) => id) },
    jana.browser,
  )
  expect(owned.done).toMatchObject({ total: 4, changed: 4 })
  const [first] = await records()
  await browser.call(updateContact, { integration_id, contact_id: first!.id, owner_id: user.id })
  expect(await owned.undo()).toMatchObject({ total: 4, done: 4, changed: 1 })
  await tagged.undo()
  const after = await records()
  // Everything is restored, except contacts that someone has reassigned since.
  expect(after.map(({ tag_ids, owner_id }) => ({ tag_ids, owner_id }))).toEqual(
    before.map(({ tag_ids, owner_id }, place) => ({ tag_ids, owner_id: place === 0 ? user.id : owner_id })),
  )
  // The event has the type of the contract.
  const changes = events.map(({ data }) => data as ContactRecord)
  expect(changes.length).toBeGreaterThan(0)
  const notified = changes.reduce((current, one) => applyContactChanged(current, one) ?? current, before)
  expect(notified).toEqual(after)
})

test('403 S6.02: only owners and admins erase many contacts; 404 SEC-10: none of another workspace', async () => {
  const [last] = (await records()).toReversed()
  const erase = { kind: 'erase' } as const
  const contact_ids = [last!.id]
  const begin = (who: typeof browser, of: string) =>
    who.call(startContactBulkAction, {
      integration_id: of,
      id: crypto.randomUUID(),
      change: erase,
      contact_ids,
    })
  await expect(begin(jana.browser, integration_id)).rejects.toMatchObject({ code: 'forbidden' })
  const b = await server.seed.integration()
  await expect(begin(b.browser, b.integration_id)).rejects.toMatchObject({ code: 'not_found' })
  const erased = await action(erase, { contact_ids })
  expect(erased.done).toMatchObject({ total: 1, changed: 1 })
  await expect.poll(async () => (await records()).some(({ id }) => id === last!.id)).toBe(false)
  // It can't be undone.
  expect(await erased.undo()).toMatchObject({ changed: 1 })
  expect(await records()).toHaveLength(3)
})

test('S6.02 a member who loses the right during a bulk action erases no more contacts', async () => {
  const admin = await server.seed.member(integration_id, 'admin')
  const actor: MemberActor = {
    kind: 'member',
    integration_id,
    user_id: admin.user.id,
    conversation_access: 'all',
    name: admin.user.name,
    email: admin.email,
    role: 'admin',
    custom_role: null,
    ip_prefix: '',
    session: undefined,
  }
  const before = (await records()).map(({ id }) => id)
  const id = crypto.randomUUID()
  const erasure = { id, list: 'contacts', change: { kind: 'erase' }, subject_ids: before } as const
  await server.ctx.transaction(async (tx) => {
    await startActionWithTx(server.ctx, tx, actor, erasure, changeContactsJob)
    await tx.updateTable('member').set({ role: 'agent' }).where('user_id', '=', admin.user.id).execute()
  })
  await expect
    .poll(() => admin.browser.call(getBulkAction, { integration_id, bulk_action_id: id }))
    .toMatchObject({ state: 'done', changed: 0 })
  expect((await records()).map((record) => record.id)).toEqual(before)
})
