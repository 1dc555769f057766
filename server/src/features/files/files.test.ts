import {
  requestPerson,
  type Attachment,
  deleteMessage,
  fileLimits,
  listAuditEntries,
  listMessages,
  listVisitorMessages,
  restoreMessage,
  sendMessage,
  sendVisitorMessage,
  signOut,
  uploadFile,
  uploadVisitorFile,
  visitorFilePath,
} from '@ozvi/contract'
import { readdirSync } from 'node:fs'
import type { statfs } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { cpuTime_ms } from '../../../test/hostile-input.ts'
import { type Browser, testServer } from '../../../test/server.ts'
import { fakeS3 } from '../../platform/files/test/fake-s3.ts'
import { hasRoom } from '#platform/files/index.ts'
import { deleteUnattached } from './service.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function form(content: Uint8Array | string, name: string, id: string = crypto.randomUUID()) {
  const fields = new FormData()
  fields.set('id', id)
  fields.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], name))
  const body = new Response(fields)
  return {
    bytes: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}
/** Uploads a file as a browser does. */
async function upload(
  who: Browser,
  url: string,
  content: Uint8Array | string,
  name: string,
  { id, locale = 'en' }: { id?: string; locale?: string } = {},
) {
  const { bytes, headers } = await form(content, name, id)
  const reply = await who.request('POST', url, bytes, { ...headers, 'accept-language': locale })
  // The reply's own schema, or an error.
  const { data, errors } = reply.json() as { data: Attachment; errors?: Record<string, string[]> }
  return { status: reply.statusCode, data, errors }
}
const memberUrl = (integration_id: string) => uploadFile.path.replace(':integration_id', integration_id)
const visitorUrl = uploadVisitorFile.path
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7c5' } })
const said = () => ({ id: crypto.randomUUID(), body: '' })

