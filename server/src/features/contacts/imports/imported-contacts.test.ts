import { text } from 'node:stream/consumers'
import {
  applyContactImportChanged,
  checkContactImport,
  type ContactImport,
  contactImportChanged,
  contactsImported,
  createContactField,
  createTag,
  eraseContact,
  getContact,
  listAuditEntries,
  listContactImports,
  listContacts,
  listContactTimeline,
  mergeContact,
  startContactImport,
  undoContactMerge,
  updateContact,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { openSocketServer } from '../../../../test/presence.ts'
import { deleteOldImports, runImport } from './run.ts'
import { importServer, stopAfterOneBatch } from './test/import-server.ts'

const { server, setRunning, workspace } = await importServer()
const sockets = await openSocketServer(server)
afterAll(async () => {
  sockets.close()
  await server[Symbol.asyncDispose]()
})

test('SEC-52 old state + events = new state: contacts are imported, known ones are updated, and rejected rows are listed with their reason', async () => {
  const { browser, integration_id, run, people, errors, user, until } = await workspace()
  const events = server.watch(contactImportChanged.channel({ integration_id }), contactImportChanged.name)
  await browser.call(createTag, { integration_id, name: 'VIP' })
  const plan = await browser.call(createContactField, { integration_id, name: 'Seats', type: 'number' })
  const { contact_id } = await server.seed.visitor(
    (await server.me(browser)).integrations[0]?.public_key ?? '',
  )
  await browser.call(updateContact, { integration_id, contact_id, email: 'eva@example.com', city: 'Nitra' })
  const done = await run(
    [
      'Meno;E-mail;Telefón;Krajina;Štítky;Zodpovedná osoba;Seats',
      `Eva Malá;EVA@example.com;'+421 900 123 456;Slovensko;vip;${user.email};12,5`,
      '"Ján; ""Jano"" Novák";jan@example.com;;cz;;;',
      'Zlá;not an address;;;;;many',
      'Ján;jan@example.com;;;;;',
      ';;;;;;',
    ].join('\r\n'),
  )
  expect(done).toMatchObject({ rows_total: 5, rows_done: 5, created: 1, updated: 1, skipped: 0, failed: 3 })
  expect(await people()).toMatchObject([
    {
      id: contact_id,
      name: 'Eva Malá',
      city: 'Nitra',
      country: 'SK',
      phone: '+421 900 123 456',
      owner_id: user.id,
      fields: { [plan.id]: 12.5 },
    },
    { name: 'Ján; "Jano" Novák', email: 'jan@example.com', country: 'CZ', kind: 'lead' },
  ])
  expect((await people())[0]?.tag_ids).toHaveLength(1)
  const { items } = await browser.call(listContactTimeline, { integration_id, contact_id, kind: 'change' })
  expect(items[0]).toMatchObject({
    actor: { id: user.id },
    changes: expect.arrayContaining([{ field: 'name', label: null, before: null, after: 'Eva Malá' }]),
  })
  const lines = (await errors(done.id)).split('\r\n')
  expect(lines[0]).toBe(
    '\ufeff"row","error","Meno","E-mail","Telefón","Krajina","Štítky","Zodpovedná osoba","Seats"',
  )
  expect(lines.slice(1, 4).map((line) => line.split(',')[0])).toEqual(['"4"', '"5"', '"6"'])
  expect(lines[2]).toContain('An earlier row in this file is the same contact.')
  await until(done.id, 'done')
  // The event has the type of the contract.
  const notified = events.reduce<ContactImport[]>(
    (list, { data }) => applyContactImportChanged(list, data as ContactImport),
    [],
  )
  expect(notified).toEqual(await browser.call(listContactImports, { integration_id }))
  const log = await browser.call(listAuditEntries, { integration_id })
  expect(log.items.filter(({ action }) => action === 'contacts_imported')).toMatchObject([
    { actor_id: user.id, subject: done.file_name },
  ])
})

test('an external id decides, and two of them are never merged', async () => {
  const { run, people } = await workspace()
  await run('id,email\nA-1,a@example.com')
  const clash = await run('id,email\nA-2,a@example.com')
  expect(clash).toMatchObject({ failed: 1, updated: 0 })
  await run('id,email,name\nA-1,new@example.com,Ann', { match_by: 'external_id' })
  expect(await people()).toMatchObject([{ external_id: 'A-1', email: 'new@example.com', name: 'Ann' }])
  expect(await run('id,name\nA-1,Other', { match_by: 'external_id', on_existing: 'skip' })).toMatchObject({
    skipped: 1,
  })
})

test('S2.04 an imported contact has no last visit or language, names the file, and is listed after visitors', async () => {
  const { browser, integration_id, integration, run } = await workspace()
  await run('Name,E-mail\nAnna,anna@example.com\nBela,bela@example.com\nCyril,cyril@example.com')
  const visitor = await server.seed.visitor(integration.public_key)
  type Asked = { sort: 'last_seen' | 'first_seen'; cursor?: string; rules?: string; limit?: number }
  const list = (query: Asked) => browser.call(listContacts, { integration_id, ...query })
  for (const sort of ['last_seen', 'first_seen'] as const) {
    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next
    } while (cursor)
    expect(ids[0], sort).toBe(visitor.contact_id)
    expect(new Set(ids).size, sort).toBe(4)
  }
  const { items } = await list({ sort: 'last_seen', rules: 'import_file.contains.people' })
  expect(new Set(items.map(({ name }) => name))).toEqual(new Set(['Anna', 'Bela', 'Cyril']))
  for (const row of items)
    expect(row).toMatchObject({
      first_seen_at: null,
      last_seen_at: null,
      locale: null,
      import_file: 'people.csv',
      referrer: null,
    })
  expect((await list({ sort: 'last_seen', rules: 'last_seen.within.30' })).items).toHaveLength(1)
})

