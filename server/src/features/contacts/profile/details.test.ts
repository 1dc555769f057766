import {
  applyContactChanged,
  applyCustomFieldChanged,
  applyCustomFieldDeleted,
  applyNoteDeleted,
  applyTagMerged,
  applyTimelineAdded,
  contactChanged,
  type ContactChange,
  type CustomField,
  contactFieldChanged,
  contactFieldDeleted,
  type ContactNote,
  contactNoteDeleted,
  type ContactRecord,
  contactTimelineAdded,
  createContactField,
  createContactNote,
  createTag,
  deleteContactField,
  deleteContactNote,
  describeVisitor,
  getContact,
  type Input,
  listContactFields,
  listContacts,
  listContactTimeline,
  mergeTag,
  recordPageVisit,
  removeMember,
  restoreContactNote,
  tagMerged,
  type TagMerged,
  type TimelineItem,
  type TimelineKind,
  updateContact,
  updateContactField,
  updateContactNote,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function workspace() {
  const created = await server.seed.integration()
  const { contact_id, browser: visitor } = await server.seed.visitor(created.integration.public_key)
  const { integration_id, browser } = created
  const key = { integration_id, contact_id }
  type Changes = Omit<Input<typeof updateContact>, keyof typeof key>
  const field = (name: string, type: CustomField['type'] = 'text', options: string[] = []) =>
    browser.call(createContactField, { integration_id, name, type, options })
  return {
    ...created,
    key,
    contact_id,
    visitor,
    field,
    set: (changes: Changes) => browser.call(updateContact, { ...key, ...changes }),
    read: () => browser.call(getContact, key),
    timeline: async (expected: { kind?: TimelineKind; cursor?: string; limit?: number } = {}) =>
      browser.call(listContactTimeline, { ...key, ...expected }),
    fields: () => browser.call(listContactFields, { integration_id }),
  }
}
const invalidAt = (field: string) => ({ code: 'invalid_input', errors: { [field]: [expect.any(String)] } })

test('S2.05 phone, company, location, external id and owner of a contact are stored, and each change is in the timeline', async () => {
  const { set, read, timeline, owner } = await workspace()
  const details = {
    phone: '+421 900 123 456',
    company: 'Green Bean',
    city: 'Žilina',
    country: 'SK',
    external_id: 'A-1',
    owner_id: owner.user.id,
  }
  expect(await set(details)).toMatchObject(details)
  await set({ city: 'Martin', company: 'Green Bean' })
  await set({ owner_id: null })
  expect(await read()).toMatchObject({ ...details, city: 'Martin', owner_id: null })
  const { items } = await timeline({ kind: 'change' })
  const by = { id: owner.user.id, name: owner.name }
  expect(items).toMatchObject([
    { actor: by, changes: [{ field: 'owner_id', before: owner.name, after: null }] },
    { actor: by, changes: [{ field: 'city', before: 'Žilina', after: 'Martin' }] },
    { actor: by, changes: expect.any(Array) },
  ])
})

test('old state + events = new state: a contact’s tags, also when they are merged', async () => {
  const { set, read, timeline, integration_id, browser, contact_id } = await workspace()
  const tag = (name: string) => browser.call(createTag, { integration_id, name })
  const [vip, gold] = [await tag('VIP'), await tag('Gold')]
  await set({ add_tag_ids: [vip.id, gold.id] })
  const events = server.watch(tagMerged.channel({ integration_id }), tagMerged.name)
  const list = async () => (await browser.call(listContacts, { integration_id })).items
  const before = await list()
  expect(before).toMatchObject([{ id: contact_id, tag_ids: [vip.id, gold.id] }])
  await browser.call(mergeTag, { integration_id, tag_id: vip.id, into_id: gold.id })
  const notified = await server.eventually(() => events[0])
  // The event has the type of the contract.
  expect(applyTagMerged(before, notified.data as TagMerged)).toEqual(await list())
  await set({ remove_tag_ids: [gold.id], add_tag_ids: [gold.id] })
  expect((await read()).tag_ids).toEqual([])
  await expect(set({ add_tag_ids: [vip.id] })).rejects.toMatchObject(invalidAt('add_tag_ids'))
  expect((await timeline()).items).toMatchObject([
    { changes: [{ field: 'tags', before: 'Gold', after: null }] },
    { changes: [{ field: 'tags', before: null, after: 'VIP, Gold' }] },
  ])
})

test('422: an invalid phone, country, owner or external id is named; nothing changes', async () => {
  const { set, read, integration, integration_id, browser } = await workspace()
  const before = await read()
  for (const [field, value] of [
    ['phone', 'call me'],
    ['country', 'XX'],
    ['country', 'sk'],
    ['owner_id', crypto.randomUUID()],
  ] as const)
    await expect(set({ city: 'Martin', [field]: value }), field).rejects.toMatchObject(invalidAt(field))
  const other = await server.seed.visitor(integration.public_key)
  await browser.call(updateContact, { integration_id, contact_id: other.contact_id, external_id: 'A-1' })
  await expect(set({ external_id: 'A-1' })).rejects.toMatchObject(invalidAt('external_id'))
  expect({ ...(await read()), last_seen_at: '' }).toEqual({ ...before, last_seen_at: '' })
})

test('S2.05 custom fields store values of their type and reject others', async () => {
  const { field, set, read } = await workspace()
  const kinds = [
    ['text', 'Gold', ' '],
    ['number', 12.5, '12'],
    ['date', '2026-02-28', '2026-02-30'],
    ['boolean', false, 'no'],
    ['list', 'Small', 'Huge'],
    ['link', 'https://shop.example/a', 'javascript:alert(1)'],
  ] as const
  for (const [type, good, bad] of kinds) {
    const { id } = await field(`Field ${type}`, type, ['Small', 'Large'])
    await expect(set({ fields: { [id]: bad } }), type).rejects.toMatchObject(invalidAt(`fields.${id}`))
    expect((await set({ fields: { [id]: good } })).fields[id], type).toBe(good)
  }
  expect(Object.keys((await read()).fields)).toHaveLength(kinds.length)
  const [first = ''] = Object.keys((await read()).fields)
  await set({ fields: { [first]: null } })
  expect(Object.keys((await read()).fields)).toHaveLength(kinds.length - 1)
  const otherUser = crypto.randomUUID()
  await expect(set({ fields: { [otherUser]: 'x' } })).rejects.toMatchObject(invalidAt(`fields.${otherUser}`))
})

test('old state + events = new state: custom fields are created, renamed, moved and deleted with their values', async () => {
  const { field, fields, set, read, integration_id, browser } = await workspace()
  const channel = contactFieldChanged.channel({ integration_id })
  const events = server.watch(channel)
  const before = await fields()
  const plan = await field('Plan', 'list', ['Small', 'Large', 'Small'])
  const age = await field('Age', 'number')
  await field('Since', 'date')
  await set({ fields: { [age.id]: 7, [plan.id]: 'Small' } })
  await browser.call(updateContactField, {
    integration_id,
    field_id: plan.id,
    options: ['Large'],
    position: 2,
  })
  await browser.call(updateContactField, { integration_id, field_id: plan.id, name: 'Tariff' })
  await browser.call(deleteContactField, { integration_id, field_id: age.id })
  const after = await fields()
  expect(after.map(({ name, options }) => [name, options])).toEqual([
    ['Since', []],
    ['Tariff', ['Large']],
  ])
  expect((await read()).fields).toEqual({ [plan.id]: 'Small' })
  await server.eventually(() => events.find(({ event }) => event === contactFieldDeleted.name))
  const notified = events.reduce<CustomField[]>((list, { event, data }) => {
    // The event has the type of the contract.
    if (event === contactFieldChanged.name) return applyCustomFieldChanged(list, data as CustomField)
    if (event === contactFieldDeleted.name) return applyCustomFieldDeleted(list, data as CustomField)
    return list
  }, before)
  expect(notified).toEqual(after)
})

test('422: two fields with one name, a list without options', async () => {
  const { field } = await workspace()
  await field('Plán')
  await expect(field('PLAN')).rejects.toMatchObject(invalidAt('name'))
  await expect(field('Size', 'list')).rejects.toMatchObject(invalidAt('options'))
})

test('old state + events = new state: rows and timeline after changes, and notes added, edited, deleted and restored', async () => {
  const { key, set, timeline, integration_id, browser, visitor } = await workspace()
  const list = async () => (await browser.call(listContacts, { integration_id })).items
  const events = server.watch(contactChanged.channel({ integration_id }))
  const rows = await list()
  const before = (await timeline()).items
  const note_id = crypto.randomUUID()
  const write = () => browser.call(createContactNote, { ...key, id: note_id, body: 'Likes decaf' })
  await write()
  expect(await write()).toMatchObject({ body: 'Likes decaf' })
  await expect(browser.call(createContactNote, { ...key, id: note_id, body: 'Other' })).rejects.toMatchObject(
    invalidAt('id'),
  )
  const invisible = { ...key, body: ' \u200b\u2800' }
  await expect(
    browser.call(createContactNote, { ...invisible, id: crypto.randomUUID() }),
  ).rejects.toMatchObject(invalidAt('body'))
  await expect(browser.call(updateContactNote, { ...invisible, note_id })).rejects.toMatchObject(
    invalidAt('body'),
  )
  await set({ company: 'Acme' })
  await visitor.call(describeVisitor, { email: 'eva@example.com' })
  await browser.call(updateContactNote, { ...key, note_id, body: 'Likes tea' })
  await browser.call(deleteContactNote, { ...key, note_id })
  expect((await timeline({ kind: 'note' })).items).toEqual([])
  expect((await browser.call(getContact, key)).note_count).toBe(0)
  await browser.call(restoreContactNote, { ...key, note_id })
  const deleted = crypto.randomUUID()
  await browser.call(createContactNote, { ...key, id: deleted, body: 'Wrong person' })
  await browser.call(deleteContactNote, { ...key, note_id: deleted })
  expect(await browser.call(getContact, key)).toMatchObject({ note_count: 1 })
  const after = (await timeline()).items
  expect(after).toMatchObject([
    { kind: 'change', actor: null, changes: [{ field: 'email', after: 'eva@example.com' }] },
    { kind: 'change', changes: [{ field: 'company', after: 'Acme' }] },
    { kind: 'note', body: 'Likes tea', edited_at: expect.any(String) },
  ])
  await server.eventually(() => events.filter(({ event }) => event === contactNoteDeleted.name)[1])
  // The event has the type of the contract.
  const notified = events.reduce<TimelineItem[]>((items, { event, data }) => {
    if (event === contactTimelineAdded.name)
      return applyTimelineAdded(items, (data as { item: ContactNote | ContactChange }).item)
    if (event === contactNoteDeleted.name)
      return applyNoteDeleted(items, data as { note_id: string; version: number })
    return items
  }, before)
  expect(notified).toEqual(after)
  const changed = events.filter(({ event }) => event === contactChanged.name)
  const toldRows = changed.reduce(
    (current, { data }) => applyContactChanged(current, data as ContactRecord) ?? current,
    rows,
  )
  expect(toldRows).toEqual(await list())
})

test('S2.05 the timeline lists visits with their pages and conversations, paginated, each once', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const key = { integration_id, contact_id: visitor.contact_id }
  const visit = (path: string) =>
    visitor.browser.call(recordPageVisit, { url: `https://shop.example/${path}`, title: path })
  await visit('a')
  await visit('b')
  await server.later(2 * hour_ms, async () => {
    await visit('b')
    await visit('c')
  })
  const read = (expected: { kind?: TimelineKind; cursor?: string; limit?: number }) =>
    browser.call(listContactTimeline, { ...key, ...expected })
  const { items, next } = await read({ kind: 'visit' })
  const paths = items.map((item) => (item.kind === 'visit' ? item.pages.map(({ title }) => title) : []))
  expect([paths, next]).toEqual([
    [
      ['c', 'b'],
      ['b', 'a'],
    ],
    null,
  ])
  const whole = (await read({})).items
  expect(whole.map(({ kind }) => kind).sort()).toEqual(['conversation', 'visit', 'visit'])
  const first = await read({ limit: 1 })
  const second = await read({ limit: 2, cursor: first.next ?? '' })
  expect([...first.items, ...second.items]).toEqual(whole)
  await expect(read({ cursor: 'x' })).rejects.toMatchObject(invalidAt('cursor'))
})