test('a picture that a visitor sends alone is shown to the team with its size, and stands for the words', async () => {
  const { browser: member, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const bytes = await photo(640, 480).png().toBuffer()
  const { data } = await upload(visitor.browser, visitorUrl, bytes, 'Screenshot 1.png')
  expect(data).toMatchObject({
    name: 'Screenshot 1.png',
    content_type: 'image/png',
    width: 640,
    height: 480,
  })
  const sent = { conversation_id, locale: 'en' as const, ...said(), file_ids: [data.id] }
  const message = await visitor.browser.call(sendVisitorMessage, sent)
  expect(message.attachments).toEqual([data])
  expect(await visitor.browser.call(sendVisitorMessage, sent)).toEqual(message)
  const [, read] = await member.call(listMessages, { integration_id, conversation_id })
  expect(read?.attachments).toEqual([data])
  const row = await member.request(
    'GET',
    `/api/integration/${integration_id}/conversation/${conversation_id}`,
  )
  expect(row.json().data.last_message_preview).toBe('📎 Screenshot 1.png')
})

test('SEC-04 SEC-33 a file is read by the team and by the visitor it is for: by nobody else, and never from a note', async () => {
  const a = await server.seed.conversation()
  const b = await server.seed.conversation()
  const other = await server.seed.visitor(a.integration.public_key)
  const reply = await upload(a.browser, memberUrl(a.integration_id), '%PDF-1.7\nanything', 'Offer.pdf')
  const noted = await upload(a.browser, memberUrl(a.integration_id), 'Only for us', 'margin.txt')
  const key = { integration_id: a.integration_id, conversation_id: a.conversation_id }
  const status = async (who: Browser, url: string) => (await who.request('GET', url)).statusCode
  const team = (id: string, integration_id = a.integration_id) => `${memberUrl(integration_id)}/${id}`
  // Not sent yet: the visitor can't see it.
  expect(await status(a.visitor.browser, visitorFilePath(reply.data.id))).toBe(404)
  const sent = await a.browser.call(sendMessage, { ...key, ...said(), file_ids: [reply.data.id] })
  await a.browser.call(sendMessage, { ...key, ...said(), kind: 'note', file_ids: [noted.data.id] })

  const agent = await server.seed.member(a.integration_id, 'viewer')
  expect(await status(agent.browser, team(reply.data.id))).toBe(200)
  expect(await status(a.visitor.browser, visitorFilePath(reply.data.id))).toBe(200)
  expect(await status(a.visitor.browser, visitorFilePath(noted.data.id))).toBe(404)
  for (const who of [other, b.visitor])
    expect(await status(who.browser, visitorFilePath(reply.data.id))).toBe(404)
  expect(await status(b.browser, team(reply.data.id))).toBe(404)
  expect(await status(b.browser, team(reply.data.id, b.integration_id))).toBe(404)
  for (const url of [team(reply.data.id), visitorFilePath(reply.data.id)])
    expect(await status(server.browser(), url)).toBe(401)
  const unverified = await server.seed.user({ is_verified: false })
  expect(await status(unverified.browser, team(reply.data.id))).toBe(409)
  expect(JSON.stringify(await a.visitor.browser.call(listVisitorMessages, key))).not.toContain('margin.txt')
  // Deleting the message makes the file unavailable to everyone; undo restores it.
  const place = { ...key, message_id: sent.id }
  await a.browser.call(deleteMessage, place)
  for (const who of [a.browser, agent.browser]) expect(await status(who, team(reply.data.id))).toBe(404)
  await a.browser.call(restoreMessage, place)
  expect(await status(agent.browser, team(reply.data.id))).toBe(200)
})

test('SEC-33 SEC-52 a download from a conversation is in the audit log once an hour, a picture in a thread is not', async () => {
  const { browser, integration_id, user, visitor, conversation_id } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const send = async (content: Uint8Array | string, name: string) => {
    const { data } = await upload(visitor.browser, visitorUrl, content, name)
    const message = { conversation_id, locale: 'en' as const, ...said(), file_ids: [data.id] }
    await visitor.browser.call(sendVisitorMessage, message)
    return data.id
  }
  const picture = await send(await photo(8, 8).png().toBuffer(), 'face.png')
  const letter = await send('%PDF-1.7\nanything', 'Jana Nováková.pdf')
  const own = (await upload(browser, memberUrl(integration_id), 'Draft', 'draft.txt')).data.id
  const notified = server.watch(`presence-integration.${integration_id}`, 'AuditRecorded')
  const get = async (who: Browser, id: string, headers: Record<string, string> = {}) =>
    (await who.request('GET', `${memberUrl(integration_id)}/${id}`, undefined, headers)).statusCode
  const entries = async () =>
    (await browser.call(listAuditEntries, { integration_id })).items
      .filter(({ act }) => act === 'file_downloaded')
      .map(({ actor_id, subject, details }) => [actor_id, subject, details['file_id']])
      .toReversed()

  expect(await get(browser, picture, { 'sec-fetch-dest': 'image' })).toBe(200)
  expect(await get(browser, own)).toBe(200)
  expect((await visitor.browser.request('GET', visitorFilePath(letter))).statusCode).toBe(200)
  expect(await get((await server.seed.integration()).browser, letter)).toBe(404)
  expect(await entries()).toEqual([])

  const both = await Promise.all([get(browser, letter), get(browser, letter)])
  expect(both).toEqual([200, 200])
  // A revalidated cached copy counts as a download too.
  expect(await get(agent.browser, letter, { 'if-none-match': `"${letter}"` })).toBe(304)
  expect(await get(browser, letter, { 'sec-fetch-dest': 'image' })).toBe(200)
  expect(await get(browser, picture, { 'sec-fetch-dest': 'document' })).toBe(200)
  const first = [
    [user.id, '#1', letter],
    [agent.user.id, '#1', letter],
    [user.id, '#1', picture],
  ]
  expect(await entries()).toEqual(first)
  expect(notified).toHaveLength(3)
  await server.later(61 * 60 * 1000, () => get(browser, letter))
  expect(await entries()).toEqual([...first, [user.id, '#1', letter]])
  expect(JSON.stringify(await browser.call(listAuditEntries, { integration_id }))).not.toContain('Jana')
})

test('SEC-33 a download that cannot be recorded is not sent', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const { data } = await upload(visitor.browser, visitorUrl, 'Private', 'list.txt')
  const message = { conversation_id, locale: 'en' as const, ...said(), file_ids: [data.id] }
  await visitor.browser.call(sendVisitorMessage, message)
  const query = (text: string) => server.database.pool.query(text)
  await query(`alter table audit_entry add constraint broken check (act <> 'file_downloaded') not valid`)
  try {
    const reply = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
    expect([reply.statusCode, reply.body.includes('Private')]).toEqual([500, false])
  } finally {
    await query('alter table audit_entry drop constraint broken')
  }
})

