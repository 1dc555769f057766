import {
  applyContactErased,
  blockContact,
  contactMerged,
  type ContactProfile,
  type ContactRecord,
  contactDataPath,
  createContactField,
  createContactNote,
  createTag,
  describeVisitor,
  eraseContact,
  getContact,
  getConversation,
  listAuditEntries,
  listContacts,
  listContactTimeline,
  listVisitorConversations,
  listVisitorMessages,
  mergeContact,
  mergeConversation,
  openVisitorSession,
  recordPageVisit,
  sendMessage,
  sendVisitorMessage,
  undoContactMerge,
  undoMerge_ms,
  updateContact,
} from '@ozvi/contract'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { deleteOldMerges } from './merges.ts'

/* Everything about merging two contacts with every kind of data, in one file. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const locale = 'en' as const
const shop = await server.seed.integration()
const { integration_id } = shop
const field = await shop.browser.call(createContactField, { integration_id, name: 'Plan', type: 'text' })
const gold = await shop.browser.call(createTag, { integration_id, name: 'Gold' })
const tag = await shop.browser.call(createTag, { integration_id, name: 'Late' })
const said = (body: string) => ({ id: crypto.randomUUID(), locale, body, file_ids: [] })
const refusedAt = (field: string) => ({ code: 'invalid_input', errors: { [field]: [expect.any(String)] } })

/** Two contacts with every kind of data: Jana, and a duplicate of hers. */
async function two() {
  const { browser, integration, user } = shop
  const visitor = await server.seed.visitor(integration.public_key)
  const other = await server.seed.visitor(integration.public_key)
  const conversation_id = crypto.randomUUID()
  await visitor.browser.call(sendVisitorMessage, { conversation_id, ...said('Hello?') })
  const jana = { integration_id, contact_id: visitor.contact_id }
  const alias = { integration_id, contact_id: other.contact_id }
  await visitor.browser.call(recordPageVisit, { url: 'https://shop.example/a', title: 'A' })
  await other.browser.call(recordPageVisit, { url: 'https://shop.example/b', title: 'B' })
  await browser.call(updateContact, { ...jana, name: 'Jana', city: 'Nitra', add_tag_ids: [gold.id] })
  await browser.call(updateContact, {
    ...alias,
    name: 'J. K.',
    email: 'jk@example.com',
    external_id: `ext-${other.contact_id}`,
    owner_id: user.id,
    add_tag_ids: [gold.id, tag.id],
    fields: { [field.id]: 'Pro' },
  })
  const note = { ...alias, id: crypto.randomUUID(), body: 'Knows Eva' }
  await browser.call(createContactNote, note)
  const query = { integration_id, conversation_id: crypto.randomUUID() }
  await other.browser.call(sendVisitorMessage, { ...query, ...said('From my phone') })
  const merge = (into = jana, more: { id?: string; gives_up_external_id?: boolean } = {}, from = alias) =>
    browser.call(mergeContact, { ...from, id: crypto.randomUUID(), into_id: into.contact_id, ...more })
  return {
    ...shop,
    conversation_id,
    visitor,
    other,
    jana,
    alias,
    query,
    merge,
    undo: (merge_id: string) => browser.call(undoContactMerge, { integration_id, merge_id }),
    read: (key = jana) => browser.call(getContact, key),
    timeline: async (key = jana) => (await browser.call(listContactTimeline, { ...key, limit: 100 })).items,
    list: async () => (await browser.call(listContacts, { integration_id })).items,
  }
}
/** The stored data of a workspace's contacts, without versions and later changes. */
async function current(integration_id: string) {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'contact', to_jsonb(contact) - 'version') as line from contact where integration_id = ${integration_id}
    union all select concat_ws(' ', 'token', contact_id, origin_id) from visitor_token where integration_id = ${integration_id}
    union all select concat_ws(' ', 'visit', to_jsonb(page_visit)) from page_visit where integration_id = ${integration_id}
    union all select concat_ws(' ', 'imported', to_jsonb(contact_import_row)) from contact_import_row where integration_id = ${integration_id}
    union all select concat_ws(' ', 'note', to_jsonb(contact_note)) from contact_note where integration_id = ${integration_id}
    union all select concat_ws(' ', 'change', to_jsonb(contact_change)) from contact_change
      where integration_id = ${integration_id} and changes -> 0 ->> 'field' <> 'unmerged'
    union all select concat_ws(' ', 'conversation', to_jsonb(conversation) - 'version') from conversation where integration_id = ${integration_id}`.execute(
    server.ctx.db,
  )
  return rows.map(({ line }) => line).toSorted()
}

test('two contacts become one, who has what either had, and Undo makes the very two of them again', async () => {
  const { conversation_id, browser, jana, alias, ...of } = await two()
  // As an import leaves it for changed contacts.
  await server.ctx.transaction(async (tx) => {
    const import_id = crypto.randomUUID()
    await sql`insert into contact_import (integration_id, id, by_id, by_name, file_name, header, rows_total, delimiter, encoding)
      values (${integration_id}, ${import_id}, ${of.user.id}, '', 'people.csv', '[]', 1, ',', 'utf-8')`.execute(
      tx,
    )
    await sql`insert into contact_import_row (integration_id, import_id, contact_id, row_number, before, after)
      values (${integration_id}, ${import_id}, ${alias.contact_id}, 1, '{"city": null}', '{"city": "Nitra"}')`.execute(
      tx,
    )
  })
  const before = await current(integration_id)
  const created = await of.merge()
  expect(created).toMatchObject({ source: { id: alias.contact_id, name: 'J. K.' }, undone_at: null })
  const whole = await of.read()
  expect(whole).toMatchObject({
    id: jana.contact_id,
    name: 'Jana',
    email: 'jk@example.com',
    city: 'Nitra',
    external_id: `ext-${alias.contact_id}`,
    owner_id: of.user.id,
    tag_ids: [gold.id, tag.id],
    fields: { [field.id]: 'Pro' },
    merges: [{ id: created.id, by_name: of.user.name }],
  } satisfies Partial<Record<keyof ContactProfile, unknown>>)
  expect(whole.pages.map(({ title }) => title)).toEqual(['B', 'A'])
  // The old id redirects.
  expect(await of.read(alias)).toEqual(whole)
  const items = await of.timeline()
  expect(await of.timeline(alias)).toEqual(items)
  expect(items.filter(({ kind }) => kind === 'conversation').map(({ id }) => id)).toEqual(
    expect.arrayContaining([conversation_id, of.query.conversation_id]),
  )
  expect(items).toContainEqual(expect.objectContaining({ kind: 'note', body: 'Knows Eva' }))
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'change',
      changes: expect.arrayContaining([
        { field: 'merged', label: null, before: null, after: 'J. K.', merge_id: created.id },
        { field: field.id, label: 'Plan', before: null, after: 'Pro' },
      ]),
    }),
  )
  expect((await browser.call(getConversation, of.query)).contact).toMatchObject({ id: jana.contact_id })
  const row = async (search: string) =>
    (await browser.call(listContacts, { integration_id, search })).items.map(({ id }) => id)
  // Values no longer stored are still found.
  expect(await row(`J. K. ext-${alias.contact_id}`)).toEqual([jana.contact_id])

  const undone = await of.undo(created.id)
  expect(undone.undone_at).not.toBeNull()
  expect(await current(integration_id)).toEqual(before)
  expect(await row(`J. K. ext-${alias.contact_id}`)).toEqual([alias.contact_id])
  expect(await of.undo(created.id)).toEqual(undone)
  const entries = await browser.call(listAuditEntries, { integration_id })
  expect(entries.items.slice(0, 2).map(({ act, subject, details }) => ({ act, subject, details }))).toEqual([
    { act: 'contact_unmerged', subject: alias.contact_id, details: { into: jana.contact_id } },
    { act: 'contact_merged', subject: alias.contact_id, details: { into: jana.contact_id } },
  ])
})

test('SEC-26 merging shows no browser what was begun in another one; each goes on hearing and writing', async () => {
  const { jana, alias, other, visitor, browser, integration, ...of } = await two()
  await of.merge()
  const mine = await other.browser.call(listVisitorConversations, {})
  expect(mine.map(({ id }) => id)).toEqual([of.query.conversation_id])
  expect((await visitor.browser.call(listVisitorConversations, {})).map(({ id }) => id)).toEqual([
    of.conversation_id,
  ])
  await expect(
    other.browser.call(listVisitorMessages, { conversation_id: of.conversation_id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const session = await other.browser.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: server.ctx.config.app_url,
    locale,
    page: { url: 'https://shop.example/c', title: 'C' },
  })
  expect(session).toMatchObject({
    token: null,
    contact: { id: alias.contact_id, name: 'J. K.', email: 'jk@example.com' },
    conversations: [{ id: of.query.conversation_id }],
  })
  const events = server.watch(`private-visitor.${alias.contact_id}`, 'MessageSent')
  await browser.call(sendMessage, { ...of.query, ...said('From the team') })
  await other.browser.call(sendVisitorMessage, { ...of.query, ...said('Thanks') })
  const started = { integration_id, conversation_id: crypto.randomUUID() }
  await other.browser.call(sendVisitorMessage, { ...started, ...said('One more thing') })
  expect(events.map(({ data }) => data)).toMatchObject([
    { body: 'From the team' },
    { body: 'Thanks' },
    { body: 'One more thing' },
  ])
  expect((await browser.call(getConversation, started)).contact.id).toBe(jana.contact_id)
  expect((await of.read()).pages.map(({ title }) => title)).toEqual(['C', 'B', 'A'])
  await expect(
    browser.call(mergeConversation, {
      ...started,
      id: crypto.randomUUID(),
      into_id: of.conversation_id,
    }),
  ).rejects.toMatchObject(refusedAt('into_id'))
  expect(await other.browser.call(describeVisitor, { name: 'Janka' })).toEqual({
    id: alias.contact_id,
    name: 'Janka',
    email: 'jk@example.com',
  })
  expect((await of.read()).name).toBe('Janka')
})

test('what a merged browser did goes back with it, and what the team wrote and changed since stays', async () => {
  const { jana, alias, other, browser, ...of } = await two()
  const created = await of.merge()
  const started = { integration_id, conversation_id: crypto.randomUUID() }
  await other.browser.call(sendVisitorMessage, { ...started, ...said('Since then') })
  await other.browser.call(describeVisitor, { email: 'new@example.com' })
  await other.browser.call(recordPageVisit, { url: 'https://shop.example/d', title: 'D' })
  await browser.call(createContactNote, { ...jana, id: crypto.randomUUID(), body: 'Written since' })
  await browser.call(updateContact, { ...jana, fields: { [field.id]: 'Free' } })
  await browser.call(blockContact, { ...jana, until: null, why: 'Rude' })
  await of.undo(created.id)
  expect(await of.read(alias)).toMatchObject({
    email: 'new@example.com',
    blocked: { until: null, why: 'Rude' },
    fields: { [field.id]: 'Pro' },
    pages: [{ title: 'D' }, { title: 'B' }],
  })
  expect((await browser.call(getConversation, started)).contact.id).toBe(alias.contact_id)
  expect(await of.read()).toMatchObject({
    email: 'new@example.com',
    external_id: null,
    tag_ids: [gold.id],
    fields: { [field.id]: 'Free' },
    blocked: { why: 'Rude' },
    merges: [],
  })
  const bodies = (items: Awaited<ReturnType<typeof of.timeline>>) =>
    items.flatMap((item) => (item.kind === 'note' ? item.body : []))
  expect(bodies(await of.timeline())).toEqual(['Written since'])
  expect(bodies(await of.timeline(alias))).toEqual(['Knows Eva'])
  expect(JSON.stringify(await of.timeline())).not.toContain('J. K.')
})

test('events explain state: a list of contacts hears who has gone, and a merge that is repeated is made once', async () => {
  const { browser, list, merge, undo, alias, query, conversation_id } = await two()
  const events = server.watch(contactMerged.channel({ integration_id }))
  const before = await list()
  const id = crypto.randomUUID()
  const created = await merge(undefined, { id })
  expect(await merge(undefined, { id })).toEqual(created)
  const after = events.reduce<ContactRecord[]>((rows, { event, data }) => {
    if (event === contactMerged.name) {
      // The event has the type of the contract.
      const { source_id, is_undone } = data as { source_id: string; is_undone: boolean }
      return is_undone ? rows : applyContactErased(rows, { contact_id: source_id })
    }
    const notified = data as ContactRecord
    return event === 'ContactChanged'
      ? rows.map((row) => (row.id === notified.id ? { ...row, ...notified } : row))
      : rows
  }, before)
  expect(after).toEqual(await list())
  events.length = 0
  await undo(created.id)
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['ContactMerged', 'ContactChanged', 'ContactTimelineAdded']),
  )
  expect(
    events.find(
      ({ event, data }) => event === 'ContactChanged' && (data as ContactRecord).id === alias.contact_id,
    )?.data,
  ).toEqual(
    // Readers of the list get nothing beyond it.
    Object.fromEntries(
      Object.entries((await list()).find((row) => row.id === alias.contact_id) ?? {}).filter(
        ([name]) => name !== 'is_online',
      ),
    ),
  )
  const whose = async (id: string) =>
    (await browser.call(getConversation, { integration_id, conversation_id: id })).contact.id
  expect(await whose(query.conversation_id)).toBe(alias.contact_id)
  expect(await whose(conversation_id)).not.toBe(alias.contact_id)
})

test('422 for a merge with oneself, of two external ids unsaid, while erasing, and of an id in use; 404 for others', async () => {
  const { jana, alias, merge, undo, browser, conversation_id, ...of } = await two()
  await expect(merge(alias)).rejects.toMatchObject(refusedAt('into_id'))
  const theirs = await server.seed.conversation()
  const elsewhere = { integration_id: theirs.integration_id, contact_id: theirs.visitor.contact_id }
  await expect(merge(elsewhere)).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    browser.call(mergeContact, {
      contact_id: elsewhere.contact_id,
      integration_id,
      id: crypto.randomUUID(),
      into_id: jana.contact_id,
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await browser.call(updateContact, { ...jana, external_id: `own-${jana.contact_id}` })
  await expect(merge()).rejects.toMatchObject(refusedAt('gives_up_external_id'))
  const created = await merge(undefined, { gives_up_external_id: true })
  expect((await of.read()).external_id).toBe(`own-${jana.contact_id}`)
  await expect(
    theirs.browser.call(undoContactMerge, { integration_id: elsewhere.integration_id, merge_id: created.id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const third = await server.seed.visitor(of.integration.public_key)
  const thirdKey = { ...jana, contact_id: third.contact_id }
  await expect(merge(undefined, { id: created.id }, thirdKey)).rejects.toMatchObject(refusedAt('id'))
  // Someone else has it now.
  await browser.call(updateContact, { ...thirdKey, external_id: `ext-${alias.contact_id}` })
  await expect(undo(created.id)).rejects.toMatchObject(refusedAt('merge_id'))
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('contact_erasure')
      .values({ ...thirdKey, total: 1 })
      .execute(),
  )
  await expect(merge(undefined, {}, thirdKey)).rejects.toMatchObject(refusedAt('contact_id'))
  await expect(merge(thirdKey, {}, jana)).rejects.toMatchObject(refusedAt('into_id'))
})

test('who was merged on is taken back first, and after 30 days nobody is', async () => {
  const { jana, alias, merge, undo, browser, query, ...of } = await two()
  const third = await server.seed.visitor(of.integration.public_key)
  const last = { ...jana, contact_id: third.contact_id }
  const first = await merge()
  const second = await merge(last, {}, jana)
  expect((await of.read(alias)).id).toBe(last.contact_id)
  expect(
    (await of.read(last)).merges.map(({ source, undo_until }) => [source.id, undo_until !== null]),
  ).toEqual([
    [jana.contact_id, true],
    [alias.contact_id, false],
  ])
  await expect(undo(first.id)).rejects.toMatchObject(refusedAt('merge_id'))
  await undo(second.id)
  expect((await of.read(alias)).id).toBe(jana.contact_id)
  expect((await browser.call(getConversation, query)).contact.id).toBe(jana.contact_id)
  await of.other.browser.call(recordPageVisit, { url: 'https://shop.example/e', title: 'E' })
  await server.later(undoMerge_ms + 1_000, async () => {
    const again = await server.signIn(of.email, of.password)
    const late_undo = again.call(undoContactMerge, { integration_id, merge_id: first.id })
    await expect(late_undo).rejects.toMatchObject(refusedAt('merge_id'))
    await deleteOldMerges(server.ctx)
  })
  await expect(undo(first.id)).rejects.toMatchObject(refusedAt('merge_id'))
  // The old id redirects, and its browser can keep writing.
  expect((await of.read(alias)).id).toBe(jana.contact_id)
  await of.other.browser.call(sendVisitorMessage, { ...query, ...said('Still me') })
})

test('REL-01 what a browser does while its contact is merged, or that is undone, is stored once and is theirs', async () => {
  const { jana, alias, other, query, merge, undo, browser } = await two()
  const meanwhile = () =>
    Promise.all([
      ...[1, 2, 3].map((n) => other.browser.call(sendVisitorMessage, { ...query, ...said(`Again ${n}`) })),
      ...[1, 2].map((n) => {
        const started = { conversation_id: crypto.randomUUID(), ...said(`New ${n}`) }
        return other.browser.call(sendVisitorMessage, started)
      }),
      other.browser.call(recordPageVisit, { url: `https://shop.example/${crypto.randomUUID()}`, title: '' }),
    ])
  const whose = async () => {
    const { rows } = await sql<{ contact_id: string }>`
      select contact_id from conversation where coalesce(origin_id, contact_id) = ${alias.contact_id}
      union all select contact_id from page_visit where coalesce(origin_id, contact_id) = ${alias.contact_id}`.execute(
      server.ctx.db,
    )
    return rows.map(({ contact_id }) => contact_id)
  }
  const [{ id }] = await Promise.all([merge(), meanwhile()])
  expect(await whose()).toEqual(Array(5).fill(jana.contact_id))
  await Promise.all([undo(id), meanwhile()])
  expect(await whose()).toEqual(Array(8).fill(alias.contact_id))
  const thread = await other.browser.call(listVisitorMessages, query)
  expect(thread.filter(({ author }) => author === 'contact')).toHaveLength(7)
  expect((await browser.call(getConversation, query)).contact.id).toBe(alias.contact_id)
})

