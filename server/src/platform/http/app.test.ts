import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { Problem, problemText } from '@ozvi/contract'
import { readConfig } from '../context/config.ts'
import { createApp } from './app.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const open: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(open.map((close) => close())))

async function appAt(environment: Record<string, string> = {}, limits: { body_timeout_ms?: number } = {}) {
  const app = await createApp(readConfig(environment), log, limits)
  open.push(() => app.close())
  const config = { policy: 'public' }
  app.get('/fine', { config }, async () => ({ status: 'fine' }))
  app.post('/fine', { config }, async () => ({ status: 'fine' }))
  app.post('/upload', { config: { ...config, isUpload: true } }, async () => ({ status: 'fine' }))
  const onRequest = async () => {
    throw new Problem('unauthenticated')
  }
  app.post('/rejected', { config: { ...config, isUpload: true }, onRequest }, async () => ({}))
  app.get('/thing/:thing_id', { config }, async () => ({ status: 'fine' }))
  app.get('/long', { config }, async () => ({ words: 'fine '.repeat(1000) }))
  app.get('/fault', { config }, async () => {
    throw new Error('relation "secret_table" does not exist')
  })
  return app
}

test('SEC-30 every response forbids sniffing and hides its URL from others; on https it requires https', async () => {
  const local = await appAt()
  const there = await appAt({ APP_URL: 'https://chat.example', SMTP_URL: 'smtp://mail.example' })
  for (const [app, strict] of [
    [local, undefined],
    [there, 'max-age=31536000; includeSubDomains'],
  ] as const) {
    for (const url of ['/fine', '/fault', '/nowhere']) {
      const { headers } = await app.inject(url)
      expect([url, headers['permissions-policy']]).toEqual([
        url,
        expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
      ])
      expect([url, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
        url,
        'nosniff',
        'strict-origin-when-cross-origin',
      ])
      expect(headers['strict-transport-security']).toBe(strict)
    }
  }
})

test('long responses are compressed if the client accepts it, short ones aren’t', async () => {
  const app = await appAt()
  const headers = { 'accept-encoding': 'gzip, br' }
  const long = await app.inject({ url: '/long', headers })
  expect([long.headers['content-encoding'], long.headers['vary']]).toEqual(['br', 'accept-encoding'])
  expect(JSON.parse(brotliDecompressSync(long.rawPayload).toString())).toEqual({
    words: 'fine '.repeat(1000),
  })
  expect((await app.inject('/long')).headers['content-encoding']).toBeUndefined()
  expect((await app.inject({ url: '/fine', headers })).headers['content-encoding']).toBeUndefined()
})

test('500 REL-33 SEC-16 an unexpected error is logged with the request id, and the caller gets only that id', async () => {
  const app = await appAt()
  lines.length = 0
  const reply = await app.inject('/fault')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    code: 'server_error',
    message: expect.any(String),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(reply.body).not.toContain('secret_table')
  expect(lines).toMatchObject([
    {
      request_id: reply.json().request_id,
      url: '/fault',
      err: { message: expect.stringContaining('secret_table') },
    },
  ])
  expect((await app.inject('/fine')).statusCode).toBe(200)
})

