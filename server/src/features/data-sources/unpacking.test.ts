import { uploadAvatar, uploadFile, uploadFileSource } from '@ozvi/contract'
import { zipSync } from 'fflate'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { docx, docxOf } from './test/documents.ts'
import { longestTurn_ms } from '../../../test/hostile-input.ts'
import { testServer } from '../../../test/server.ts'

/*
 * Small files that unpack to a lot: rejected within seconds, without much memory, while the server keeps responding.
 */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** A valid black and white PNG; one of 256 megapixels has 31 KB. */
function png(width: number, height: number): Buffer {
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
/** A Word document with archives in it, which unpack to 50 MB each. */
function nestedArchives(): Buffer {
  const archive = zipSync({ 'zeros.txt': new Uint8Array(50_000_000) })
  const entries = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`word/${index}.zip`, archive]))
  return Buffer.from(
    zipSync({
      ...entries,
      'word/document.xml': Buffer.from('<w:document/>'),
      '[Content_Types].xml': Buffer.from('<x/>'),
    }),
  )
}

/** Uploads a file, and measures what that costs the process in which the server runs. */
async function upload(route: { path: string }, name: string, bytes: Buffer) {
  const { browser, integration_id } = await server.seed.integration()
  const form = new FormData()
  form.set('id', crypto.randomUUID())
  form.set('file', new File([Uint8Array.from(bytes)], name))
  const body = new Response(form)
  const payload = Buffer.from(await body.arrayBuffer())
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const from_ms = performance.now()
  let reply: Awaited<ReturnType<typeof browser.request>> | undefined
  const turn_ms = await longestTurn_ms(async () => {
    reply = await browser.request(
      'POST',
      route.path.replace(':integration_id', integration_id),
      payload,
      headers,
    )
  })
  clearInterval(watch)
  return {
    status: reply?.statusCode,
    errors: reply?.json().errors?.file as string[] | undefined,
    took_ms: performance.now() - from_ms,
    turn_ms,
    memory_mb: (most - before) / 1_000_000,
  }
}

const tooManyPixels = 'A picture can have at most 40 megapixels.'
const tooMuch = 'This file contains more than Ozvi can read. Split it into smaller files.'
test.each([
  ['a picture of 256 megapixels in a chat', uploadFile, 'bomb.png', () => png(16_000, 16_000), tooManyPixels],
  ['an avatar of 256 megapixels', uploadAvatar, 'bomb.png', () => png(16_000, 16_000), tooManyPixels],
  [
    'a document that unpacks to a thousand times its size',
    uploadFileSource,
    'bomb.docx',
    hugeDocument,
    tooMuch,
  ],
  ['a document of 100,000 pages', uploadFileSource, 'bomb.pdf', longDocument, tooMuch],
] as const)(
  '422 SEC-34 %s is refused within seconds, with less than 200 MB of memory and while others are served',
  async (_what, route, name, file, message) => {
    const { status, errors, took_ms, turn_ms, memory_mb } = await upload(route, name, file())
    expect([status, errors]).toEqual([422, [message]])
    // A reading ends after 5 s; the rest is for a busy machine.
    expect(took_ms).toBeLessThan(10_000)
    expect(turn_ms).toBeLessThan(200)
    expect(memory_mb).toBeLessThan(200)
  },
)
test('SEC-34 archives in a document are not opened', async () => {
  const { turn_ms, memory_mb, status, errors } = await upload(
    uploadFileSource,
    'nested.docx',
    nestedArchives(),
  )
  expect([status, errors]).toEqual([200, undefined])
  expect(turn_ms).toBeLessThan(200)
  expect(memory_mb).toBeLessThan(200)
})
