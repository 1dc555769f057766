import {
  changeEmail,
  changePassword,
  confirmIdentity,
  createIntegration,
  createTeam,
  day_ms,
  forgotPassword,
  getIntegration,
  getUser,
  inviteUser,
  leaveTeam,
  linkSingleSignOn,
  listTeams,
  listUsers,
  removeMember,
  resetPassword,
  signOut,
  startSingleSignOn,
  undoEmailChange,
  updateSingleSignOn,
  verifyEmail,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { invalid, ssoScene } from './test/sso-scene.ts'

const { server, company, person, passSso, account } = await ssoScene()

test('SEC-06 an existing account is linked only after its password is entered, and is then signed in', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const known = await account(domain)
  const subject = person(known.email)
  const jana = server.browser()
  const asked = await passSso(jana, subject, { email: known.email })
  expect(asked).toEqual({ needs_password: true, email: known.email })
  await expect(jana.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(jana.call(linkSingleSignOn, { password: 'a wrong password' })).rejects.toMatchObject(
    invalid('password'),
  )
  // Another browser doesn't know of it.
  await expect(server.browser().call(linkSingleSignOn, { password: known.password })).rejects.toMatchObject(
    invalid('state'),
  )
  expect(await jana.call(linkSingleSignOn, { password: known.password })).toMatchObject({
    user: { id: known.user.id },
  })
  expect(await jana.call(getUser, {})).toMatchObject({ id: known.user.id, is_sso_only: false })
  const { users } = await owner.call(listUsers, { integration_id })
  expect(users.map(({ email }) => email)).toContain(known.email)
  const { subject: notice } = await server.mailTo(known.email)
  expect(notice).toBe('Your account was connected to single sign-on')
  // Linked: no password from now on.
  expect(await passSso(server.browser(), subject, { integration_id })).toMatchObject({
    user: { id: known.user.id },
  })
})

test('422 SEC-06 an account that was created with someone else’s unconfirmed address isn’t linked', async () => {
  const { domain } = await company()
  const email = `victim@${domain}`
  const attacker = server.browser()
  const password = 'a password of the attacker'
  await attacker.request('POST', '/api/auth/sign-up', { name: 'Mallory', email, password })
  const victim = server.browser()
  expect(await passSso(victim, person(email), { email })).toMatchObject({ needs_password: true })
  await expect(victim.call(linkSingleSignOn, { password })).rejects.toMatchObject(
    invalid('password', 'The email address of this account isn’t confirmed. Reset the password first.'),
  )
})

test('a session of single sign-on alone opens its workspace only, and can’t change the account', async () => {
  const { integration_id, domain } = await company()
  const known = await account(domain)
  const other = await known.browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  const subject = person(known.email)
  const first = server.browser()
  await passSso(first, subject, { email: known.email })
  await first.call(linkSingleSignOn, { password: known.password })
  const jana = server.browser()
  await passSso(jana, subject, { integration_id })
  await jana.call(getIntegration, { integration_id })
  await expect(jana.call(getIntegration, { integration_id: other.id })).rejects.toMatchObject({
    code: 'password_required',
  })
  await expect(jana.call(changePassword, { new_password: 'chosen by the provider' })).rejects.toMatchObject({
    code: 'confirm_identity',
  })
  await jana.call(confirmIdentity, { password: known.password })
  expect(await jana.call(getIntegration, { integration_id: other.id })).toMatchObject({ name: 'Other' })
  // In a browser that is signed in already, single sign-on adds to the session.
  const both = await server.signIn(known.email, known.password)
  await passSso(both, subject, { integration_id })
  await both.call(getIntegration, { integration_id: other.id })
  await both.call(getIntegration, { integration_id })
})

test('required single sign-on closes the workspace to passwords, except for its owner', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const admin = await server.seed.member(integration_id, 'admin')
  const agent = await server.seed.member(integration_id, 'agent')
  const demand = { integration_id, is_required: true }
  await expect(owner.call(updateSingleSignOn, demand)).rejects.toMatchObject(invalid('is_required'))
  const email = `jana@${domain}`
  const jana = server.browser()
  await passSso(jana, person(email), { email })
  await expect(admin.browser.call(updateSingleSignOn, demand)).rejects.toMatchObject(
    invalid('is_required', 'Sign in with single sign-on yourself first, so that you aren’t locked out.'),
  )
  await owner.call(updateSingleSignOn, demand)
  for (const { browser } of [admin, agent])
    await expect(browser.call(getIntegration, { integration_id })).rejects.toMatchObject({
      code: 'single_sign_on_required',
    })
  const channel = { channel_name: `presence-integration.${integration_id}`, socket_id: '1.1' }
  expect((await agent.browser.request('POST', '/api/broadcasting/auth', channel)).statusCode).toBe(403)
  expect((await jana.request('POST', '/api/broadcasting/auth', channel)).statusCode).toBe(200)
  expect(await agent.browser.call(getUser, {})).toMatchObject({
    integrations: [{ id: integration_id, needs_single_sign_on: true }],
  })
  await jana.call(getIntegration, { integration_id })
  await owner.call(getIntegration, { integration_id })
  // The issuer can't change under a policy that relies on it.
  await expect(
    owner.call(updateSingleSignOn, { integration_id, client_id: 'another' }),
  ).rejects.toMatchObject(invalid('issuer'))
})