test('an imported contact who visits the site gets a last visit and the language of their browser', async () => {
  const { browser, integration_id, integration, run, people } = await workspace()
  await run('Name,E-mail\nAnna,anna@example.com')
  const anna = (await people()).find(({ name }) => name === 'Anna')
  const visitor = await server.seed.visitor(integration.public_key)
  const source = await browser.call(getContact, { integration_id, contact_id: visitor.contact_id })
  const merge = { id: crypto.randomUUID(), contact_id: source.id, into_id: anna?.id ?? '' }
  await browser.call(mergeContact, { integration_id, ...merge })
  const read = () => browser.call(getContact, { integration_id, contact_id: merge.into_id })
  const { first_seen_at, last_seen_at, locale } = source
  expect(await read()).toMatchObject({ first_seen_at, last_seen_at, locale, import_file: 'people.csv' })
  await browser.call(undoContactMerge, { integration_id, merge_id: merge.id })
  expect(await read()).toMatchObject({ first_seen_at: null, last_seen_at: null, locale: null })
})

test('SEC-50 a first row that is a contact is not stored as column names', async () => {
  const { run, upload } = await workspace()
  const columns = ['external_id', 'name']
  const corrected = await run('A-1;Anna\nA-2;Ján', { columns, match_by: 'external_id', has_header: false })
  const { data } = await upload('anna@example.com;Anna')
  const headers = await server.ctx.db
    .selectFrom('contact_import')
    .where('id', 'in', [corrected.id, data.import.id])
    .select('header')
    .execute()
  expect(headers.map(({ header }) => header)).toEqual([
    ['', ''],
    ['', ''],
  ])
})

/** Erases the first contact of a workspace by name, and waits until it is gone. */
async function erase({ browser, integration_id, people }: Awaited<ReturnType<typeof workspace>>) {
  const [person] = await people()
  const key = { integration_id, contact_id: person?.id ?? '' }
  await browser.call(eraseContact, key)
  await server.eventually(() =>
    browser.call(getContact, key).then(
      () => undefined,
      () => true,
    ),
  )
}
/** Everything stored about the imports of a workspace, with the contents of their files. */
async function storedImports(integration_id: string) {
  const { db, files } = server.ctx
  const imports = await db
    .selectFrom('contact_import')
    .where('integration_id', '=', integration_id)
    .select(['header', 'status', 'file_key'])
    .orderBy('created_at')
    .execute()
  const rejected = await db
    .selectFrom('contact_import_error')
    .where('integration_id', '=', integration_id)
    .select('cells')
    .execute()
  const contents: string[] = []
  for (const { file_key } of imports) {
    const file = file_key && (await files.get(file_key))
    if (file) contents.push(await text(file.stream))
  }
  return { imports, stored: JSON.stringify([imports, rejected, contents]) }
}

