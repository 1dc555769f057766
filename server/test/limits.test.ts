import { avatarPath, inviteUser, logoPath, type Problem } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { deleteExpiredCountsJob } from '#platform/rates/expired-counts.ts'
import { turnOnTwoFactor } from './second-factors.ts'
import { type Browser, testServer } from './server.ts'

/* Rate limits while the service that shares them between nodes is down. */

const server = await testServer({
  RATE_LIMITS: 'strict',
  REDIS_URL: 'redis://127.0.0.1:1',
})
afterAll(() => server[Symbol.asyncDispose]())
const { browser: owner, integration, integration_id, email, password } = await server.seed.integration()
/** A signed-out client with a CSRF token. */
const guest = server.browser()
await guest.request('GET', '/api/csrf-token')

let networks = 0
/** A network that has asked for nothing yet. */
const somewhere = () => `198.51.100.${++networks}`
interface Asking {
  from: string
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: object
  as?: Browser
  headers?: Record<string, string>
}
const ask = ({ from, url, method = 'POST', body, as = guest, headers }: Asking) =>
  server.app.inject({
    remoteAddress: from,
    method,
    url,
    headers: {
      accept: 'application/json',
      cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(as.cookies.get('XSRF-TOKEN') ?? ''),
      ...as.headers,
      ...headers,
    },
    ...(body ? { payload: body } : {}),
  })
type Reply = Awaited<ReturnType<typeof ask>>
/** Statuses of that many, one after the other. */
async function statuses(count: number, asking: (nth: number) => Promise<Reply>): Promise<number[]> {
  const seen: number[] = []
  for (let nth = 1; nth <= count; nth++) seen.push((await asking(nth)).statusCode)
  return seen
}
/** The same, many at a time: more than a hundred would wait for the database longer than it lets them. */
async function inBatches(count: number, asking: () => Promise<Reply>, size = 100): Promise<number[]> {
  const seen: number[] = []
  while (seen.length < count) {
    const replies = await Promise.all(Array.from({ length: Math.min(size, count - seen.length) }, asking))
    seen.push(...replies.map(({ statusCode }) => statusCode))
  }
  return seen
}
const signIn = (from: string, more: Partial<Asking> & { email?: string; password?: string } = {}) =>
  ask({
    from,
    url: '/api/auth/sign-in',
    body: { email: more.email ?? email, password: more.password ?? 'not my password' },
    ...(more.headers ? { headers: more.headers } : {}),
  })

test('429 SEC-47 ten sign-ins of one account from one network; then the right password waits as well, with a message', async () => {
  const from = somewhere()
  expect(new Set(await statuses(10, () => signIn(from)))).toEqual(new Set([422]))
  const locked = await signIn(from, { password, headers: { 'accept-language': 'sk' } })
  expect(locked.statusCode).toBe(429)
  const wait_s = Number(locked.headers['retry-after'])
  expect([Number.isInteger(wait_s), wait_s > 0, wait_s <= 15 * 60]).toEqual([true, true, true])
  expect(locked.json()).toMatchObject({ code: 'rate_limited', retry_after_s: wait_s })
  const { message } = locked.json<{ message: string }>()
  expect(message).toBe(`Priveľa pokusov. Skúste to znova o ${Math.ceil(wait_s / 60)} minút.`)
  // Its owner elsewhere, and others here, are not locked out.
  expect((await signIn(somewhere(), { password })).statusCode).toBe(200)
  expect((await signIn(from, { email: 'somebody@example.com' })).statusCode).toBe(422)
})

test('429 SEC-47 SEC-03 a hundred sign-ins of any accounts from one network; others still sign in', async () => {
  const from = somewhere()
  const seen = await inBatches(
    101,
    () => signIn(from, { email: `${crypto.randomUUID()}@example.com` }),
    // Each hashes a password, and too many that wait are rejected.
    10,
  )
  expect([new Set(seen.slice(0, 100)), seen[100]]).toEqual([new Set([422]), 429])
  expect((await signIn(from, { password })).statusCode).toBe(429)
  expect((await signIn(somewhere(), { password })).statusCode).toBe(200)
})