test('SEC-30 SEC-33 a picture is drawn in place and anything else is saved; nothing in it runs on our origin', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const url = memberUrl(integration_id)
  const picture = await upload(browser, url, await photo(8, 8).jpeg().toBuffer(), 'a.jpg')
  const text = await upload(browser, url, 'a;b\n1;2', 'Čísla "2026".csv')
  const read = async ({ data }: { data: Attachment }) => {
    const { headers } = await browser.request('GET', `${url}/${data.id}`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    return [headers['content-type'], headers['content-disposition']]
  }
  expect(await read(picture)).toEqual(['image/jpeg', "inline; filename*=UTF-8''a.jpg"])
  expect(await read(text)).toEqual([
    'text/csv',
    "attachment; filename*=UTF-8''%C4%8C%C3%ADsla%20%222026%22.csv",
  ])
})

test('422 SEC-32 a file that is not what its name says, that could run, or that is empty is refused in words', async () => {
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
  const refused = async (content: Uint8Array | string, name: string) =>
    (await upload(browser, memberUrl(integration_id), content, name, { locale: 'sk' })).errors?.['file']
  expect(await refused('', 'empty.txt')).toEqual(['Súbor je prázdny.'])
  expect(await refused(png.subarray(0, 40), 'cut.png')).toEqual(['Súbor je poškodený a nedá sa prečítať.'])
})

test('SEC-14 SEC-32 a text file of nothing but comments is taken at once', async () => {
  const { visitor } = await server.seed.conversation()
  for (let comments = 20; comments < 5_000; comments = Math.ceil(comments * 1.2)) {
    const content = `${'<!---->'.repeat(comments)}x`
    const took_ms = await cpuTime_ms(async () => {
      expect((await upload(visitor.browser, visitorUrl, content, 'a.txt')).status).toBe(200)
    })
    expect(took_ms, `${content.length} bytes`).toBeLessThan(1_000)
  }
})

test('SEC-32 a name is a label: paths, line ends and marks that turn text around are no part of it', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { data } = await upload(browser, memberUrl(integration_id), 'x', '../../etc/\u202Egpj.exe\r\n.txt')
  expect(data.name).not.toMatch(/[/\\\r\n\u202e]/)
  expect(data.name).toMatch(/\.txt$/)
})

test('a photograph is drawn anew: upright, and without the place where it was taken', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const taken = await photo(60, 40)
    .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data } = await upload(browser, memberUrl(integration_id), taken, 'IMG_1.jpeg')
  expect([data.width, data.height]).toEqual([40, 60])
  const { rawPayload } = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
  expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
  expect(rawPayload.includes('CANARY')).toBe(false)
})

