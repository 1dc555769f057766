import {
  cancelContactImport,
  checkContactImport,
  type ContactImport,
  contactImportChanged,
  createContactNote,
  importErrorsPath,
  listContactImports,
  listContacts,
  startContactImport,
  undoContactImport,
  updateContact,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { duringTransaction, hasOverlap } from '../../../../test/during-transaction.ts'
import { runImport } from './run.ts'
import { importServer, stopAfterOneBatch } from './test/import-server.ts'

const { server, setRunning, workspace } = await importServer()
afterAll(() => server[Symbol.asyncDispose]())

test('an interrupted import continues without importing a row twice; a canceled one stops, and both can be undone completely', async () => {
  const { run, people, browser, at, upload, until, integration_id } = await workspace()
  await run('name,email\nAda,ada@example.com\nBea,bea@example.com')
  const rows = Array.from({ length: 600 }, (_, n) => `New ${n},new${n}@example.com,Town`)
  const { data } = await upload(`name,email,city\nAda L.,ada@example.com,Bath\n${rows.join('\n')}`)
  const key = at(data.import.id)
  await setRunning(key, { columns: ['name', 'email', 'city'], match_by: 'email', on_existing: 'update' })
  await expect(runImport(server.ctx, key, stopAfterOneBatch())).rejects.toThrow('aborted')
  await runImport(server.ctx, key, new AbortController().signal)
  const done = await until(key.import_id, 'done')
  expect(done).toMatchObject({ rows_done: 601, created: 600, updated: 1, failed: 0 })
  expect(await browser.call(cancelContactImport, key)).toMatchObject({ status: 'done' })

  const [ada] = await people()
  const noted = (await browser.call(listContacts, { integration_id, search: 'new7@' })).items[0]?.id ?? ''
  await browser.call(createContactNote, {
    integration_id,
    contact_id: noted,
    id: crypto.randomUUID(),
    body: 'Called',
  })
  await browser.call(updateContact, { integration_id, contact_id: ada?.id ?? '', city: 'Oxford' })
  await browser.call(undoContactImport, key)
  expect(await until(key.import_id, 'undone')).toMatchObject({ kept: 1 })
  // The city was changed since; the name wasn't.
  expect(await people()).toMatchObject([{ name: 'Ada', city: 'Oxford' }, { name: 'Bea' }, { name: 'New 7' }])

  const cancelled = (await upload('email\nx@example.com')).data.import
  expect(await browser.call(cancelContactImport, at(cancelled.id))).toMatchObject({ status: 'cancelled' })
})

test('old state + events = new state: a check counts what an import would do, and lists the rows it would reject', async () => {
  const { upload, run, people, browser, at, until, errors, integration_id } = await workspace()
  await run('name,email,city\nAda,ada@example.com,Bath\nBea,bea@example.com,Nitra')
  const before = await people()
  const rows = Array.from({ length: 600 }, (_, n) => `New ${n},new${n}@example.com,Town`)
  const { data } = await upload(
    [
      'name,email,city',
      'Ada,ada@example.com,Oxford',
      'Bea,bea@example.com,Nitra',
      'Bad,no address,Nitra',
      ...rows,
      // the same person as in an earlier batch
      'Again,new3@example.com,Town',
      'Ada,ada@example.com,York',
    ].join('\n'),
  )
  const key = at(data.import.id)
  const events = server.watch(contactImportChanged.channel({ integration_id }), contactImportChanged.name)
  const plan = { columns: ['name', 'email', 'city'], match_by: 'email', on_existing: 'update' } as const
  const query = { ...key, ...plan, columns: [...plan.columns] }
  await expect(browser.call(checkContactImport, { ...query, columns: ['city'] })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await browser.call(checkContactImport, query)).toMatchObject({ status: 'checking', rows_done: 0 })
  const counts = { rows_total: 605, rows_done: 605, created: 600, updated: 1, skipped: 1, failed: 3 }
  expect(await until(key.import_id, 'checked')).toMatchObject(counts)
  // The event follows the commit.
  await expect.poll(() => events.at(-1)?.data).toMatchObject({ status: 'checked', ...counts })
  expect(
    (await errors(key.import_id))
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',')[0]),
  ).toEqual(['"4"', '"605"', '"606"'])
  expect(await people()).toEqual(before)
  // A different plan is counted separately.
  await browser.call(checkContactImport, { ...query, on_existing: 'skip' })
  await server.eventually(
    async () =>
      events.some(
        ({ data: notified }) =>
          (notified as ContactImport).updated === 0 && (notified as ContactImport).status === 'checked',
      ) || undefined,
  )
  expect(await until(key.import_id, 'checked')).toMatchObject({ created: 600, updated: 0, skipped: 2 })
  await browser.call(checkContactImport, query)
  await until(key.import_id, 'checked')
  await browser.call(startContactImport, query)
  expect(await until(key.import_id, 'done')).toMatchObject(counts)

  const other = (await upload('email\nz@example.com')).data.import
  await browser.call(checkContactImport, {
    ...at(other.id),
    columns: ['email'],
    match_by: 'email',
    on_existing: 'skip',
  })
  await until(other.id, 'checked')
  const nothing = { rows_done: 0, created: 0, failed: 0 }
  expect(await browser.call(cancelContactImport, at(other.id))).toMatchObject({
    status: 'cancelled',
    ...nothing,
  })
  expect(await browser.call(listContacts, { integration_id, search: 'z@example' })).toMatchObject({
    items: [],
  })
})

