import { findSingleSignOn, finishSingleSignOn, getSingleSignOn, getUser, minute_ms } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { invalid, ssoScene } from './test/sso-scene.ts'

const { provider, server, company, person, start, passSso } = await ssoScene()

test('someone new signs in with the address of a captured domain and becomes a member', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  expect(await jana.call(findSingleSignOn, { email })).toEqual({ workspace: 'Shop' })
  const subject = person(email)
  const result = await passSso(jana, subject, { email })
  expect(result).toMatchObject({ user: { email, name: 'Jana Malá' }, next: null })
  const user = await jana.call(getUser, {})
  expect(user.active_integration).toMatchObject({ id: integration_id, role: 'agent' })
  expect(user).toMatchObject({ is_sso_only: true, sso_integration_id: integration_id })
  expect((await owner.call(getSingleSignOn, { integration_id })).last_used_at).not.toBeNull()
  // The second time the account is known by its subject, whatever the address.
  provider.people.set(subject, { email: 'changed@elsewhere.example', email_verified: false })
  const again = server.browser()
  expect(await passSso(again, subject, { integration_id })).toMatchObject({ user: { id: user.id } })
})

test('the name from the provider is on one line, or comes from the address if nothing of it is visible', async () => {
  const { domain } = await company()
  const signIn = async (local: string, name: string) => {
    const email = `${local}@${domain}`
    const subject = person(email)
    provider.people.set(subject, { email, email_verified: true, name })
    const browser = server.browser()
    await passSso(browser, subject, { email })
    return (await browser.call(getUser, {})).name
  }
  expect(await signIn('mala', 'Jana\u202e\n\tMalá')).toBe('Jana Malá')
  expect(await signIn('hidden', '\u200b\u2066\u2800')).toBe('hidden')
})

test('SEC-38 the state of another browser is invalid, and stays usable in its own; a code works once', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const [own, other] = [server.browser(), server.browser()]
  const answer = await start(own, person(email), { email })
  await expect(other.call(finishSingleSignOn, answer)).rejects.toMatchObject(invalid('state'))
  const busy = server.browser()
  await start(busy, provider.subject, { email })
  await expect(busy.call(finishSingleSignOn, answer)).rejects.toMatchObject(invalid('state'))
  expect(await own.call(finishSingleSignOn, answer)).toMatchObject({ user: { email } })
  await expect(own.call(finishSingleSignOn, answer)).rejects.toMatchObject(invalid('state'))
})

test('SEC-38 a code replayed with the state of another sign-in is rejected by PKCE, and no one is signed in', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const [victim, attacker] = [server.browser(), server.browser()]
  const stolen = await start(victim, person(email), { email })
  const own = await start(attacker, person(`mallory@${domain}`), { email })
  await expect(attacker.call(finishSingleSignOn, { ...own, code: stolen.code })).rejects.toMatchObject(
    invalid('provider'),
  )
  await expect(attacker.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a sign-in expires after ten minutes', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  const answer = await start(jana, person(email), { email })
  await server.later(11 * minute_ms, async () => {
    jana.cookies.delete('XSRF-TOKEN')
    await expect(jana.call(finishSingleSignOn, answer)).rejects.toMatchObject(invalid('state'))
  })
})

test.each([
  ['isn’t verified', { email_verified: false }],
  ['has no word on it', { email_verified: undefined }],
  ['is verified in words only', { email_verified: 'true' }],
])('422 an address that %s signs no one in', async (_title, claims) => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  await expect(passSso(jana, person(email, claims), { email })).rejects.toMatchObject(invalid('email'))
})

test('422 SEC-42 what isn’t one address signs no one in, and an address has one spelling', async () => {
  const { domain, integration_id } = await company()
  for (const email of [
    `victim@elsewhere.example, x@${domain}`,
    `Jana <jana@${domain}>`,
    `jana@elsewhere.example\r\n@${domain}`,
    `${'x'.repeat(300)}@${domain}`,
  ]) {
    const jana = server.browser()
    await expect(passSso(jana, person(email), { integration_id })).rejects.toMatchObject(invalid('email'))
  }
  const email = `jana@${domain}`
  expect(
    await passSso(server.browser(), person(` ${email.toUpperCase()} `), { integration_id }),
  ).toMatchObject({
    user: { email },
  })
})

test('422 SEC-10 an address outside the workspace’s domains, or in another workspace’s, can’t sign in', async () => {
  const { integration_id, owner } = await company()
  const other = await company()
  for (const email of [owner.email, `eva@${other.domain}`, `eva@sub.${other.domain}`]) {
    const thief = server.browser()
    await expect(passSso(thief, person(email), { integration_id })).rejects.toMatchObject(invalid('email'))
  }
})
