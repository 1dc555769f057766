import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { openThread } from '#platform/threads/index.ts'
import { docx, docxOf, lockedPdf, pdfOf, type Written } from '../test/documents.ts'
import { checkFile } from './check-file.ts'
import { createExtractor } from './extractor.ts'

const thread = openThread()
const extractor = createExtractor(thread)
afterAll(() => thread.close())

async function read(file_name: string, bytes: Uint8Array) {
  const outcome = await extractor.readParts({ file_name, bytes })
  if (!outcome.ok) return outcome.reason
  return { title: outcome.content.title, text: outcome.content.parts.map(({ text }) => text).join('\n\n') }
}
const lines = (y: number, ...texts: string[]): Written[] =>
  texts.map((text, index) => ({ x: 72, y: y - index * 12, size: 10, text }))

describe('a PDF', () => {
  test('has its title, headings, paragraphs, lists, tables and code', async () => {
    const head = (page: number): Written[] => [
      { x: 72, y: 800, size: 8, text: 'Handbook of the shop' },
      { x: 300, y: 30, size: 8, text: String(page) },
    ]
    const row = (y: number, ...cells: string[]): Written[] =>
      cells.map((text, index) => ({ x: 72 + index * 150, y, size: 10, text }))
    const file = pdfOf([
      [
        ...head(1),
        { x: 72, y: 760, size: 22, text: 'Delivery and returns' },
        { x: 72, y: 720, size: 14, text: 'Delivery' },
        ...lines(700, 'We deliver to every country of the Euro-', 'pean Union within five working days, and'),
      ],
      [
        ...head(2),
        ...lines(760, 'to your door.'),
        ...lines(730, '- Parcels up to 30 kg', '- Letters'),
        { x: 72, y: 690, size: 14, text: 'Prices' },
        ...row(670, 'Country', 'Price', 'Days'),
        ...row(656, 'Slovakia', '3.90', '2'),
        ...row(642, 'Austria', '5.90', '3'),
      ],
      [
        ...head(3),
        { x: 72, y: 760, size: 14, text: 'For developers' },
        ...lines(740, 'Ask for the price:'),
        { x: 90, y: 720, size: 10, text: 'curl https://shop.example/price', font: 'mono' },
        { x: 102, y: 708, size: 10, text: '--country SK', font: 'mono' },
      ],
    ])
    expect(await read('shop.pdf', file)).toEqual({
      title: 'Delivery and returns',
      text: [
        '### Delivery',
        'We deliver to every country of the European Union within five working days, and to your door.',
        '- Parcels up to 30 kg',
        '- Letters',
        '### Prices',
        '| Country | Price | Days |\n| - | - | - |\n| Slovakia | 3.90 | 2 |\n| Austria | 5.90 | 3 |',
        '### For developers',
        'Ask for the price:',
        '```\ncurl https://shop.example/price\n  --country SK\n```',
      ].join('\n\n'),
    })
  })

  test('has no text if it consists of images', async () => {
    expect(await read('scan.pdf', pdfOf([[]]))).toBe('no_text')
  })
})

describe('a Word document', () => {
  test('has its title, headings, paragraphs and tables', async () => {
    const file = docxOf(
      [
        docx.paragraph('Reklamačný poriadok', 'Title'),
        docx.paragraph('Lehoty', 'Heading1'),
        docx.paragraph('Tovar môžete vrátiť do 14 dní.'),
        docx.table([
          ['Úkon', 'Lehota'],
          ['Vrátenie', '14 dní'],
        ]),
        docx.paragraph('Výnimky', 'Heading2'),
        docx.paragraph('Šperky sa nevracajú.'),
      ].join(''),
    )
    expect(await read('poriadok.docx', file)).toEqual({
      title: 'Reklamačný poriadok',
      text: [
        '## Lehoty',
        'Tovar môžete vrátiť do 14 dní.',
        '| Úkon | Lehota |\n| - | - |\n| Vrátenie | 14 dní |',
        '### Výnimky',
        'Šperky sa nevracajú.',
      ].join('\n\n'),
    })
  })
})

describe('a CSV file', () => {
  test('of short cells is a table, whatever its delimiter and encoding', async () => {
    const table = '| Krajina | Cena |\n| - | - |\n| Česko | 3,90 |\n| Rakúsko | 5,90 |'
    const semicolons = 'sep=;\nKrajina;Cena\nČesko;"3,90"\nRakúsko;5,90\n'
    expect(await read('ceny.csv', Buffer.from(semicolons))).toEqual({ title: null, text: table })
    expect(
      await read(
        'ceny.csv',
        Buffer.from(`\ufeff${semicolons.replace('sep=;\n', '').replaceAll(';', '\t')}`, 'utf16le'),
      ),
    ).toEqual({ title: null, text: table })
  })
  test('with long cells has a section per row', async () => {
    const long = 'Up to thirty kilograms. '.repeat(20).trim()
    expect(await read('faq.csv', Buffer.from(`Question,Answer\nHow heavy?,"${long}"\n`))).toEqual({
      title: null,
      text: `## How heavy?\n\nAnswer: ${long}`,
    })
  })
})

const compound = (...words: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    ...words.map((text) => Buffer.from(text, 'utf16le')),
  ])
const bomb = () => {
  const file = docxOf(docx.paragraph('x'))
  // The size that the central directory declares for each entry, as 4 GB.
  for (let index = file.indexOf('PK\x01\x02'); index >= 0; index = file.indexOf('PK\x01\x02', index + 4))
    file.writeUInt32LE(0xfffffffe, index + 24)
  return file
}

test.each([
  ['locked.pdf', 'encrypted', lockedPdf()],
  ['locked.docx', 'encrypted', compound('EncryptedPackage')],
  ['old.docx', 'wrong_type', compound('WordDocument')],
  ['broken.pdf', 'broken_file', Buffer.from('%PDF-1.7\nnothing else')],
  ['cut.pdf', 'broken_file', pdfOf([lines(700, 'x')]).subarray(0, 60)],
  ['cut.docx', 'broken_file', docxOf(docx.paragraph('x')).subarray(0, 200)],
  [
    'sheet.docx',
    'wrong_type',
    Buffer.from(
      zipSync({ '[Content_Types].xml': Buffer.from('<x/>'), 'xl/workbook.xml': Buffer.from('<x/>') }),
    ),
  ],
  ['bomb.docx', 'too_large', bomb()],
  ['empty.pdf', 'no_text', Buffer.alloc(0)],
  ['empty.docx', 'no_text', Buffer.alloc(0)],
  ['empty.csv', 'no_text', Buffer.alloc(0)],
  ['head.csv', 'no_text', Buffer.from('a,b\n')],
  ['page.pdf', 'wrong_type', Buffer.from('<!doctype html><p>x')],
  ['page.csv', 'wrong_type', Buffer.from('<!doctype html><p>x')],
  ['picture.docx', 'wrong_type', Buffer.from('\x89PNG\r\n', 'latin1')],
  ['long.csv', 'too_large', Buffer.from('a,b\n'.repeat(50_002))],
])('SEC-34 REL-21 %s is rejected: %s', async (name, reason, bytes) => {
  await expect(checkFile({ name, declared_type: '', bytes })).rejects.toThrow(reason)
})