test('SEC-34 a GIF keeps its frames as they are, and nothing else of its file', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const frames = Buffer.concat([20, 90, 160, 230].map((shade) => Buffer.alloc(30 * 20 * 3, shade)))
  const raw = { width: 30, height: 80, channels: 3, pageHeight: 20 } as const
  const gif = await sharp(frames, { raw })
    .gif({ delay: [50, 60, 70, 80], loop: 3 })
    .toBuffer()
  const extension = (label: number, text: string) =>
    Buffer.concat([Buffer.of(0x21, label, text.length), Buffer.from(text), Buffer.of(0)])
  // After the header and its color table.
  const head = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  const sent = Buffer.concat([
    gif.subarray(0, head),
    extension(0xfe, 'CANARY taken at home'),
    extension(0xff, 'XMP DataXMPCANARY'),
    gif.subarray(head),
    Buffer.from('CANARY<script>'),
  ])
  const { data } = await upload(browser, memberUrl(integration_id), sent, 'wave.gif')
  expect([data.width, data.height]).toEqual([30, 20])
  const { rawPayload } = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
  expect(rawPayload.includes('CANARY')).toBe(false)
  const drawn = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer()
  expect((await drawn(rawPayload)).equals(await drawn(gif))).toBe(true)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ pages: 4, loop: 3, delay: [50, 60, 70, 80] })

  const cut = await upload(browser, memberUrl(integration_id), sent.subarray(0, -60), 'cut.gif')
  expect([cut.status, Object.keys(cut.errors ?? {})]).toEqual([422, ['file']])
})

test('422 SEC-34 a picture of 10,000 frames is refused in milliseconds, and the next one is taken', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const dot = Buffer.from('2c000000000100010000024401 00'.replaceAll(' ', ''), 'hex')
  const bomb = (frames: number) =>
    Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
      ...Array.from({ length: frames }, () =>
        Buffer.concat([
          Buffer.from('21f9040001000000', 'hex'),
          dot.subarray(0, 11),
          Buffer.of(2, 0x44, 1, 0),
        ]),
      ),
      Buffer.of(0x3b),
    ])
  const took_ms = await cpuTime_ms(async () => {
    const { status, errors } = await upload(browser, memberUrl(integration_id), bomb(10_000), 'bomb.gif')
    expect([status, errors]).toEqual([422, { file: ['An animated picture can have at most 1000 frames.'] }])
  })
  expect(took_ms).toBeLessThan(1_000)
  const next = await upload(browser, memberUrl(integration_id), bomb(3), 'small.gif')
  expect([next.status, next.data.width]).toEqual([200, 1])
})

test('SEC-33 a file is not shown from the cache of a browser whose reader has signed out', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { data } = await upload(browser, memberUrl(integration_id), 'private', 'private.txt')
  const url = `${memberUrl(integration_id)}/${data.id}`
  const { headers } = await browser.request('GET', url)
  expect(headers['cache-control']).toBe('private, no-cache')
  const again = () => browser.request('GET', url, undefined, { 'if-none-match': String(headers['etag']) })
  const saved = await again()
  expect([saved.statusCode, saved.body]).toEqual([304, ''])
  await browser.call(signOut, {})
  expect((await again()).statusCode).toBe(401)
})

test('413 SEC-35 a file over 10 MB is refused on its field, for members and visitors alike', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const large = Buffer.alloc(fileLimits.bytes_max + 1, 'a')
  const byMember = await upload(browser, memberUrl(integration_id), large, 'large.txt')
  const byVisitor = await upload(visitor.browser, visitorUrl, large, 'large.txt', { locale: 'sk' })
  expect([byMember.status, byMember.errors]).toEqual([413, { file: ['This file is larger than 10 MB.'] }])
  expect([byVisitor.status, byVisitor.errors]).toEqual([413, { file: ['Súbor je väčší ako 10 MB.'] }])
  const largest = await upload(browser, memberUrl(integration_id), large.subarray(1), 'largest.txt')
  expect([largest.status, largest.data.size]).toEqual([200, fileLimits.bytes_max])
})

