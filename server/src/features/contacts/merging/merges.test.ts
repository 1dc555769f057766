import {
  applyContactErased,
  blockContact,
  contactMerged,
  type ContactProfile,
  type ContactRecord,
  contactDataPath,
  eraseContact,
  getConversation,
  listAuditEntries,
  listContacts,
  listVisitorMessages,
  mergeContact,
  recordPageVisit,
  sendVisitorMessage,
  undoContactMerge,
  undoMerge_ms,
  updateContact,
  day_ms,
} from '@ozvi/contract'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteOldMerges } from './merges.ts'
import { newMessage, invalidAt, mergeScene } from './test/merge-scene.ts'

const { server, integration_id, field, gold, tag, two, current } = await mergeScene()

test('two contacts are merged into one with the data of both, and Undo restores the same two', async () => {
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
  expect(
    entries.items.slice(0, 2).map(({ action, subject, details }) => ({ action, subject, details })),
  ).toEqual([
    { action: 'contact_unmerged', subject: alias.contact_id, details: { into: jana.contact_id } },
    { action: 'contact_merged', subject: alias.contact_id, details: { into: jana.contact_id } },
  ])
})

test('old state + events = new state: a merged contact leaves the list, and a repeated merge is done once', async () => {
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

test('422 for a merge with itself, of two external ids without a choice, during erasure, and of an id in use; 404 for others', async () => {
  const { jana, alias, merge, undo, browser, conversation_id, ...of } = await two()
  await expect(merge(alias)).rejects.toMatchObject(invalidAt('into_id'))
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
  await expect(merge()).rejects.toMatchObject(invalidAt('drop_external_id'))
  const created = await merge(undefined, { drop_external_id: true })
  expect((await of.read()).external_id).toBe(`own-${jana.contact_id}`)
  await expect(
    theirs.browser.call(undoContactMerge, { integration_id: elsewhere.integration_id, merge_id: created.id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const third = await server.seed.visitor(of.integration.public_key)
  const thirdKey = { ...jana, contact_id: third.contact_id }
  await expect(merge(undefined, { id: created.id }, thirdKey)).rejects.toMatchObject(invalidAt('id'))
  // Someone else has it now.
  await browser.call(updateContact, { ...thirdKey, external_id: `ext-${alias.contact_id}` })
  await expect(undo(created.id)).rejects.toMatchObject(invalidAt('merge_id'))
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('contact_erasure')
      .values({ ...thirdKey, total: 1 })
      .execute(),
  )
  await expect(merge(undefined, {}, thirdKey)).rejects.toMatchObject(invalidAt('contact_id'))
  await expect(merge(thirdKey, {}, jana)).rejects.toMatchObject(invalidAt('into_id'))
})

test('a later merge must be undone first, and after 30 days no merge can be undone', async () => {
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
  await expect(undo(first.id)).rejects.toMatchObject(invalidAt('merge_id'))
  await undo(second.id)
  expect((await of.read(alias)).id).toBe(jana.contact_id)
  expect((await browser.call(getConversation, query)).contact.id).toBe(jana.contact_id)
  await of.other.browser.call(recordPageVisit, { url: 'https://shop.example/e', title: 'E' })
  await server.later(undoMerge_ms + 1_000, async () => {
    const again = await server.signIn(of.email, of.password)
    const late_undo = again.call(undoContactMerge, { integration_id, merge_id: first.id })
    await expect(late_undo).rejects.toMatchObject(invalidAt('merge_id'))
    await deleteOldMerges(server.ctx)
  })
  await expect(undo(first.id)).rejects.toMatchObject(invalidAt('merge_id'))
  // The old id redirects, and its browser can keep writing.
  expect((await of.read(alias)).id).toBe(jana.contact_id)
  await of.other.browser.call(sendVisitorMessage, { ...query, ...newMessage('Still me') })
})

test('of two blocks the longer one stays', async () => {
  const { jana, alias, merge, undo, browser, read, other, query } = await two()
  const until = new Date(server.ctx.now() + day_ms).toISOString()
  await browser.call(blockContact, { ...jana, until, reason: 'A day' })
  await browser.call(blockContact, { ...alias, until: null, reason: 'For ever' })
  const { id } = await merge()
  expect((await read()).blocked).toMatchObject({ until: null, reason: 'For ever' })
  await expect(
    other.browser.call(sendVisitorMessage, { ...query, ...newMessage('No') }),
  ).rejects.toMatchObject({
    code: 'blocked',
  })
  await undo(id)
  expect((await read()).blocked).toMatchObject({ until, reason: 'A day' })
  expect((await read(alias)).blocked).toMatchObject({ until: null, reason: 'For ever' })
})

test('SEC-50 the export and erasure of a merged contact include everything from both', async () => {
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
