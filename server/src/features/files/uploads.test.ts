import {
  requestPerson,
  type Attachment,
  fileLimits,
  sendMessage,
  sendVisitorMessage,
  updateClientSettings,
  uploadContactImport,
  visitorFilePath,
  hour_ms,
} from '@ozvi/contract'
import { readdirSync } from 'node:fs'
import type { statfs } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cpuTime_ms } from '../../../../tools/cpu-time.ts'
import { testServer } from '../../../test/server.ts'
import { fakeS3 } from '../../platform/files/test/fake-s3.ts'
import { hasRoom } from '#platform/files/index.ts'
import { deleteUnattached } from './service.ts'
import { memberUrl, photo, newMessage, upload, visitorUrl } from './test/uploads.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('422 a workspace that accepts no files rejects uploads, and messages with earlier files', async () => {
  const { browser, integration_id, conversation_id, visitor } = await server.seed.conversation()
  const { data } = await upload(visitor.browser, visitorUrl, 'Earlier', 'earlier.txt')
  await browser.call(updateClientSettings, { integration_id, behavior: { accepts_files: false } })
  const rejected = await upload(visitor.browser, visitorUrl, 'List', 'list.txt', { locale: 'sk' })
  expect(rejected).toMatchObject({
    status: 422,
    errors: { file: ['Do tohto chatu sa nedajú posielať súbory.'] },
  })
  const message = { conversation_id, ...newMessage(), locale: 'en' as const }
  await expect(
    visitor.browser.call(sendVisitorMessage, { ...message, file_ids: [data.id] }),
  ).rejects.toMatchObject({ errors: { file_ids: ['This chat doesn’t accept files.'] } })
  // Members still send files.
  expect((await upload(browser, memberUrl(integration_id), 'Offer', 'offer.txt')).status).toBe(200)
})
test('422 SEC-32 files that differ from their name, are executable or empty are rejected with a message', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const png = await photo(4, 4).png().toBuffer()
  const page = '<!doctype html><script>alert(1)</script>'
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const cases: [string | Uint8Array, string][] = [
    [page, 'page.html'],
    [drawing, 'logo.svg'],
    [page, 'page.txt'],
    [`\uFEFF ${drawing}`, 'drawing.txt'],
    [Buffer.from('MZ\x90\0\x03 program'), 'invoice.pdf'],
    [Buffer.from('MZ\x90\0\x03 program'), 'setup.exe'],
    [png, 'photo.jpg.exe'],
    [png, 'photo.gif'],
    [Buffer.concat([Buffer.from('GIF89a'), Buffer.from(page)]), 'x.png'],
    ['RewriteEngine on', '.htaccess'],
    ['x', 'no-ending'],
    [Buffer.from([1, 2, 0, 3]), 'bytes.txt'],
  ]
  for (const [content, name] of cases) {
    const { status, errors } = await upload(browser, memberUrl(integration_id), content, name)
    expect([status, errors], name).toEqual([422, { file: ['This file type isn’t supported.'] }])
  }
  const errorsOf = async (content: Uint8Array | string, name: string) =>
    (await upload(browser, memberUrl(integration_id), content, name, { locale: 'sk' })).errors?.['file']
  expect(await errorsOf('', 'empty.txt')).toEqual(['Súbor je prázdny.'])
  expect(await errorsOf(png.subarray(0, 40), 'cut.png')).toEqual(['Súbor je poškodený a nedá sa prečítať.'])
})

test('SEC-14 SEC-32 a text file that contains only comments is accepted quickly', async () => {
  const { visitor } = await server.seed.conversation()
  for (let comments = 20; comments < 5_000; comments = Math.ceil(comments * 1.2)) {
    const content = `${'<!---->'.repeat(comments)}x`
    const took_ms = await cpuTime_ms(async () => {
      expect((await upload(visitor.browser, visitorUrl, content, 'a.txt')).status).toBe(200)
    })
    expect(took_ms, `${content.length} bytes`).toBeLessThan(1_000)
  }
})

test('SEC-32 a file name has no paths, line breaks or bidirectional marks', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { data } = await upload(browser, memberUrl(integration_id), 'x', '../../etc/\u202Egpj.exe\r\n.txt')
  expect(data.name).not.toMatch(/[/\\\r\n\u202e]/)
  expect(data.name).toMatch(/\.txt$/)
})

test('413 SEC-35 a file over 10 MB is rejected at its field, for members and visitors', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const large = Buffer.alloc(fileLimits.bytes_max + 1, 'a')
  const byMember = await upload(browser, memberUrl(integration_id), large, 'large.txt')
  const byVisitor = await upload(visitor.browser, visitorUrl, large, 'large.txt', { locale: 'sk' })
  expect([byMember.status, byMember.errors]).toEqual([413, { file: ['This file is larger than 10 MB.'] }])
  expect([byVisitor.status, byVisitor.errors]).toEqual([413, { file: ['Súbor je väčší ako 10 MB.'] }])
  const largest = await upload(browser, memberUrl(integration_id), large.subarray(1), 'largest.txt')
  expect([largest.status, largest.data.size]).toEqual([200, fileLimits.bytes_max])
})