test('of two blocks the longer one stays', async () => {
  const { jana, alias, merge, undo, browser, read, other, query } = await two()
  const until = new Date(server.ctx.now() + 86_400_000).toISOString()
  await browser.call(blockContact, { ...jana, until, why: 'A day' })
  await browser.call(blockContact, { ...alias, until: null, why: 'For ever' })
  const { id } = await merge()
  expect((await read()).blocked).toMatchObject({ until: null, why: 'For ever' })
  await expect(other.browser.call(sendVisitorMessage, { ...query, ...said('No') })).rejects.toMatchObject({
    code: 'blocked',
  })
  await undo(id)
  expect((await read()).blocked).toMatchObject({ until, why: 'A day' })
  expect((await read(alias)).blocked).toMatchObject({ until: null, why: 'For ever' })
})

test('SEC-50 a survivor’s file and their erasure cover everything that was merged into them', async () => {
  const { jana, alias, merge, browser, read, query, other } = await two()
  await merge()
  const reply = await browser.request('GET', contactDataPath(integration_id, jana.contact_id))
  const json = strFromU8(unzipSync(new Uint8Array(reply.rawPayload))['contact.json'] ?? new Uint8Array())
  expect(JSON.parse(json)).toMatchObject({ merged_from: [{ name: 'J. K.', email: 'jk@example.com' }] })
  for (const trace of ['From my phone', 'Knows Eva', 'https://shop.example/b']) expect(json).toContain(trace)
  const forgotten = server.watch(`private-visitor.${alias.contact_id}`, 'VisitorForgotten')
  await browser.call(eraseContact, jana)
  expect(forgotten).toHaveLength(1)
  await server.eventually(() =>
    read().then(
      () => undefined,
      () => true,
    ),
  )
  await expect(read(alias)).rejects.toMatchObject({ code: 'not_found' })
  await expect(other.browser.call(listVisitorMessages, query)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const left = (await current(integration_id)).filter((line) => line.includes(alias.contact_id))
  expect(left).toEqual([])
})