test('S7.09 a sign-in accepts the pending invitation to its own address, with its role and teams, and no other', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const team = await owner.call(createTeam, { integration_id, name: 'Support', member_ids: [] })
  const [jana, boss] = [`jana@${domain}`, `boss@${domain}`]
  await owner.call(inviteUser, { email: boss, role: 'admin' })
  await owner.call(inviteUser, { email: jana, role: 'editor', team_ids: [team.id] })
  const other = server.browser()
  await passSso(other, person(`peter@${domain}`), { email: `peter@${domain}` })
  expect((await other.call(getUser, {})).active_integration).toMatchObject({ role: 'agent' })
  const invited = server.browser()
  await passSso(invited, person(jana), { email: jana })
  const { id, active_integration } = await invited.call(getUser, {})
  expect(active_integration).toMatchObject({ role: 'editor' })
  const teams = await owner.call(listTeams, { integration_id })
  expect(teams.find((each) => each.id === team.id)?.member_ids).toEqual([id])
  const { invitations } = await owner.call(listUsers, { integration_id })
  expect(invitations.map(({ email }) => email)).toEqual([boss])
})

test('sessions end with sign-out, with removal from the team, and when single sign-on is turned off', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const [email, subject] = [`jana@${domain}`, person(`jana@${domain}`)]
  const gone = async (browser: Browser) =>
    expect(browser.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const jana = server.browser()
  await passSso(jana, subject, { email })
  await jana.call(signOut, {})
  await gone(jana)
  await passSso(jana, subject, { email })
  const { id } = await jana.call(getUser, {})
  await owner.call(removeMember, { integration_id, user_id: id })
  await gone(jana)
  // The provider still knows them, the team doesn't.
  await expect(passSso(jana, subject, { email })).rejects.toMatchObject(
    invalid('email', 'You were removed from this workspace. Ask its team for an invitation.'),
  )
  await owner.call(inviteUser, { email, role: 'viewer' })
  await passSso(jana, subject, { email })
  expect((await jana.call(getUser, {})).active_integration).toMatchObject({ role: 'viewer' })
  await owner.call(updateSingleSignOn, { integration_id, is_on: false })
  await gone(jana)
  await expect(jana.call(startSingleSignOn, { email })).rejects.toMatchObject(invalid('email'))
  await owner.call(getIntegration, { integration_id })
})

const tokenFor = (email: string, page: string) =>
  server.eventually(async () => {
    const texts = (await server.mailbox.list()).filter(({ to }) => to === email).map(({ text }) => text)
    return texts.map((text) => new RegExp(`${page}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean)
  })

test('SEC-06 SEC-08 undoing a change of address removes single sign-on linked since the week before it, not older links', async () => {
  const old = await company()
  const known = await account(old.domain)
  const own = person(known.email)
  const jana = server.browser()
  await passSso(jana, own, { email: known.email })
  await jana.call(linkSingleSignOn, { password: known.password })
  await server.later(8 * day_ms, async () => {
    // The attacker moves the account to an address of their own company and links it there.
    const evil = await company()
    const email = `mallory@${evil.domain}`
    const planted = person(email)
    const mallory = await server.signIn(known.email, known.password)
    await mallory.call(changeEmail, { email })
    await mallory.call(verifyEmail, { token: await tokenFor(email, 'verify-email') })
    const thief = server.browser()
    await passSso(thief, planted, { email })
    await thief.call(linkSingleSignOn, { password: known.password })
    expect(await passSso(server.browser(), planted, evil)).toMatchObject({ user: { id: known.user.id } })
    await server.browser().call(undoEmailChange, { token: await tokenFor(known.email, 'undo-email-change') })
    // The address at the provider is a new person's.
    const again = await passSso(server.browser(), planted, evil)
    expect(again).toMatchObject({ user: { email } })
    expect(again).not.toMatchObject({ user: { id: known.user.id } })
    expect(await passSso(server.browser(), own, old)).toMatchObject({ user: { id: known.user.id } })
  })
})

test('SEC-08 the email about a reset names the workspaces whose single sign-on still works', async () => {
  const { integration_id, domain, browser: owner } = await company()
  const noticeOf = async (email: string) => {
    await server.browser().call(forgotPassword, { email })
    const token = await tokenFor(email, 'reset-password')
    await server.browser().call(resetPassword, { token, password: 'my very own words' })
    return server.eventually(async () =>
      (await server.mailbox.list()).find(
        ({ to, subject }) => to === email && subject === 'Your password was reset',
      ),
    )
  }
  const linked = `jana@${domain}`
  await passSso(server.browser(), person(linked), { email: linked })
  expect((await noticeOf(linked)).text).toContain(
    'Single sign-on still works in these workspaces: Shop. If you don’t',
  )
  // Not in a team that they have left.
  const former = `adam@${domain}`
  const adam = server.browser()
  await passSso(adam, person(former), { email: former })
  await adam.call(leaveTeam, { integration_id })
  expect((await noticeOf(former)).text).not.toContain('Single sign-on')
  // Not where it's turned off.
  const other = `eva@${domain}`
  await passSso(server.browser(), person(other), { email: other })
  await owner.call(updateSingleSignOn, { integration_id, is_on: false })
  expect((await noticeOf(other)).text).not.toContain('Single sign-on')
})
