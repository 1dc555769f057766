import {
  changePassword,
  endOtherSignIns,
  endSignIn,
  getUser,
  listAuditEntries,
  listSignIns,
  signInsChanged,
  signOut,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const out = { code: 'unauthenticated' }

/** A user signed in on a phone and in two browsers at a desk. */
async function threeBrowsers() {
  const { browser: desk, email, password, user, integration_id } = await server.seed.integration()
  const phone = server.browser()
  phone.headers['user-agent'] =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19 Safari/604.1'
  await signInTo(phone, email, password)
  const other = await server.signIn(email, password)
  const acts = async () =>
    (await desk.call(listAuditEntries, { integration_id, area: 'sign_in' })).items
      .map(({ action, subject }) => [action, subject])
      .filter(([action]) => action !== 'signed_in')
  return { desk, phone, other, email, password, user, acts }
}
const signInTo = (who: Browser, email: string, password: string) =>
  who.request('POST', '/api/auth/sign-in', { email, password })
const socketAuth = (who: Browser, channel_name: string) =>
  who.request('POST', '/api/broadcasting/auth', { socket_id: '1.1', channel_name })

test('a user sees their sessions: browser, system, network, and which one is current', async () => {
  const { desk, phone } = await threeBrowsers()
  const seen = await desk.call(listSignIns, {})
  expect(seen.map(({ is_current }) => is_current)).toEqual([true, false, false])
  expect(seen.find(({ device }) => device === 'Safari · iOS')).toMatchObject({
    ip_prefix: '127.0.0.x',
    is_current: false,
    last_seen_at: expect.any(String),
  })
  expect((await phone.call(listSignIns, {}))[0]).toMatchObject({ device: 'Safari · iOS', is_current: true })
  expect(JSON.stringify(seen)).not.toMatch(/hash|token/)
})

test('SEC-02 SEC-52 a browser can be signed out immediately from another one, and the rest stay signed in', async () => {
  const { desk, phone, other, user, acts } = await threeBrowsers()
  const [, ...rest] = await desk.call(listSignIns, {})
  const theirs = rest.find(({ device }) => device === 'Safari · iOS')?.id ?? ''
  const events = server.watch(signInsChanged.channel({ user_id: user.id }))
  await desk.call(endSignIn, { sign_in_id: theirs })
  expect(events.map(({ event }) => event)).toEqual(['SignInsChanged'])
  await expect(phone.call(getUser, {})).rejects.toMatchObject(out)
  expect((await socketAuth(phone, `private-user.${user.id}`)).statusCode).toBe(401)
  expect(await other.call(getUser, {})).toMatchObject({ id: user.id })
  expect((await desk.call(listSignIns, {})).length).toBe(2)
  await expect(desk.call(endSignIn, { sign_in_id: theirs })).rejects.toMatchObject({ code: 'not_found' })
  expect(await acts()).toEqual([['sign_in_ended', 'Safari · iOS']])
})

test('SEC-02 all other browsers are signed out together; signing out here doesn’t affect the others', async () => {
  const { desk, phone, other, email, password } = await threeBrowsers()
  await desk.call(endOtherSignIns, {})
  for (const deleted of [phone, other]) await expect(deleted.call(getUser, {})).rejects.toMatchObject(out)
  expect((await desk.call(listSignIns, {})).length).toBe(1)
  const again = await server.signIn(email, password)
  await again.call(signOut, {})
  expect((await desk.call(listSignIns, {})).length).toBe(1)
})

test('SEC-01 SEC-52 after a password change this browser has a new session id, and all other sessions end', async () => {
  const { desk, phone, email, password, acts } = await threeBrowsers()
  const new_password = 'my very own words'
  await expect(desk.call(changePassword, { new_password: 'password123' })).rejects.toMatchObject({
    errors: { new_password: [expect.any(String)] },
  })
  const old = server.browser()
  old.cookies = new Map(desk.cookies)
  await desk.call(changePassword, { new_password })
  expect(await acts()).toEqual([['password_changed', '']])
  for (const deleted of [phone, old]) await expect(deleted.call(getUser, {})).rejects.toMatchObject(out)
  expect((await desk.call(listSignIns, {})).map(({ is_current }) => is_current)).toEqual([true])
  expect((await signInTo(server.browser(), email, password)).statusCode).toBe(422)
  expect((await signInTo(server.browser(), email, new_password)).statusCode).toBe(200)
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === email && subject === 'Your password was changed',
    ),
  )
})

test('SEC-10 SEC-21 404: another user’s session can’t be ended, and their channel can’t be subscribed to', async () => {
  const { desk, user } = await threeBrowsers()
  const [own] = await desk.call(listSignIns, {})
  const { browser: otherUser } = await server.seed.user()
  await expect(otherUser.call(endSignIn, { sign_in_id: own?.id ?? '' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await socketAuth(otherUser, `private-user.${user.id}`)).statusCode).toBe(403)
  expect((await socketAuth(desk, `private-user.${user.id}`)).statusCode).toBe(200)
  expect(await desk.call(getUser, {})).toMatchObject({ id: user.id })
})