test('SEC-50 an erased contact is in no file, row or error of an import; after 30 days imports contain no one', async () => {
  const created = await workspace()
  const { run, browser, integration_id } = created
  const columns = ['name', 'email', 'external_id']
  await run('name,email,id\nCan Ary,canary@example.com,7\nTwice,canary@example.com\ncan ary,wrong', {
    columns,
  })
  await run('name,email,Number\nOther,no address 7,7', { columns: ['name', 'email', null] })
  expect((await storedImports(integration_id)).stored).toMatch(/can ary.*canary@example.com/)
  await erase(created)
  const { imports, stored } = await storedImports(integration_id)
  expect(imports.map(({ file_key }) => file_key)).toEqual([null, null])
  expect(stored).not.toMatch(/can ?ary/i)
  // Other people's rows stay, even if they contain the external id.
  expect(stored).toContain('no address 7')
  await server.later(31 * day_ms, () => deleteOldImports(server.ctx, 30))
  expect(await browser.call(listContactImports, { integration_id })).toEqual([])
})

test('SEC-50 files that were uploaded or checked, but not imported, are deleted when a contact is erased', async () => {
  const created = await workspace()
  const { run, browser, integration_id, upload, at, until } = created
  await run('name,email\nCan Ary,canary@example.com')
  const waiting = await upload('name,email\nEva,eva@example.com\nCan Ary,canary@example.com')
  await upload('Can Ary,canary(at)example.com\nEva,eva@example.com')
  const columns = ['name', 'email']
  const plan = { columns, match_by: 'email', on_existing: 'update' } as const
  await browser.call(checkContactImport, { ...at(waiting.data.import.id), ...plan })
  await until(waiting.data.import.id, 'checked')
  expect((await storedImports(integration_id)).stored).toContain('canary(at)example.com')
  const events = server.watch(contactImportChanged.channel({ integration_id }), contactImportChanged.name)
  await erase(created)
  const { imports, stored } = await storedImports(integration_id)
  expect(imports.map(({ status, file_key }) => [status, file_key])).toEqual([
    ['done', null],
    ['cancelled', null],
    ['cancelled', null],
  ])
  expect(stored).not.toMatch(/can ?ary/i)
  expect(events.map(({ data }) => data)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }])
  // Starting it changes nothing.
  const { status } = await browser.call(startContactImport, { ...at(waiting.data.import.id), ...plan })
  expect(status).toBe('cancelled')
})

test('SEC-50 an import in progress doesn’t create a contact again that is erased meanwhile, and keeps no row about them', async () => {
  const created = await workspace()
  const { run, integration_id, upload, at, until, people } = created
  const columns = ['name', 'email', 'external_id']
  await run('name,email,id\nCan Ary,canary@example.com,C-7', { columns })
  const rows = Array.from({ length: 250 }, (_, n) => `New ${n},new${n}@example.com,`)
  const after = [
    'Can Ary,Canary@example.com,',
    'C. A.,other@example.com,C-7',
    'can ary,wrong,',
    'C. A.,Can <canary@example.com>,',
    // another person of this name
    'Can Ary,namesake@example.com,',
    'Zoe,wrong too,',
  ]
  const { data } = await upload(['name,email,id', ...rows, ...after].join('\n'))
  const key = at(data.import.id)
  await setRunning(key, { columns, match_by: 'email', on_existing: 'update' })
  await expect(runImport(server.ctx, key, stopAfterOneBatch())).rejects.toThrow('aborted')
  await erase(created)
  await runImport(server.ctx, key, new AbortController().signal)
  const counts = { rows_done: 256, created: 251, updated: 0, skipped: 4, failed: 1 }
  expect(await until(key.import_id, 'done')).toMatchObject(counts)
  expect((await people())[0]).toMatchObject({ name: 'Can Ary', email: 'namesake@example.com' })
  const { stored } = await storedImports(integration_id)
  expect(stored).not.toMatch(/can ?ary/i)
  expect(stored).toContain('wrong too')
  const remembered = server.ctx.db.selectFrom('contact_import_erased').selectAll()
  expect(await remembered.where('integration_id', '=', integration_id).execute()).toEqual([])
})

test('S6.02 members who can’t import learn only that contacts have changed', async () => {
  const { run, integration_id } = await workspace()
  const agent = await server.seed.member(integration_id, 'agent')
  const events = await sockets.listen(agent.browser, contactsImported.channel({ integration_id }))
  const names = () => events.map(({ event }) => event)
  await run('name,email\nAda,ada@example.com')
  await expect.poll(names).toContain('ContactsImported')
  expect(names()).not.toContain('ContactImportChanged')
})
