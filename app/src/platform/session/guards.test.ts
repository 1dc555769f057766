// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { redirect } from 'react-router'
import { dictionaries } from 'virtual:messages'
import { pageLocationOf } from '#addresses'
import { eva, greenBean, orchard } from '../../../test/fixtures.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { toast } from '#ui/toast.ts'
import { integrationToActivate } from './activation.ts'
import { activateCurrentWorkspace, requireEntry, requireMember, requireOpenWorkspace } from './guards.ts'
import { setAppTranslator } from '../i18n/app-translator.ts'
import { createTranslator } from '../i18n/translator.ts'
import { currentReturnTo, safeReturnTo, withReturnTo } from './return-to.ts'
import { queryClient } from '../calls/query-client.ts'
import { loadSession } from './session.tsx'

const url = (path: string) => new URL(path, 'https://ozvi.example')
const asked = (path: string, user = eva) =>
  integrationToActivate(url(path), pageLocationOf(url(path).pathname), user)
/** Where a guard redirects. */
const sentTo = async (guard: Promise<unknown>) => {
  const thrown: unknown = await guard.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof Response ? thrown.headers.get('location') : thrown
}
beforeEach(() => {
  setAppTranslator(createTranslator('en', dictionaries.en))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

test('S4.01 a route of another integration activates it, by id or public key', () => {
  expect(asked(`/en/app/i/${orchard.id}/settings/team`)).toBe(orchard.id)
  expect(asked(`/sk/app/i/${orchard.public_key}`)).toBe(orchard.public_key)
  expect(asked(`/en/app?integrationId=${orchard.id}`)).toBe(orchard.id)
  expect(asked(`/en/auth?integrationId=${orchard.id}`)).toBe(orchard.id)
  expect(asked(`/en/app/onboarding?integrationId=${orchard.id}`)).toBe(orchard.id)
  expect(asked(`/sk/app/onboarding/try?integrationId=${orchard.public_key}`)).toBe(orchard.public_key)
  // The page shows the workspace of its path.
  expect(asked(`/en/app/i/${orchard.id}?integrationId=${greenBean.id}`)).toBe(orchard.id)
})
test('S4.01 the active integration isn’t activated again, and other routes pass', () => {
  expect(asked(`/en/app/i/${greenBean.id}`)).toBeNull()
  expect(asked(`/en/app/i/${greenBean.public_key}`)).toBeNull()
  expect(asked('/en/app')).toBeNull()
  expect(asked('/en/app/onboarding/try')).toBeNull()
  expect(asked('/en')).toBeNull()
})
test('SEC-04 a workspace that requires two factors redirects members with one to their account', async () => {
  const user = { ...eva, integrations: [{ ...greenBean, needs_two_factor: true }, orchard] }
  const at = (path: string, who = user) => sentTo((async () => requireEntry(url(path), who, redirect))())
  expect(await at(`/sk/app/i/${greenBean.id}/contacts`)).toBe('/sk/app/account')
  expect(await at(`/en/app/i/${orchard.id}`)).toBeNull()
  expect(await at(`/en/app/i/${greenBean.id}`, { ...user, has_two_factors: true })).toBeNull()
})
test('SEC-04 a workspace that the session can’t open redirects to single sign-on, or to sign-in', async () => {
  const user = { ...eva, integrations: [greenBean, { ...orchard, needs_single_sign_on: true }] }
  const at = (path: string, who = user) => sentTo((async () => requireEntry(url(path), who, redirect))())
  const path = `/sk/app/i/${orchard.id}/contacts`
  const next = encodeURIComponent(path)
  expect(await at(path)).toBe(`/sk/auth/single-sign-on?workspace=${orchard.id}&next=${next}`)
  const passed = { ...user, is_sso_only: true, sso_integration_id: orchard.id }
  expect(await at(path, passed)).toBeNull()
  const other = `/en/app/i/${greenBean.id}`
  expect(await at(other, passed)).toBe(`/en/auth/logout?next=${encodeURIComponent(other)}`)
  expect(await at(other, { ...passed, is_sso_only: false })).toBeNull()
})
test('a closed workspace redirects to the picker, which shows its deletion date', async () => {
  const closed = { ...greenBean, deletes_at: '2026-12-22T10:00:00.000Z' }
  const user = { ...eva, integrations: [closed, orchard] }
  const at = (path: string) => sentTo((async () => requireOpenWorkspace(url(path), user))())
  expect(await at(`/sk/app/i/${greenBean.id}/contacts`)).toBe('/sk/app')
  expect(await at(`/en/app/i/${orchard.id}`)).toBeNull()
})
test('S9.01 an id of four or fewer characters is never activated', () => {
  expect(asked('/en/app/i/abcd')).toBeNull()
  expect(asked('/en/app/i/abcde')).toBe('abcde')
})
test('S4.01 the server activates the integration, then the user is reloaded', async () => {
  const server = createTestTransport({
    'GET /api/user': () => ({ ...eva, active_integration: orchard }),
    [`GET /api/user-integration/activate/${orchard.id}`]: () => orchard,
  })
  await activateCurrentWorkspace(url(`/en/app/i/${orchard.id}`), eva)
  expect(server.sent.map(({ url }) => url)).toEqual([
    `/api/user-integration/activate/${orchard.id}`,
    '/api/user',
  ])
})
test('S4.02 S8.02 a failed activation is logged and redirects to the picker with an error', async () => {
  createTestTransport({})
  const toastSpy = vi.spyOn(toast, 'error')
  expect(await sentTo(activateCurrentWorkspace(url(`/sk/app/i/${orchard.id}`), eva))).toBe('/sk/app')
  expect(toastSpy.mock.calls[0]?.[0]).toContain('Sunny Orchard')
  expect(console.error).toHaveBeenCalled()
})
test('S4.03 a guest on a page for members is redirected to sign-in and back', async () => {
  createTestTransport({ 'GET /api/user': () => errorReply(401, 'unauthenticated', 'Sign in to continue.') })
  expect(await sentTo(requireMember(url('/en/app/i/1?tab=2')))).toBe(
    '/auth?next=%2Fen%2Fapp%2Fi%2F1%3Ftab%3D2',
  )
})
test('S2.28 S6.01 an unverified user on a page for members is redirected to verification', async () => {
  createTestTransport({ 'GET /api/user': () => ({ ...eva, email_verified_at: null }) })
  expect(await sentTo(requireMember(url('/en/app')))).toBe('/verify-email?next=%2Fen%2Fapp')
})
test('S4.03 a verified user passes', async () => {
  createTestTransport({ 'GET /api/user': () => eva })
  expect((await requireMember(url('/en/app'))).user.id).toBe(eva.id)
})
test('a failed user fetch queues a toast with the message of the server, or a general one', async () => {
  const toastSpy = vi.spyOn(toast, 'error')
  createTestTransport({
    'GET /api/user': () => errorReply(500, 'server_error', 'Something went wrong on our end. Try again.'),
  })
  await expect(requireMember(url('/en/app'))).rejects.toThrow()
  createTestTransport({
    'GET /api/user': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await expect(requireMember(url('/en/app'))).rejects.toThrow()
  expect(toastSpy.mock.calls.map(([text]) => text)).toEqual([
    'Something went wrong on our end. Try again.',
    'An error occurred while fetching user data',
  ])
})
test('S4.05 the user is loaded once at startup', async () => {
  const server = createTestTransport({ 'GET /api/user': () => eva })
  await loadSession()
  await loadSession()
  expect(server.calls('GET /api/user').length).toBe(1)
})
test('S4.03 sign-in returns to the previous page, and from its own pages to their target', () => {
  const from = (pathname: string, search: string) =>
    currentReturnTo({ pathname, search, origin: 'https://ozvi.example' })
  expect(from('/en/app/i/1', '?x=1')).toBe('/en/app/i/1?x=1')
  expect(from('/en/verify-email', '')).toBe('/en/verify-email')
  expect(from('/sk/auth/logout', '?next=%2Finvitation%3Ftoken%3Dt')).toBe('/invitation?token=t')
  expect(from('/en/auth', '?next=%2F%2Fevil.example')).toBeNull()
  expect(from('/en/auth/logout', '')).toBeNull()
})
test('S4.03 SEC-48 after sign-in only paths of our own origin are followed', () => {
  const next = (raw: string | null) => safeReturnTo(raw, 'https://ozvi.example')
  expect(next('/en/app/i/1?x=1#y')).toBe('/en/app/i/1?x=1#y')
  for (const foreign of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'app',
    '',
    null,
  ]) {
    expect(next(foreign)).toBeNull()
  }
  expect(withReturnTo('/auth', null)).toBe('/auth')
})
test.each([
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/..//evil.example',
  '/.\\\\evil.example',
])('SEC-48 %s resolves to our own origin', (raw) => {
  const origin = 'https://ozvi.example'
  expect(new URL(safeReturnTo(raw, origin) ?? '/app', origin).href).toBe('https://ozvi.example/app')
})
test('SEC-48 dot segments inside our own paths are followed', () => {
  expect(safeReturnTo('/en/./app/../app?x=1', 'https://ozvi.example')).toBe('/en/app?x=1')
})