test('two rows of one person count alike in a check and in the import, regardless of distance and interruption', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `New ${n},new${n}@example.com,`)
  const content = [
    'name,email,id',
    'Ada,ada@example.com,A-1', // unchanged
    'Bea L.,bea@example.com,B-1',
    'Bad,no address,X-1',
    ...rows,
    // the same two as in an earlier batch, and an id whose row was rejected there
    'Ada,ada@example.com,A-1',
    'Bea L.,bea@example.com,B-1',
    'Good,x@example.com,X-1',
  ].join('\n')
  const columns = ['name', 'email', 'external_id']
  async function uploaded() {
    const created = await workspace()
    await created.run('name,email,id\nAda,ada@example.com,A-1\nBea,bea@example.com,B-1')
    return { ...created, key: created.at((await created.upload(content)).data.import.id) }
  }
  for (const plan of [
    { match_by: 'email', on_existing: 'skip' },
    { match_by: 'external_id', on_existing: 'update' },
  ] as const) {
    const { key, browser, until } = await uploaded()
    const updated = plan.on_existing === 'update' ? 1 : 0
    const counts = { rows_done: 306, created: 301, updated, skipped: 2 - updated, failed: 3 }
    await browser.call(checkContactImport, { ...key, ...plan, columns })
    expect(await until(key.import_id, 'checked'), plan.match_by).toMatchObject(counts)
    await browser.call(startContactImport, { ...key, ...plan, columns })
    expect(await until(key.import_id, 'done'), plan.match_by).toMatchObject(counts)

    const cut = await uploaded()
    await setRunning(cut.key, { ...plan, columns })
    await expect(runImport(server.ctx, cut.key, stopAfterOneBatch())).rejects.toThrow('aborted')
    await runImport(server.ctx, cut.key, new AbortController().signal)
    expect(await cut.until(cut.key.import_id, 'done'), plan.match_by).toMatchObject(counts)
  }
})

test('SEC-10 404: another workspace’s import can’t be seen, checked, started, canceled or undone', async () => {
  const a = await workspace()
  const b = await workspace()
  const { data } = await a.upload('email\ncanary@example.com')
  const there = b.at(data.import.id)
  const notFound = { code: 'not_found' }
  for (const route of [cancelContactImport, undoContactImport])
    await expect(b.browser.call(route, there)).rejects.toMatchObject(notFound)
  for (const route of [startContactImport, checkContactImport])
    await expect(
      b.browser.call(route, { ...there, columns: ['email'], match_by: 'email', on_existing: 'skip' }),
    ).rejects.toMatchObject(notFound)
  const reply = await b.browser.request('GET', importErrorsPath(b.integration_id, data.import.id))
  expect(reply.statusCode).toBe(404)
  expect(await b.browser.call(listContactImports, { integration_id: b.integration_id })).toEqual([])
})

test.skipIf(!hasOverlap)('REL-01 an undo keeps a contact whose first note is being written', async () => {
  const { run, people, browser, at, until, integration_id, user } = await workspace()
  const { id: import_id } = await run('name,email\nAda,ada@example.com')
  const contact_id = (await people())[0]?.id ?? ''
  const note = {
    integration_id,
    contact_id,
    id: crypto.randomUUID(),
    author_id: user.id,
    author_name: 'Eva',
    body: 'Called',
  }
  const undone = await duringTransaction(
    server.ctx,
    (tx) => tx.insertInto('contact_note').values(note).execute(),
    async () => {
      await browser.call(undoContactImport, at(import_id))
      return until(import_id, 'undone')
    },
  )
  expect(undone).toMatchObject({ kept: 1 })
  expect(await people()).toMatchObject([{ id: contact_id }])
})