test('429 SEC-47 fifty codes and passwords of any accounts are tried from one network in a quarter of an hour', async () => {
  const from = somewhere()
  const seen: number[] = []
  for (let account = 0; account < 6; account++) {
    const { browser } = await server.seed.user()
    const guess = () =>
      ask({ from, as: browser, url: '/api/account/two-factor/confirm', body: { code: '123456' } })
    seen.push(...(await statuses(10, guess)))
  }
  expect([new Set(seen.slice(0, 50)), new Set(seen.slice(50))]).toEqual([new Set([422]), new Set([429])])
})

test('429 SEC-47 ten passwords and five codes confirm one account in a quarter of an hour, from any network', async () => {
  const { browser } = await server.seed.user()
  const confirm = (body: object) => ask({ from: somewhere(), as: browser, url: '/api/auth/confirm', body })
  const seen = await statuses(10, () => confirm({ password: 'not my password' }))
  expect([new Set(seen), (await confirm({ password })).statusCode]).toEqual([new Set([422]), 429])

  const { browser: other } = await server.seed.user()
  await turnOnTwoFactor(server, other)
  const guess = () =>
    ask({ from: somewhere(), as: other, url: '/api/auth/confirm', body: { code: '123456' } })
  expect(await statuses(6, guess)).toEqual([422, 422, 422, 422, 422, 429])
})

test('429 SEC-44 SEC-47 twenty reset links an hour can be requested from one network', async () => {
  const from = somewhere()
  const forgot = (nth: number) =>
    ask({ from, url: '/api/auth/password/forgot', body: { email: `forgot-${nth}@example.com` } })
  const seen = await statuses(21, forgot)
  expect([new Set(seen.slice(0, 20)), seen[20]]).toEqual([new Set([200]), 429])
})

test('429 SEC-47 made-up visitor tokens count for the network that sends them', async () => {
  const from = somewhere()
  const guess = () =>
    ask({
      from,
      url: `/api/visitor/conversation/${crypto.randomUUID()}/message`,
      headers: { authorization: `Bearer ${crypto.randomUUID()}` },
      body: { id: crypto.randomUUID(), body: 'Hello', locale: 'en' },
    })
  const seen = await inBatches(601, guess)
  expect([new Set(seen.slice(0, 600)), seen[600]]).toEqual([new Set([401]), 429])
})

test('429 SEC-47 neither a header nor another address of the same IPv6 network bypasses a limit', async () => {
  const home = '2001:db8:7:7'
  await statuses(10, (nth) => signIn(`${home}::${nth}`))
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }]) {
    expect((await signIn(`${home}:abcd::1`, { headers })).statusCode).toBe(429)
  }
  expect((await signIn('2001:db8:7:8::1')).statusCode).toBe(422)
})

test('429 SEC-47 five accounts an hour can be created from one network', async () => {
  const from = somewhere()
  const signUp = (nth: number) =>
    ask({
      from,
      url: '/api/auth/sign-up',
      body: { name: 'Eva', email: `limit-${nth}@example.com`, password },
    })
  expect(await statuses(6, signUp)).toEqual([200, 200, 200, 200, 200, 429])
})

test('429 SEC-47 SEC-44 an address gets only a few emails an hour, regardless of who requests them', async () => {
  const forgot = () =>
    ask({ from: '198.51.100.200', url: '/api/auth/password/forgot', body: { email: 'victim@example.com' } })
  expect(await statuses(6, forgot)).toEqual([200, 200, 200, 200, 200, 429])
  const { browser } = await server.seed.user({ is_verified: false })
  // Only https installations use this cookie: another value is no other session.
  const resend = (nth: number) => {
    browser.cookies.set('__Host-sid', `made-up-${nth}`)
    return ask({ from: somewhere(), url: '/api/auth/verify-email/resend', as: browser })
  }
  expect(await statuses(2, resend)).toEqual([200, 429])
})

