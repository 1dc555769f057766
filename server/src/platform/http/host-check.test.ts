import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../context/config.ts'
import { testServer } from '../../../test/server.ts'
import { createLoadShedder } from './load-shedding.ts'
import { createApp } from './app.ts'
import { systemRoutes } from './system.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const ask = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await server.app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode

test.each(['rebind.evil.example:3000', 'evil.localhost.example', '10.0.0.7', 'xn--'])(
  '421 SEC-47 outside production the server answers no request for the host %j',
  async (host) => {
    for (const url of ['/dev/mail.json', '/api/user', '/health/live', '/nowhere'])
      expect(await ask(url, { host }), url).toBe(421)
  },
)

test.each(['localhost:3000', 'LOCALHOST', 'shop.localhost:4000', '127.0.0.1:3000', '[::1]:3000'])(
  'outside production the server answers for %j, a name of this machine',
  async (host) => {
    expect(await ask('/health/live', { host })).toBe(200)
    expect(await ask('/dev/mail.json', { host })).toBe(200)
  },
)

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
  '404 SEC-16 the mailbox of this machine is not read through a proxy that sends %s',
  async (name) => {
    expect(await ask('/dev/mail', { [name]: 'for=127.0.0.1' })).toBe(404)
    expect(await ask('/dev/mail.json', { [name]: '127.0.0.1' })).toBe(404)
    expect(await ask('/health/live', { [name]: '127.0.0.1' })).toBe(200)
  },
)
test('404 SEC-16 the mailbox can’t be read from another machine', async () => {
  expect(await ask('/dev/mail.json', {}, '192.168.1.20')).toBe(404)
})

test('404 SEC-16 metrics can be read from this machine, or with the token', async () => {
  const token = 'a token of 16 or more'
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:1' }
  const requested = async (environment: Record<string, string>) => {
    const config = readConfig(environment)
    const app = await createApp(config, server.ctx.log)
    const loadShedder = createLoadShedder(app, config.load, server.ctx.log)
    systemRoutes(app, { ...server.ctx, config }, server.realtime, { loadShedder })
    const status = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode
    const seen = [
      await status({}),
      await status({}, '203.0.113.9'),
      await status({ 'x-forwarded-for': '203.0.113.9' }),
      await status({ authorization: `Bearer ${token}` }, '203.0.113.9'),
      await status({ authorization: `Bearer ${token.slice(1)}` }, '203.0.113.9'),
    ]
    await app.close()
    return seen
  }
  expect(await requested({})).toEqual([200, 404, 404, 404, 404])
  expect(await requested({ METRICS_TOKEN: token })).toEqual([200, 404, 404, 200, 404])
  // A proxy on the same machine may forward requests without any header.
  expect(await requested(production)).toEqual([404, 404, 404, 404, 404])
  expect(await requested({ ...production, METRICS_TOKEN: token })).toEqual([404, 404, 404, 200, 404])
})

test('SEC-47 an untrusted proxy is warned about once', async () => {
  const lines: { msg: string; peer?: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const requested = async (environment: Record<string, string>, remoteAddress: string) => {
    lines.length = 0
    const app = await createApp(readConfig(environment), log)
    app.get('/', { config: { policy: 'public' } }, async () => ({}))
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (let nth = 0; nth < 3; nth++) await app.inject({ url: '/', headers, remoteAddress })
    await app.close()
    return lines.filter(({ msg }) => msg.includes('TRUST_PROXY')).map(({ peer }) => peer)
  }
  expect(await requested({}, '127.0.0.1')).toEqual(['127.0.0.1'])
  expect(await requested({}, '172.17.0.1')).toEqual(['172.17.0.1'])
  expect(await requested({ TRUST_PROXY: '10.0.0.5' }, '172.17.0.1')).toEqual(['172.17.0.1'])
  expect(await requested({ TRUST_PROXY: 'uniquelocal' }, '172.17.0.1')).toEqual([])
  expect(await requested({ TRUST_PROXY: '1' }, '172.17.0.1')).toEqual([])
  // Anyone on the internet can send the header; that doesn't make it a proxy.
  expect(await requested({}, '203.0.113.50')).toEqual([])
})