test('404: only its author can change, delete and restore a note', async () => {
  const { key, browser, integration_id } = await workspace()
  const admin = await server.seed.member(integration_id, 'admin')
  const note_id = crypto.randomUUID()
  await browser.call(createContactNote, { ...key, id: note_id, body: 'Mine' })
  const at = { ...key, note_id }
  const notFound = { code: 'not_found' }
  await expect(admin.browser.call(updateContactNote, { ...at, body: 'x' })).rejects.toMatchObject(notFound)
  await expect(admin.browser.call(deleteContactNote, at)).rejects.toMatchObject(notFound)
  await browser.call(deleteContactNote, at)
  await expect(admin.browser.call(restoreContactNote, at)).rejects.toMatchObject(notFound)
})

test('a member who leaves the team owns no contacts', async () => {
  const { set, read, integration_id, browser } = await workspace()
  const agent = await server.seed.member(integration_id, 'agent')
  await set({ owner_id: agent.user.id })
  await browser.call(removeMember, { integration_id, user_id: agent.user.id, reassign_to: null })
  expect(await read()).toMatchObject({ owner_id: null })
})

test('SEC-10 404: another workspace’s fields, notes and timeline can’t be accessed', async () => {
  const a = await workspace()
  const b = await workspace()
  const { id: field_id } = await a.field('Canary')
  const note_id = crypto.randomUUID()
  await a.browser.call(createContactNote, { ...a.key, id: note_id, body: 'Canary' })
  const own = { integration_id: b.integration_id }
  const notFound = { code: 'not_found' }
  const there = { ...own, contact_id: a.contact_id }
  await expect(b.browser.call(listContactTimeline, there)).rejects.toMatchObject(notFound)
  await expect(b.browser.call(createContactNote, { ...there, id: note_id, body: 'x' })).rejects.toMatchObject(
    notFound,
  )
  await expect(b.browser.call(updateContactField, { ...own, field_id, name: 'x' })).rejects.toMatchObject(
    notFound,
  )
  await expect(b.browser.call(deleteContactField, { ...own, field_id })).rejects.toMatchObject(notFound)
  await expect(b.set({ fields: { [field_id]: 'x' } })).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await b.fields()).toEqual([])
})
