import { getUser, signIn, signOut, day_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const password = 'correct horse battery'
const person = (more = {}) => ({
  name: 'Eva Nováková',
  email: `p-${crypto.randomUUID()}@example.com`,
  password,
  ...more,
})

test('SEC-01 the session cookie is HttpOnly and Lax, and changes at sign-in', async () => {
  const { browser, email } = await server.seed.user()
  const old = browser.cookies.get('sid')
  const reply = await browser.request('POST', '/api/auth/sign-in', { email, password })
  expect(reply.cookies.find(({ name }) => name === 'sid')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  // A value planted before the sign-in is never adopted.
  const planted = server.browser()
  planted.cookies.set('sid', 'x')
  await planted.call(signIn, { email, password })
  expect(planted.cookies.get('sid')).toMatch(/^[\w-]{43}$/)
  for (const former of [old ?? '', 'x']) {
    const replay = server.browser()
    replay.cookies.set('sid', former)
    await expect(replay.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  }
})

test('SEC-01 on https the session cookie is Secure, limited to this host, and contains no data', async () => {
  const there = await testServer({ APP_URL: 'https://chat.example', SMTP_URL: 'smtp://127.0.0.1:1' })
  const reply = await there.browser().request('POST', '/api/auth/sign-up', person())
  const cookie = reply.cookies.find(({ name }) => name === '__Host-sid')
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  expect(cookie).not.toHaveProperty('domain')
  // 256 random bits, of which only a hash is stored.
  expect(cookie?.value).toMatch(/^[\w-]{43}$/)
  const { rows } = await there.database.pool.query('select * from session')
  expect(JSON.stringify(rows)).not.toContain(cookie?.value)
  await there[Symbol.asyncDispose]()
})

test('SEC-02 S2.14 signing out ends the session on the server', async () => {
  const { browser } = await server.seed.user()
  const replay = server.browser()
  replay.cookies = new Map(browser.cookies)
  await browser.call(signOut, {})
  await expect(replay.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a session ends after 14 idle days', async () => {
  const { browser } = await server.seed.user()
  await server.later(13 * day_ms, async () => void (await browser.call(getUser, {})))
  await server.later(28 * day_ms, () =>
    expect(browser.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' }),
  )
})
