import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createRawServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resolvePublicAddress, pinnedLookup } from './connector.ts'
import { createEgress, type EgressOptions, type EgressSetup } from './index.ts'

const routes: Record<string, RequestListener> = {}
let site: Server
let inner: Server
let inner_hits = 0
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port // listening on TCP

beforeAll(async () => {
  site = createServer((request, reply) => {
    const handle = routes[new URL(request.url ?? '/', 'http://x').pathname]
    if (handle) handle(request, reply)
    else reply.writeHead(404).end()
  })
  inner = createServer((_request, reply) => {
    reply.end('secret')
  }).on('connection', () => inner_hits++)
  for (const server of [site, inner]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  for (const server of [site, inner]) server.closeAllConnections()
  site.close()
  inner.close()
})

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const egress of opened.splice(0)) await egress.close()
})

/** A guard that allows only `shop.example` at the fake site's port. */
function guard(setup: Partial<EgressSetup> = {}) {
  const egress = createEgress({
    allow: [`shop.example:${portOf(site)}`],
    log: { warn() {} },
    user_agent: 'OzviBot/1.0 (+https://ozvi.example)',
    resolver: async () => ['127.0.0.1'],
    ports: [80, 443, portOf(inner)],
    ...setup,
  })
  opened.push(egress)
  return egress
}
const shop = (path: string) => `http://shop.example:${portOf(site)}${path}`
const visit = (path: string, options?: EgressOptions) => guard().fetch(shop(path), options)

describe('SEC-36 internal addresses are blocked', () => {
  const hosts = [
    '127.0.0.1',
    '017700000001',
    '2130706433',
    '127.1',
    '0x7f.1',
    'localhost',
    'a.localhost',
    '10.0.0.8',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    'intranet',
    'db.internal',
    'nas.local',
    '127.0.0.1.',
    'localhost.',
  ]

  test.each(hosts)('422 is the error of %s in a form', (host) => {
    expect(guard().staticUrlProblem(`http://${host}:${portOf(inner)}/`)).toBe('blocked')
  })

  test('no request reaches an internal server, regardless of what the name resolves to', async () => {
    inner_hits = 0
    const names = ['looks.public.example', 'rebind.example.com']
    const answers = [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254', '127.0.0.1'],
      ['fe80::1%lo'],
    ]
    for (const host of hosts) {
      expect(await guard().fetch(`http://${host}:${portOf(inner)}/`)).toEqual({
        ok: false,
        reason: 'blocked',
      })
    }
    for (const name of names) {
      for (const answer of answers) {
        const egress = guard({ resolver: async () => answer })
        expect(await egress.fetch(`http://${name}:${portOf(inner)}/`)).toEqual({
          ok: false,
          reason: 'blocked',
        })
      }
    }
    expect(inner_hits).toBe(0)
  })

  test('a redirect to an internal address is checked like a first request', async () => {
    inner_hits = 0
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'innocent.example.com']) {
      routes['/inward'] = (_request, reply) =>
        reply.writeHead(302, { location: `http://${host}:${portOf(inner)}/` }).end()
      expect(await visit('/inward')).toEqual({ ok: false, reason: 'blocked' })
    }
    expect(inner_hits).toBe(0)
  })

  test('a name that changes between check and connection is connected to the checked address', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const resolver = async () => answers.shift() ?? []
    const policy = { ports: new Set([80]), allowed: new Set<string>() }
    const addresses = await resolvePublicAddress(policy, resolver, 'rebind.example.com', 80)
    const lookup = pinnedLookup(addresses)
    const result = await new Promise((done) =>
      lookup('rebind.example.com', { all: true }, (_error, list) => done(list)),
    )
    expect(result).toEqual([{ address: '93.184.216.34', family: 4 }])
    await expect(resolvePublicAddress(policy, resolver, 'rebind.example.com', 80)).rejects.toThrow(
      'not open to outgoing requests',
    )
  })

  test('of a name with public and internal addresses only the public one is used', async () => {
    const policy = { ports: new Set([443]), allowed: new Set<string>() }
    expect(
      await resolvePublicAddress(
        policy,
        async () => ['10.0.0.1', '93.184.216.34', '::1'],
        'mixed.example.com',
        443,
      ),
    ).toEqual(['93.184.216.34'])
  })

  test.each([
    'ftp://shop.example/',
    'file:///etc/passwd',
    'gopher://shop.example/',
    'javascript:alert(1)',
    'http://',
    'shop',
    'http://user@shop.example/',
    'http://:pass@shop.example/',
    `http://shop.example/${'a'.repeat(5_000)}`,
  ])('422 bad_url for %.40s', async (url) => {
    expect(guard().staticUrlProblem(url)).toBe('bad_url')
    expect(await guard().fetch(url)).toEqual({ ok: false, reason: 'bad_url' })
  })

  test('ports other than 80 and 443 are blocked', async () => {
    const egress = guard({ ports: [80, 443], resolver: async () => ['93.184.216.34'] })
    for (const port of [22, 25, 6379, 8080]) {
      expect(egress.staticUrlProblem(`http://www.example.com:${port}/`)).toBe('blocked')
      expect(await egress.fetch(`http://www.example.com:${port}/`)).toEqual({ ok: false, reason: 'blocked' })
    }
    expect(egress.staticUrlProblem('https://www.example.com/')).toBeUndefined()
  })

  test('an exception allows one host at one port, and is logged as a warning', async () => {
    const sent: unknown[] = []
    const allow = [`127.0.0.1:${portOf(inner)}`]
    const egress = guard({ allow, log: { warn: (details) => sent.push(details) } })
    expect(sent).toEqual([{ allow }])
    expect(await egress.fetch(`http://127.0.0.1:${portOf(inner)}/`)).toMatchObject({ ok: true, status: 200 })
    expect(await egress.fetch(`http://127.0.0.1:${portOf(site)}/`)).toEqual({ ok: false, reason: 'blocked' })
    expect(() => guard({ allow: ['127.0.0.1'] })).toThrow('host:port')
  })
})

