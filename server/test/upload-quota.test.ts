import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sendVisitorMessage } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from './server.ts'

/* How many bytes visitors can upload from one network and to one workspace. */

const server = await testServer({ RATE_LIMITS: 'strict', TRUST_PROXY: '127.0.0.1' })
const origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
const sockets: Socket[] = []
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server[Symbol.asyncDispose]()
})

const mebibyte = 1024 * 1024
let networks = 0
/** A network that has sent nothing yet. */
const somewhere = () => `198.51.100.${++networks}`

async function newVisitor(public_key: string): Promise<Browser> {
  const { browser } = await server.seed.visitor(public_key)
  const message = { id: crypto.randomUUID(), body: 'Hello', locale: 'en' } as const
  await browser.call(sendVisitorMessage, { conversation_id: crypto.randomUUID(), ...message })
  return browser
}
/** A limit of calls applies to each visitor, so many uploads need several. */
const newVisitors = (public_key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => newVisitor(public_key)))

const boundary = 'x'
const fileStart = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`
const formOf = (bytes: number) =>
  Buffer.concat([Buffer.from(fileStart), Buffer.alloc(bytes, 'a'), Buffer.from(formEnd)])
/** The beginning of a form with more fields than any upload has. */
const invalidForm = Array.from(
  { length: 30 },
  (_, nth) => `--${boundary}\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\n1\r\n`,
).join('')
/** As large as a file can be. Without an id it is rejected once it has arrived. */
const largeForm = formOf(10 * mebibyte)

const upload = (from: string, as: Browser, form: Buffer, url = '/api/visitor/file') =>
  server.app.inject({
    remoteAddress: from,
    method: 'POST',
    url,
    headers: {
      ...as.headers,
      'accept-language': 'en',
      cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(as.cookies.get('XSRF-TOKEN') ?? ''),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(form.length),
    },
    payload: form,
  })

/** Sends the head of an upload that declares 10 MB, and a beginning of its body. */
function declare(from: string, as: Browser, beginning: string | Buffer): Socket {
  const socket = connect(Number(origin.port), '127.0.0.1')
  // Closed by either side.
  socket.on('error', () => {})
  sockets.push(socket)
  const head = [
    'POST /api/visitor/file HTTP/1.1',
    `host: ${origin.host}`,
    `x-forwarded-for: ${from}`,
    `authorization: ${as.headers['authorization']}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${10 * mebibyte}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(beginning)
  return socket
}

test('SEC-35 declared bytes that never arrive use up no quota of a network or workspace', async () => {
  const { integration } = await server.seed.integration()
  const visitors = await newVisitors(integration.public_key, 9)
  const visitor = visitors.pop()!
  const from = Array.from({ length: 11 }, somewhere)
  // More than 200 MB of each network and 2,000 MB of the workspace: a form of many fields is rejected at once.
  const rejected = from.flatMap((network, nth) =>
    Array.from(
      { length: 21 },
      (_, index) => [network, visitors[(nth * 21 + index) % visitors.length]!] as const,
    ),
  )
  for (const [network, as] of rejected) {
    const socket = declare(network, as, invalidForm)
    const [reply] = await once(socket, 'data')
    expect(String(reply)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  }
  // As many wait for bytes that don't come, or end in the middle of the file.
  const last = somewhere()
  const waiting = await newVisitors(integration.public_key, 2)
  for (let nth = 0; nth < 21; nth++) declare(last, waiting[0]!, nth % 2 === 0 ? '' : fileStart)
  for (let nth = 0; nth < 21; nth++) {
    const socket = declare(last, waiting[1]!, fileStart)
    socket.write(Buffer.alloc(1024, 'a'), () => socket.destroy())
  }
  for (const network of [...from, last])
    expect((await upload(network, visitor, formOf(mebibyte))).statusCode, network).toBe(422)
})

test('429 SEC-35 SEC-47 visitors’ uploads are limited per network, also at the same time, while the team can still upload', async () => {
  const { integration, integration_id, browser } = await server.seed.integration()
  const [first, second] = await newVisitors(integration.public_key, 2)
  const from = somewhere()
  const seen = await Promise.all(
    Array.from({ length: 26 }, (_, nth) => upload(from, nth % 2 ? first! : second!, largeForm)),
  )
  const statuses = seen.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
  expect(statuses.filter((status) => status === 422).length).toBeLessThan(20)

  const overQuota = await upload(from, first!, largeForm)
  expect([overQuota.statusCode, overQuota.json().errors]).toEqual([
    429,
    { file: ['You can upload up to 200 MB an hour from your network. Try again later.'] },
  ])
  expect(Number(overQuota.headers['retry-after'])).toBeGreaterThan(60)
  const byTeam = `/api/integration/${integration_id}/file`
  expect((await upload(from, browser, largeForm, byTeam)).statusCode).toBe(422)
  expect((await upload(somewhere(), first!, largeForm)).statusCode).toBe(422)
})

test('SEC-35 bytes of an upload that belong to no file use up the quota too', async () => {
  const { integration } = await server.seed.integration()
  const visitors = await newVisitors(integration.public_key, 2)
  const from = somewhere()
  const preamble = Buffer.concat([Buffer.alloc(10 * mebibyte, 'a'), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const statuses: number[] = []
  for (let nth = 0; nth < 21; nth++)
    statuses.push((await upload(from, visitors[nth % 2]!, preamble)).statusCode)
  expect(statuses.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 422))
  expect(statuses.at(-1)).toBe(429)
})

test('429 SEC-35 SEC-47 visitors’ uploads are limited per workspace, and those of other workspaces aren’t', async () => {
  const { integration, integration_id, browser } = await server.seed.integration()
  const visitor = await newVisitor(integration.public_key)
  // All but 15 MB of the day's 2,000 MB, which would take long to send.
  const quota = { name: 'upload-visitor-workspace', points: 2_000 * 1024, per_s: 86_400 }
  await server.ctx.rates.take(quota, integration_id, '', 1_985 * 1024)
  expect((await upload(somewhere(), visitor, largeForm)).statusCode).toBe(422)
  const overQuota = await upload(somewhere(), visitor, largeForm)
  expect([overQuota.statusCode, overQuota.json().errors]).toEqual([
    429,
    { file: ['You can upload up to 2000 MB a day here. Try again later.'] },
  ])
  // What doesn't fit by its declared size isn't counted.
  expect((await upload(somewhere(), visitor, formOf(mebibyte))).statusCode).toBe(422)
  const byTeam = `/api/integration/${integration_id}/file`
  expect((await upload(somewhere(), browser, largeForm, byTeam)).statusCode).toBe(422)
  const other = await server.seed.integration()
  const elsewhere = await newVisitor(other.integration.public_key)
  expect((await upload(somewhere(), elsewhere, largeForm)).statusCode).toBe(422)
})