test('408 REL-12 five hundred slow headers and bodies are cut off while others are served; an upload has more time', async () => {
  const app = await appAt({}, { body_timeout_ms: 2_000 })
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([10_000, 300_000])
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo
  const ended: string[] = []
  /** Sends a prefix, then a byte now and then. @returns everything received until the end */
  const drip = (beginning: string) =>
    new Promise<string>((resolve) => {
      let sent = ''
      // Data written before the connection is open is sent first.
      const socket = connect(port, '127.0.0.1')
      socket.write(beginning)
      const dripping = setInterval(() => socket.write('x'), 50)
      socket.on('data', (bytes) => (sent += String(bytes)))
      socket.on('error', () => {}) // disconnected while writing
      socket.on('close', () => {
        clearInterval(dripping)
        ended.push(beginning.split(' HTTP')[0] ?? '')
        resolve(sent)
      })
    })
  const slowBody = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n"`
  const slow = Promise.all([
    drip('GET /fine HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    ...['/fine', '/nowhere', '/upload'].map((path) => drip(slowBody(path))),
    ...Array.from({ length: 250 }, () => drip('GET /fi')),
    ...Array.from({ length: 250 }, () => drip(slowBody('/fine'))),
  ])
  const opened = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(opened, { interval: 5 }).toBeGreaterThanOrEqual(504)
  for (let n = 0; n < 20; n++) {
    const served = await fetch(`http://127.0.0.1:${port}/fine`)
    expect(await served.json()).toEqual({ status: 'fine' })
  }
  expect(ended).not.toContain('GET /fi')
  // The real limits, only shorter.
  app.server.headersTimeout = 200
  app.server.requestTimeout = 4_000
  const replies = await slow
  expect(replies).toHaveLength(504)
  for (const sent of replies) expect(sent).toMatch(/^HTTP\/1\.1 408 /)
  expect(ended.at(-1)).toBe('POST /upload')
})

test('REL-12 a connection that goes on sending after its upload was rejected is closed', async () => {
  const app = await appAt({}, { body_timeout_ms: 300 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo
  const sent = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /rejected HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n')
    const dripping = setInterval(() => socket.write('x'), 50)
    socket.on('data', (bytes) => (received += String(bytes)))
    socket.on('error', () => {}) // disconnected while writing
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(received)
    })
  })
  expect(sent).toMatch(/^HTTP\/1\.1 401 /)
})

test('413 the sender of a body that is too large gets the response, and can use the connection again', async () => {
  const app = await appAt()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk))
  const bytes = 1_000_000
  const head = `POST /fine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  socket.write(head + 'x'.repeat(bytes / 2))
  await expect.poll(() => received).toContain('HTTP/1.1 413 ')
  socket.write(`${'x'.repeat(bytes / 2)}GET /fine HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await expect.poll(() => received).toContain('HTTP/1.1 200 ')
  socket.destroy()
})

test('413 a connection is closed if the rest of its body is more than 10 MB or of unknown size', async () => {
  const app = await appAt()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const chunk = `${(300_000.).toString(16)}\r\n${'x'.repeat(300_000)}\r\n`
  for (const rest of ['Content-Length: 11000000\r\n\r\nxxx', `Transfer-Encoding: chunked\r\n\r\n${chunk}`]) {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (data) => (received += data))
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`POST /fine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`)
    await closed
    expect(received).toMatch(/^HTTP\/1\.1 413 .*connection: close/s)
  }
})

test('404 S2.24 a path that can’t be decoded and an id of any length are not found, in the reader’s language', async () => {
  const app = await appAt()
  app.setNotFoundHandler(() => {
    throw new Problem('page_not_found')
  })
  for (const path of ['/%', '/100%?q=%', '/%ff', '/%E0%A4%A', '/fine/%zz'])
    expect([path, (await app.inject(path)).statusCode, (await app.inject(path)).json()]).toEqual([
      path,
      404,
      { code: 'page_not_found', message: `Page not found: ${path.split('?')[0]}` },
    ])
  for (const path of ['/thing/100%25', '/thing/%ff']) expect((await app.inject(path)).statusCode).toBe(200)
  const long = await app.inject({ url: `/thing/${'a'.repeat(3000)}`, headers: { 'accept-language': 'sk' } })
  expect([long.statusCode, long.json()]).toEqual([
    404,
    { code: 'not_found', message: problemText('sk', 'not_found') },
  ])
  expect(long.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('404 S2.24 the message names the path as it was requested', async () => {
  const app = await appAt()
  app.setNotFoundHandler(() => {
    throw new Problem('page_not_found')
  })
  expect((await app.inject('/a$&b')).json()).toMatchObject({ message: 'Page not found: /a$&b' })
})

test('S1.07 messages are in the language that the browser prefers', async () => {
  const app = await appAt()
  app.setNotFoundHandler(() => {
    throw new Problem('not_found')
  })
  const answer = async (language: string) =>
    (await app.inject({ url: '/nowhere', headers: { 'accept-language': language } })).json().message
  const [en, sk] = [await answer('en'), await answer('sk')]
  expect(en).not.toBe(sk)
  expect(await answer('en;q=0.2, sk-SK;q=0.9')).toBe(sk)
  expect(await answer('sk;q=0, de')).toBe(en)
  expect(await answer('cs-SK, de')).toBe(en)
  expect(await answer('constructor, sk;q=0.5')).toBe(sk)
})