test('413 SEC-35 a form of too many parts, or longer than it says, is cut off, and nothing of it stays', async () => {
  const { visitor } = await server.seed.conversation()
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...visitor.browser.headers }
  const many = Array.from({ length: 1_001 }, (_, at) => part(`p${at}`)).join('')
  expect((await visitor.browser.request('POST', visitorUrl, `${many}--x--`, headers)).statusCode).toBe(413)

  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is an object.
  const { port } = server.app.server.address() as AddressInfo
  /** Sends chunks until the server closes the connection. @returns the status and the number of bytes sent */
  const pour = (head: string, extra: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; sent: number }>((resolve) => {
      const sending = request({ port, path: visitorUrl, method: 'POST', headers: { ...headers, ...extra } })
      let status: number | undefined
      let sent = 0
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const more = () => {
        while (!sending.destroyed && sent < 200_000_000) {
          sent += chunk.length
          if (!sending.write(chunk)) return void sending.once('drain', more)
        }
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
  const declared = await pour(file, { 'content-length': String(fileLimits.bytes_max * 2) })
  expect(declared.status).toBe(413)
  expect(readdirSync(path.join(server.config.data_dir, 'files', '.incoming'))).toEqual([])
})

test('REL-02 SEC-18 the same file sent ten times at once is one file; other bytes under its id are refused', async () => {
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

test('422 SEC-35 a visitor uploads nothing before the first message, and then does', async () => {
  const { integration } = await server.seed.integration()
  const visitor = await server.seed.visitor(integration.public_key)
  const early = await upload(visitor.browser, visitorUrl, 'hello', 'a.txt', { locale: 'sk' })
  const words = 'Najprv pošlite správu. Potom môžete prikladať súbory.'
  expect([early.status, early.errors]).toEqual([422, { file: [words] }])
  // Messages of others don't allow uploads.
  await server.seed.conversation()
  expect((await upload(visitor.browser, visitorUrl, 'hello', 'a.txt')).status).toBe(422)
  const message = { conversation_id: crypto.randomUUID(), locale: 'en' as const, ...said(), body: 'Hello' }
  await visitor.browser.call(sendVisitorMessage, message)
  expect((await upload(visitor.browser, visitorUrl, 'hello', 'a.txt')).status).toBe(200)
})

test('REL-27 uploads leave room for the database: 1 GiB, or a tenth of a small disk', async () => {
  const disk = (size: number, free: number) => async () =>
    ({ bsize: 1, blocks: size, bavail: free }) as Awaited<ReturnType<typeof statfs>>
  const gib = 1024 ** 3
  const has = (size: number, free: number) => hasRoom('/', 10, disk(size, free) as typeof statfs)
  expect([await has(100 * gib, gib + 10), await has(100 * gib, gib + 9)]).toEqual([true, false])
  expect([await has(gib, gib / 10 + 11), await has(gib, gib / 10)]).toEqual([true, false])
})

test('422 SEC-10 a message names only files of its sender that are still there, and at least words or one of them', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const own = await upload(visitor.browser, visitorUrl, 'mine', 'mine.txt')
  const { visitor: otherUser } = await server.seed.conversation()
  const theirs = await upload(otherUser.browser, visitorUrl, 'theirs', 'theirs.txt')
  const key = { integration_id, conversation_id }
  const refused = {
    code: 'invalid_input',
    errors: { file_ids: [expect.stringContaining('no longer available')] },
  }
  for (const file_ids of [[own.data.id], [crypto.randomUUID()]])
    await expect(browser.call(sendMessage, { ...key, ...said(), file_ids })).rejects.toMatchObject(refused)
  await expect(
    visitor.browser.call(sendVisitorMessage, { ...key, locale: 'en', ...said(), file_ids: [theirs.data.id] }),
  ).rejects.toMatchObject(refused)
  await expect(browser.call(sendMessage, { ...key, ...said() })).rejects.toMatchObject({
    errors: { body: ['This field is required.'] },
  })
})

test('what is uploaded and never sent is removed after a day, bytes and all; what was sent stays', async () => {
  const { visitor, conversation_id } = await server.seed.conversation()
  const sent = await upload(visitor.browser, visitorUrl, 'sent', 'sent.txt')
  const left = await upload(visitor.browser, visitorUrl, 'left', 'left.txt')
  await visitor.browser.call(requestPerson, { conversation_id })
  const naming = { conversation_id, locale: 'en' as const, ...said(), file_ids: [sent.data.id] }
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
  await server.later(25 * 60 * 60 * 1000, () => deleteUnattached(server.ctx))
  expect([await status(sent), await status(left)]).toEqual([200, 404])
  expect(await server.ctx.files.get(file_key)).toBeUndefined()
})

test('with a bucket the same files are kept there', async () => {
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