test('422 a form with two files is rejected at its field and not stored, and the next upload is accepted', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const form = new FormData()
  form.set('id', crypto.randomUUID())
  for (const name of ['first.txt', 'second.txt']) form.append('file', new File([name], name))
  const body = new Response(form)
  const bytes = Buffer.from(await body.arrayBuffer())
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const byMember = await browser.request('POST', memberUrl(integration_id), bytes, headers)
  expect([byMember.statusCode, byMember.json()]).toEqual([
    422,
    {
      code: 'invalid_input',
      message: 'Upload only one file.',
      errors: { file: ['Upload only one file.'] },
    },
  ])
  const inSlovak = { ...headers, 'accept-language': 'sk' }
  const byVisitor = await visitor.browser.request('POST', visitorUrl, bytes, inSlovak)
  expect([byVisitor.statusCode, byVisitor.json().errors]).toEqual([
    422,
    { file: ['Nahrajte iba jeden súbor.'] },
  ])
  // Imports are streamed to the store.
  const url = uploadContactImport.path.replace(':integration_id', integration_id)
  const byImport = await browser.request('POST', url, bytes, headers)
  expect([byImport.statusCode, byImport.json().errors]).toEqual([422, { file: ['Upload only one file.'] }])
  const stored = readdirSync(path.join(server.config.data_dir, 'files'), { recursive: true }).map(String)
  expect(stored.filter((name) => /^import[/\\]/.test(name))).toEqual([])
  expect((await upload(browser, memberUrl(integration_id), 'one', 'first.txt')).status).toBe(200)
})

test('an imported file without a name is accepted', async () => {
  const { browser, integration_id } = await server.seed.conversation()
  const form = new FormData()
  form.set('file', new File(['email\neva@example.com'], 'contacts.csv', { type: 'application/octet-stream' }))
  const body = new Response(form)
  const named = Buffer.from(await body.arrayBuffer())
  const bytes = Buffer.from(named.toString().replace('; filename="contacts.csv"', ''))
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const url = uploadContactImport.path.replace(':integration_id', integration_id)
  expect((await browser.request('POST', url, bytes, headers)).statusCode).toBe(200)
})

test('413 SEC-35 a form with too many parts, or longer than declared, is rejected and not stored', async () => {
  const { visitor } = await server.seed.conversation()
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...visitor.browser.headers }
  const many = Array.from({ length: 1_001 }, (_, index) => part(`p${index}`)).join('')
  expect((await visitor.browser.request('POST', visitorUrl, `${many}--x--`, headers)).statusCode).toBe(413)

  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is an object.
  const { port } = server.app.server.address() as AddressInfo
  /**
   * Sends chunks, with `bytes_max` bytes at most, until the server closes the connection.
   *
   * @returns the status and the number of bytes sent
   */
  const pour = (head: string, extra: Record<string, string> = {}, bytes_max = 200_000_000) =>
    new Promise<{ status: number | undefined; sent: number }>((resolve) => {
      const sending = request({ port, path: visitorUrl, method: 'POST', headers: { ...headers, ...extra } })
      let status: number | undefined
      let sent = 0
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const more = () => {
        while (!sending.destroyed && sent < bytes_max) {
          sent += chunk.length
          if (!sending.write(chunk)) return void sending.once('drain', more)
        }
        sending.end('\r\n--x--\r\n')
      }
      sending.on('response', (reply) => (status = reply.resume().statusCode))
      sending.on('error', () => undefined)
      sending.on('close', () => resolve({ status, sent }))
      sending.write(head)
      more()
    })
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
  for (const head of [`${part('id')}${file}`, 'a preamble without end'])
    expect((await pour(head)).sent).toBeLessThan(40_000_000)
  const complete = await pour(file, {}, 12 * 1024 * 1024)
  expect(complete.status).toBe(413)
  const declared = await pour(file, { 'content-length': String(fileLimits.bytes_max * 2) })
  expect(declared.status).toBe(413)
  expect(readdirSync(path.join(server.config.data_dir, 'files', '.incoming'))).toEqual([])
})

test('REL-02 SEC-18 the same file sent ten times concurrently is stored once; other bytes with its id are rejected', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const id = crypto.randomUUID()
  const url = memberUrl(integration_id)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => upload(browser, url, 'once', 'note.txt', { id })),
  )
  expect(new Set(replies.map(({ status, data }) => `${status} ${data.id}`))).toEqual(new Set([`200 ${id}`]))
  const other = await upload(browser, url, 'other words', 'note.txt', { id })
  expect([other.status, Object.keys(other.errors ?? {})]).toEqual([422, ['id']])
})

