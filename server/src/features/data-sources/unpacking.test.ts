import { listDataSources, uploadAvatar, uploadFile, uploadFileSource } from '@ozvi/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile } from './extract/check-file.ts'
import { type Bomb, createBomb, png } from './test/bombs.ts'
import { docx, docxOf, pdfOf } from './test/documents.ts'
import { longestTurn_ms } from '../../../test/hostile-input.ts'
import { testServer } from '../../../test/server.ts'

/*
 * Small files that unpack to a lot: rejected within seconds, without much memory, while the server keeps responding.
 */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const total_ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000
/** CPU time of all threads except this one, which the measurement keeps busy. */
const otherThreads_ms = () => total_ms(process.cpuUsage()) - total_ms(process.threadCpuUsage())

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
  const before_ms = otherThreads_ms()
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
    /** The sources of its workspace. */
    listSources: () => browser.call(listDataSources, { integration_id }),
    errors: reply?.json().errors?.file as string[] | undefined,
    // A busy machine doesn't lengthen it.
    cpu_ms: otherThreads_ms() - before_ms,
    turn_ms,
    memory_mb: (most - before) / 1_000_000,
  }
}

// Loading the libraries isn't measured.
beforeAll(async () => {
  const small = [
    [uploadFile, 'small.png', png(9, 9)],
    [uploadAvatar, 'small.png', png(9, 9)],
    [uploadFileSource, 'small.docx', docxOf(docx.paragraph('Small'))],
    [uploadFileSource, 'small.pdf', pdfOf([[{ x: 50, y: 700, size: 10, text: 'Small' }]])],
  ] as const
  for (const [route, name, bytes] of small) await upload(route, name, bytes)
})

function expectFewResources({ cpu_ms, turn_ms, memory_mb }: Awaited<ReturnType<typeof upload>>) {
  // Reading ends after 3.5 s of CPU time; the rest is for the upload.
  expect(cpu_ms).toBeLessThan(5_000)
  expect(turn_ms).toBeLessThan(500)
  expect(memory_mb).toBeLessThan(200)
}

test.each([
  ['a picture of 256 megapixels in a chat', uploadFile],
  ['an avatar of 256 megapixels', uploadAvatar],
] as const)(
  '422 SEC-34 %s is rejected within 5 s of CPU time, with less than 200 MB of memory and while others are served',
  async (_what, route) => {
    const sent = await upload(route, 'bomb.png', createBomb('picture'))
    expect([sent.status, sent.errors]).toEqual([422, ['A picture can have at most 40 megapixels.']])
    expectFewResources(sent)
  },
)
const unpacksMessage = 'This file contains more than Ozvi can read. Split it into smaller files.'
test.each([
  ['a document that unpacks to a thousand times its size', 'bomb.docx', 'document'],
  ['a document of 100,000 pages', 'bomb.pdf', 'pdf'],
  ['a table of five million rows', 'bomb.csv', 'csv'],
] as const satisfies [string, string, Bomb][])(
  '422 SEC-34 %s is rejected within 5 s of CPU time, with less than 200 MB of memory and while others are served',
  async (_what, name, bomb) => {
    const bytes = createBomb(bomb)
    const sent = await upload(uploadFileSource, name, bytes)
    expect([sent.status, sent.errors]).toEqual([422, [unpacksMessage]])
    expectFewResources(sent)
    // The message is the same if reading takes too long or runs out of memory.
    await expect(checkFile({ name, declared_type: '', bytes })).rejects.toMatchObject({ reason: 'too_large' })
  },
)
test('422 SEC-34 a document that would be read for minutes is rejected within 5 s of CPU time, and the next one is accepted', async () => {
  const sent = await upload(uploadFileSource, 'slow.pdf', createBomb('slow_pdf'))
  expect([sent.status, sent.errors]).toEqual([422, [unpacksMessage]])
  expectFewResources(sent)
  const next = await upload(uploadFileSource, 'small.docx', docxOf(docx.paragraph('Small')))
  expect([next.status, next.errors]).toEqual([200, undefined])
  expectFewResources(next)
})
test('422 SEC-34 an archive is rejected without unpacking it', async () => {
  const sent = await upload(uploadFileSource, 'bomb.zip', createBomb('zip'))
  expect([sent.status, sent.errors]).toEqual([422, [expect.stringContaining('PDF')]])
  expectFewResources(sent)
})
test('SEC-34 a page of four million elements is accepted within 5 s of CPU time, and its source says why it can’t be read', async () => {
  const sent = await upload(uploadFileSource, 'large.html', createBomb('html'))
  expect([sent.status, sent.errors]).toEqual([200, undefined])
  expectFewResources(sent)
  await expect
    .poll(sent.listSources, { timeout: 20_000 })
    .toMatchObject([{ status: 'failed', reason: 'too_large' }])
})
test('SEC-34 archives in a document are not opened', async () => {
  const sent = await upload(uploadFileSource, 'nested.docx', createBomb('archives'))
  expect([sent.status, sent.errors]).toEqual([200, undefined])
  expectFewResources(sent)
})
