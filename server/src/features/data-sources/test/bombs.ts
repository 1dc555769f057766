import { zipSync } from 'fflate'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { docx, docxOf } from './documents.ts'

/* Small files that unpack to a lot. */

/** A valid black and white PNG; one of 256 megapixels has 31 KB. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** A Word document with 60 MB of text in 60 KB. */
const hugeDocument = () => docxOf(docx.paragraph(' '.repeat(60_000_000)))
/** A PDF that shows one page 100,000 times. */
function longDocument(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 100000 /Kids [${'3 0 R '.repeat(100_000)}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
  ]
  let file = '%PDF-1.4\n'
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return row
  })
  const trailer = `trailer << /Size 4 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(`${file}xref\n0 4\n0000000000 65535 f \n${rows.join('')}${trailer}`)
}
/** A PDF of 400 KB whose 3,000 tables of contents list a million objects each: opening it takes minutes. */
function slowDocument(): Buffer {
  const listed = 1_000_000
  let file = [
    '%PDF-1.5',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
    '2 0 obj\n<< /Type /Pages /Count 0 /Kids [] >>\nendobj\n',
  ].join('\n')
  let last = ''
  let start = 0
  for (let id = 3; id < 3_003; id++) {
    start = file.length
    const table = `/Type /XRef /Size ${listed} /W [0 0 0] /Index [0 ${listed}] ${last}`
    file += `${id} 0 obj\n<< ${table} /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n`
    last = `/Prev ${start}`
  }
  return Buffer.from(`${file}startxref\n${start}\n%%EOF`)
}
/** Five million empty rows. */
const longTable = () => Buffer.from(`a\n${'"\n'.repeat(5_000_000)}`)
/** Four million elements. */
const largePage = () => Buffer.from('<p>'.repeat(4_000_000))
/**
 * A Word document with archives in it, which unpack to 300 MB each: opening one exceeds the memory that the tests
 * allow, and opening all exceeds the limits of reading.
 */
function nestedArchives(): Buffer {
  const archive = zipSync({ 'zeros.txt': new Uint8Array(300_000_000) })
  const entries = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`word/${index}.zip`, archive]))
  return Buffer.from(
    zipSync({
      ...entries,
      'word/document.xml': Buffer.from('<w:document/>'),
      '[Content_Types].xml': Buffer.from('<x/>'),
    }),
  )
}

const bombs = {
  picture: () => png(16_000, 16_000),
  document: hugeDocument,
  pdf: longDocument,
  archives: nestedArchives,
  slow_pdf: slowDocument,
  csv: longTable,
  html: largePage,
  zip: () => Buffer.from(zipSync({ 'zeros.txt': new Uint8Array(100_000_000) })),
}
export type Bomb = keyof typeof bombs

/** Creates a bomb in another process: memory that this one has freed would hide what reading the bomb needs. */
export const createBomb = (bomb: Bomb): Buffer =>
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), bomb], { maxBuffer: 20_000_000 })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , bomb] = process.argv
  // As passed by `createBomb`.
  process.stdout.write(bombs[bomb as Bomb]())
}