describe('responses are limited', () => {
  test('the response has status, final URL, headers and body, and the request our user agent', async () => {
    routes['/start'] = (_request, reply) => reply.writeHead(301, { location: '/end?x=1' }).end()
    routes['/end'] = (request, reply) =>
      reply
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' })
        .end(String(request.headers['user-agent']))
    const answer = await visit('/start')
    expect(answer).toMatchObject({ ok: true, status: 200, url: shop('/end?x=1'), truncated: false })
    expect(answer.ok && [answer.body.toString(), answer.headers['set-cookie']]).toEqual([
      'OzviBot/1.0 (+https://ozvi.example)',
      undefined,
    ])
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('%s is decoded', async (encoding, compress) => {
    routes['/packed'] = (_request, reply) =>
      reply.writeHead(200, { 'content-encoding': encoding }).end(compress('ľahký balík'))
    const answer = await visit('/packed')
    expect(answer.ok && answer.body.toString()).toBe('ľahký balík')
  })

  test('REL-20 SEC-34 a gzip bomb ends at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    routes['/bomb'] = (_request, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    routes['/double'] = (_request, reply) =>
      reply.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(bomb))
    for (const path of ['/bomb', '/double']) {
      expect(await visit(path, { max_bytes: 100_000 })).toEqual({ ok: false, reason: 'too_large' })
    }
    const kept = await visit('/bomb', { max_bytes: 100_000, at_cap: 'truncate' })
    expect(kept).toMatchObject({ ok: true, truncated: true })
    expect(kept.ok && kept.body.length).toBeLessThanOrEqual(100_000)
  })

  test('an encoding that wasn’t requested, or a broken one, is unreadable', async () => {
    routes['/odd'] = (_request, reply) => reply.writeHead(200, { 'content-encoding': 'zstd' }).end('x')
    routes['/broken'] = (_request, reply) =>
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all')
    routes['/deep'] = (_request, reply) =>
      reply.writeHead(200, { 'content-encoding': 'gzip,gzip,gzip' }).end('x')
    for (const path of ['/odd', '/broken', '/deep']) {
      expect(await visit(path)).toEqual({ ok: false, reason: 'unreadable' })
    }
  })

  test('REL-20 an endless body ends at the byte limit', async () => {
    routes['/endless'] = (_request, reply) => {
      const pour = () => {
        while (reply.write(Buffer.alloc(16_384, 'a'))) if (reply.destroyed) return
        reply.once('drain', pour)
      }
      pour()
    }
    expect(await visit('/endless', { max_bytes: 300_000 })).toEqual({ ok: false, reason: 'too_large' })
  })

  test('a slow body, a silent body and silent headers time out', async () => {
    routes['/drip'] = (_request, reply) => {
      const timer = setInterval(() => reply.write('.'), 20)
      reply.on('close', () => clearInterval(timer))
    }
    routes['/pause'] = (_request, reply) => void reply.write('half')
    routes['/silent'] = () => {}
    expect(await visit('/drip', { timeout_ms: 200 })).toEqual({ ok: false, reason: 'timeout' })
    expect(await visit('/pause', { idle_timeout_ms: 100 })).toEqual({ ok: false, reason: 'timeout' })
    expect(await visit('/silent', { first_byte_timeout_ms: 100 })).toEqual({ ok: false, reason: 'timeout' })
  })

  test('slow or oversized headers end in time, and a response that isn’t HTTP is unreadable', async () => {
    const raw = createRawServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (bytes) => {
        const path = bytes.toString().split(' ')[1]
        if (path === '/noise') socket.end('SSH-2.0-OpenSSH\r\n')
        if (path === '/fat') socket.write(`HTTP/1.1 200 OK\r\nx-fat: ${'a'.repeat(40_000)}\r\n\r\n`)
        if (path !== '/slow') return
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      })
    })
    await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done))
    const egress = guard({ allow: [`shop.example:${portOf(raw)}`] })
    const call = (path: string) =>
      egress.fetch(`http://shop.example:${portOf(raw)}${path}`, { timeout_ms: 300 })
    expect(await call('/slow')).toEqual({ ok: false, reason: 'timeout' })
    expect(await call('/fat')).toEqual({ ok: false, reason: 'unreadable' })
    expect(await call('/noise')).toEqual({ ok: false, reason: 'unreadable' })
    raw.close()
  })

  test('REL-20 ten redirects are followed, an eleventh isn’t', async () => {
    routes['/hop'] = (request, reply) => {
      const left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('left'))
      if (left) reply.writeHead(302, { location: `/hop?left=${left - 1}` }).end()
      else reply.end('there')
    }
    expect(await visit('/hop?left=10')).toMatchObject({ ok: true, status: 200 })
    expect(await visit('/hop?left=100')).toEqual({ ok: false, reason: 'too_many_redirects' })
    expect(await visit('/hop?left=3', { redirect: 'manual' })).toMatchObject({ ok: true, status: 302 })
  })

  test('an unaccepted media type isn’t downloaded', async () => {
    routes['/film'] = (_request, reply) =>
      void reply.writeHead(200, { 'content-type': 'video/mp4' }).write('x')
    expect(await visit('/film', { accept_types: ['text/html'] })).toEqual({ ok: false, reason: 'wrong_type' })
  })

  test('custom headers stay with their origin, and a body isn’t sent again after a 302', async () => {
    routes['/away'] = (_request, reply) =>
      reply.writeHead(302, { location: `http://other.example:${portOf(site)}/echo` }).end()
    routes['/echo'] = (request, reply) =>
      reply.end(JSON.stringify({ ...request.headers, method: request.method }))
    const egress = guard({ allow: [`shop.example:${portOf(site)}`, `other.example:${portOf(site)}`] })
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=1',
      Host: 'evil.example',
      'X-Shop-Secret': '1',
      'Accept-Language': 'sk',
      'Content-Type': 'text/plain',
    }
    const answer = await egress.fetch(shop('/away'), { method: 'POST', headers, body: 'hello' })
    const echo = answer.ok ? JSON.parse(answer.body.toString()) : {}
    expect(echo).toMatchObject({
      method: 'GET',
      host: `other.example:${portOf(site)}`,
      'accept-language': 'sk',
    })
    for (const name of ['authorization', 'cookie', 'x-shop-secret', 'content-type', 'content-length'])
      expect(echo).not.toHaveProperty(name)
  })

  test('a caller can abort, and an invalid header is rejected', async () => {
    routes['/wait'] = () => {}
    const controller = new AbortController()
    const waiting = visit('/wait', { signal: controller.signal })
    controller.abort()
    expect(await waiting).toEqual({ ok: false, reason: 'aborted' })
    expect(await visit('/wait', { headers: { 'x-evil': 'a\r\nb: c' } })).toEqual({
      ok: false,
      reason: 'bad_request',
    })
    const gone = guard({ resolver: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await gone.fetch('http://nobody.example.com/')).toEqual({ ok: false, reason: 'unreachable' })
  })

  test('a stream is passed on as it arrives, with the same limits', async () => {
    routes['/stream'] = (_request, reply) => {
      reply.write('data: one\n\n')
      const timer = setInterval(() => reply.write('data: more\n\n'), 10)
      reply.on('close', () => clearInterval(timer))
    }
    const answer = await guard().open(shop('/stream'), { max_bytes: 60 })
    expect(answer.ok).toBe(true)
    const received: string[] = []
    const listen = async () => {
      if (answer.ok) for await (const chunk of answer.body) received.push(chunk.toString())
    }
    await expect(listen()).rejects.toMatchObject({ reason: 'too_large' })
    expect(received[0]).toBe('data: one\n\n')
  })
})