test('429 SEC-44 twenty invitations an hour, each with a fixed subject and one recipient', async () => {
  const from = somewhere()
  const invite = (nth: number) =>
    ask({
      from,
      method: 'PUT',
      url: '/api/integration/user-invite',
      as: owner,
      body: { email: `guest-${nth}@example.com` },
    })
  const seen = await statuses(21, invite)
  expect([seen.slice(0, 20).every((status) => status === 200), seen[20]]).toEqual([true, 429])
  for (const email of ['one@example.com, two@example.com', '"one@example.com, two"@example.com'])
    await expect(owner.call(inviteUser, { email })).rejects.toMatchObject({
      code: 'invalid_input',
    } satisfies Partial<Problem>)
  const mail = await server.mailTo('guest-1@example.com')
  expect(mail.subject).toBe('You’re invited to a workspace on Ozvi')
  expect(mail.to).toBe('guest-1@example.com')
})

test('429 SEC-47 thirty visits a minute from one network, and twenty messages in ten seconds from one visitor', async () => {
  const from = somewhere()
  const visit = () =>
    ask({
      from,
      url: '/api/visitor/session',
      body: { public_key: integration.public_key, host_origin: 'https://shop.example', locale: 'en' },
    })
  const visits = await statuses(31, visit)
  expect([new Set(visits.slice(0, 30)), visits[30]]).toEqual([new Set([200]), 429])

  const visitor = await server.seed.visitor(integration.public_key)
  const conversation_id = crypto.randomUUID()
  const say = () =>
    ask({
      from: somewhere(),
      url: `/api/visitor/conversation/${conversation_id}/message`,
      as: visitor.browser,
      body: { id: crypto.randomUUID(), body: 'Hello', locale: 'en' },
    })
  // A new network each time: it is the visitor who is counted.
  const sent = await Promise.all(Array.from({ length: 21 }, say))
  expect(sent.filter(({ statusCode }) => statusCode === 200).length).toBe(20)
  expect(sent.filter(({ statusCode }) => statusCode === 429).length).toBe(1)
})

test('429 SEC-47 a network can read 1,200 source copies, images and page scenarios a minute without a session', async () => {
  const from = somewhere()
  const read = (path: string) => ask({ from, method: 'GET', url: path })
  const id = crypto.randomUUID()
  const copies = await inBatches(1_200, () => read(`/snapshot/${id}`))
  expect(new Set(copies)).toEqual(new Set([404]))
  for (const path of [
    `/snapshot/${id}`,
    avatarPath(id),
    logoPath(integration_id, id),
    `/widget/${integration.public_key}/scenario/${id}.json`,
  ])
    expect((await read(path)).statusCode, path).toBe(429)
  expect((await ask({ from: somewhere(), method: 'GET', url: '/health/ready' })).statusCode).toBe(200)
})

test('429 SEC-47 REL-15 every other request has a limit too, and all apply while the shared store is down', async () => {
  const from = somewhere()
  const list = () => ask({ from, method: 'GET', url: '/api/integrations', as: owner })
  const calls = await inBatches(601, list)
  expect([new Set(calls.slice(0, 600)), calls[600]]).toEqual([new Set([200]), 429])

  const elsewhere = somewhere()
  const sign = () =>
    ask({
      from: elsewhere,
      url: '/api/broadcasting/auth',
      as: owner,
      body: { socket_id: '1.1', channel_name: `presence-integration.${integration_id}` },
    })
  const signed = await Promise.all(Array.from({ length: 121 }, sign))
  expect(signed.filter(({ statusCode }) => statusCode === 429).length).toBe(1)
})

test('counters of periods that are over are deleted', async () => {
  const rows = () => server.ctx.db.selectFrom('rate_limit').select(['key', 'points']).orderBy('key').execute()
  const at = (key: string, ms: number) => ({ key, points: 3, expire: Date.now() + ms })
  await server.ctx.transaction(async (tx) => {
    await tx
      .insertInto('rate_limit')
      .values([at('ended', -1000), at('running', 60_000)])
      .execute()
    await tx.enqueue(deleteExpiredCountsJob, {})
  })
  await expect.poll(rows, { timeout: 10_000 }).toEqual([{ key: 'running', points: 3 }])
})