test('422 SEC-35 a visitor can upload only after the first message', async () => {
  const { integration } = await server.seed.integration()
  const visitor = await server.seed.visitor(integration.public_key)
  const early = await upload(visitor.browser, visitorUrl, 'hello', 'a.txt', { locale: 'sk' })
  const words = 'Najprv pošlite správu. Potom môžete prikladať súbory.'
  expect([early.status, early.errors]).toEqual([422, { file: [words] }])
  // Messages of others don't allow uploads.
  await server.seed.conversation()
  expect((await upload(visitor.browser, visitorUrl, 'hello', 'a.txt')).status).toBe(422)
  const message = {
    conversation_id: crypto.randomUUID(),
    locale: 'en' as const,
    ...newMessage(),
    body: 'Hello',
  }
  await visitor.browser.call(sendVisitorMessage, message)
  expect((await upload(visitor.browser, visitorUrl, 'hello', 'a.txt')).status).toBe(200)
})

test('REL-27 uploads leave space for the database: 1 GiB, or a tenth of a small disk', async () => {
  const disk = (size: number, free: number) => async () =>
    ({ bsize: 1, blocks: size, bavail: free }) as Awaited<ReturnType<typeof statfs>>
  const gib = 1024 ** 3
  const has = (size: number, free: number) => hasRoom('/', 10, disk(size, free) as typeof statfs)
  expect([await has(100 * gib, gib + 10), await has(100 * gib, gib + 9)]).toEqual([true, false])
  expect([await has(gib, gib / 10 + 11), await has(gib, gib / 10)]).toEqual([true, false])
})

test('422 SEC-10 a message can use only its sender’s existing files, and needs text or a file', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const own = await upload(visitor.browser, visitorUrl, 'mine', 'mine.txt')
  const { visitor: otherUser } = await server.seed.conversation()
  const theirs = await upload(otherUser.browser, visitorUrl, 'theirs', 'theirs.txt')
  const key = { integration_id, conversation_id }
  const invalid = {
    code: 'invalid_input',
    errors: { file_ids: [expect.stringContaining('no longer available')] },
  }
  for (const file_ids of [[own.data.id], [crypto.randomUUID()]])
    await expect(browser.call(sendMessage, { ...key, ...newMessage(), file_ids })).rejects.toMatchObject(
      invalid,
    )
  await expect(
    visitor.browser.call(sendVisitorMessage, {
      ...key,
      locale: 'en',
      ...newMessage(),
      file_ids: [theirs.data.id],
    }),
  ).rejects.toMatchObject(invalid)
  await expect(browser.call(sendMessage, { ...key, ...newMessage() })).rejects.toMatchObject({
    errors: { body: ['This field is required.'] },
  })
})

test('uploads that are never sent are deleted after a day with their bytes; sent ones stay', async () => {
  const { visitor, conversation_id } = await server.seed.conversation()
  const sent = await upload(visitor.browser, visitorUrl, 'sent', 'sent.txt')
  const left = await upload(visitor.browser, visitorUrl, 'left', 'left.txt')
  await visitor.browser.call(requestPerson, { conversation_id })
  const naming = { conversation_id, locale: 'en' as const, ...newMessage(), file_ids: [sent.data.id] }
  await visitor.browser.call(sendVisitorMessage, naming)
  const { file_key } = await server.ctx.db
    .selectFrom('file')
    .where('id', '=', left.data.id)
    .select('file_key')
    .executeTakeFirstOrThrow()
  await deleteUnattached(server.ctx)
  const status = async ({ data }: { data: Attachment }) =>
    (await visitor.browser.request('GET', visitorFilePath(data.id))).statusCode
  expect([await status(sent), await status(left)]).toEqual([200, 200])
  await server.later(25 * hour_ms, () => deleteUnattached(server.ctx))
  expect([await status(sent), await status(left)]).toEqual([200, 404])
  expect(await server.ctx.files.get(file_key)).toBeUndefined()
})

test('with a bucket the same files are stored there', async () => {
  const s3 = await fakeS3()
  const { endpoint, region, bucket, access_key_id, secret_access_key } = s3.settings
  const other = await testServer({
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: access_key_id,
    S3_SECRET_ACCESS_KEY: secret_access_key,
  })
  try {
    const { browser, integration_id } = await other.seed.integration()
    const { data } = await upload(browser, memberUrl(integration_id), 'In the bucket', 'a.txt')
    expect([...s3.objects.values()].map(({ body }) => body.toString())).toEqual(['In the bucket'])
    const read = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
    expect([read.statusCode, read.body]).toEqual([200, 'In the bucket'])
  } finally {
    await other[Symbol.asyncDispose]()
    s3.close()
  }
})
