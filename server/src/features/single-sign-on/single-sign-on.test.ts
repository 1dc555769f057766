import { generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  addSsoDomain,
  changePassword,
  confirmIdentity,
  createIntegration,
  findSingleSignOn,
  finishSingleSignOn,
  getIntegration,
  getSingleSignOn,
  getUser,
  inviteUser,
  linkSingleSignOn,
  listUsers,
  removeMember,
  signOut,
  type SingleSignOn,
  startSingleSignOn,
  testSingleSignOn,
  updateSingleSignOn,
  verifySsoDomain,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeDns } from '../../../test/fakes/dns.ts'
import { openidProvider } from '../../../test/fakes/openid-provider.ts'
import { type Browser, testServer } from '../../../test/server.ts'

const dns = await fakeDns()
const provider = await openidProvider()
const environment = { EGRESS_ALLOW: provider.host, DNS_SERVERS: dns.host }
const server = await testServer(environment, { isAnswering: false })
const billed = await testServer(
  { ...environment, STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  { isAnswering: false },
)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await billed[Symbol.asyncDispose]()
  await provider.close()
  dns.close()
})
beforeEach(() => {
  provider.fault = () => false
  provider.forge = undefined
  provider.requests.length = 0
})

async function addDomain(browser: Browser, integration_id: string, name: string): Promise<SingleSignOn> {
  const { domains } = await browser.call(addSsoDomain, { integration_id, name })
  const domain = domains.find((each) => each.name === name)
  dns.records.set(`_ozvi.${name}`, [domain?.token ?? ''])
  return browser.call(verifySsoDomain, { integration_id, domain_id: domain?.id ?? '' })
}
const { issuer, client_id, client_secret } = provider
const settings = { is_on: true, issuer, client_id, client_secret }

/** A workspace with single sign-on for a domain of its own. */
async function company() {
  const created = await server.seed.integration()
  const { integration_id } = created
  const domain = `${randomUUID()}.example.com`
  await addDomain(created.browser, integration_id, domain)
  await created.browser.call(updateSingleSignOn, { integration_id, ...settings })
  return { ...created, domain }
}
/** Someone at the provider. */
function person(email: string, claims: object = {}) {
  const subject = randomUUID()
  provider.people.set(subject, { email, email_verified: true, name: 'Jana Malá', ...claims })
  return subject
}
const answerOf = ({ searchParams }: URL) => ({
  state: searchParams.get('state') ?? '',
  code: searchParams.get('code') ?? '',
  iss: searchParams.get('iss') ?? '',
})
async function start(browser: Browser, subject: string, input: { email?: string; integration_id?: string }) {
  provider.subject = subject
  const { url } = await browser.call(startSingleSignOn, input)
  return answerOf(await provider.passThrough(url))
}
async function passSso(
  browser: Browser,
  subject: string,
  input: { email?: string; integration_id?: string },
) {
  return browser.call(finishSingleSignOn, await start(browser, subject, input))
}
/** An account with a password whose address is in a company's domain. */
async function account(domain: string) {
  const known = await server.seed.user()
  const email = `known@${domain}`
  await server.ctx.transaction((tx) =>
    tx.updateTable('app_user').set({ email }).where('id', '=', known.user.id).execute(),
  )
  return { ...known, email }
}
const invalid = (field: string, code?: string) => ({
  code: 'invalid_input',
  errors: { [field]: code ? [code] : expect.any(Array) },
})

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
test('SEC-38 a code replayed with the state of another sign-in is rejected by PKCE, and nobody is signed in', async () => {
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
  await server.later(11 * 60_000, async () => {
    jana.cookies.delete('XSRF-TOKEN')
    await expect(jana.call(finishSingleSignOn, answer)).rejects.toMatchObject(invalid('state'))
  })
})

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const none = (claims: object) =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
test.each<[string, NonNullable<typeof provider.forge>]>([
  ['another nonce', (claims) => provider.sign({ ...claims, nonce: 'other' })],
  ['no nonce', ({ nonce: _nonce, ...claims }) => provider.sign(claims)],
  ['another audience', (claims) => provider.sign({ ...claims, aud: 'other' })],
  ['another issuer', (claims) => provider.sign({ ...claims, iss: 'https://evil.example' })],
  ['an expiry in the past', (claims) => provider.sign({ ...claims, iat: 1, exp: 2 })],
  ['a key that isn’t the provider’s', (claims) => provider.sign(claims, {}, stranger)],
  ['alg none', none],
  ['alg none and a kid', (claims) => provider.sign(claims, { alg: 'none' })],
  [
    'a changed payload',
    (claims) => {
      const [header, , signature] = provider.sign(claims).split('.')
      return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`
    },
  ],
])('422 an ID token with %s signs nobody in', async (_title, forge) => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  const answer = await start(jana, person(email), { email })
  provider.forge = forge
  await expect(jana.call(finishSingleSignOn, answer)).rejects.toMatchObject(
    invalid('provider', 'Your provider’s answer couldn’t be verified. Nothing was changed.'),
  )
  await expect(jana.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})
test('422 SEC-38 an answer that names another issuer is rejected', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  const answer = await start(jana, person(email), { email })
  await expect(
    jana.call(finishSingleSignOn, { ...answer, iss: 'https://evil.example' }),
  ).rejects.toMatchObject(invalid('provider'))
})
test.each([
  ['isn’t verified', { email_verified: false }],
  ['has no word on it', { email_verified: undefined }],
  ['is verified in words only', { email_verified: 'true' }],
])('422 an address that %s signs nobody in', async (_title, claims) => {
  const { domain } = await company()
  const email = `jana@${domain}`
  const jana = server.browser()
  await expect(passSso(jana, person(email, claims), { email })).rejects.toMatchObject(invalid('email'))
})
test('422 SEC-10 an address outside the workspace’s domains, or in another workspace’s, signs nobody in', async () => {
  const { integration_id, owner } = await company()
  const other = await company()
  for (const email of [owner.email, `eva@${other.domain}`, `eva@sub.${other.domain}`]) {
    const thief = server.browser()
    await expect(passSso(thief, person(email), { integration_id })).rejects.toMatchObject(invalid('email'))
  }
})

test('SEC-06 an existing account is linked only after its password, and takes the session over', async () => {
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

test('the secret is stored encrypted, never returned, and asked again for another issuer', async () => {
  const { integration_id, browser: owner } = await company()
  const reply = await owner.request('GET', `/api/integration/${integration_id}/single-sign-on`)
  expect(reply.body).not.toContain(client_secret)
  expect(reply.json().data).toMatchObject({
    has_secret: true,
    redirect_uri: 'http://localhost:3000/auth/single-sign-on',
  })
  const stored = await server.ctx.db.selectFrom('single_sign_on').selectAll().execute()
  expect(
    JSON.stringify(stored.map((row) => ({ ...row, sealed: row.client_secret_sealed?.toString('latin1') }))),
  ).not.toContain(client_secret)
  await expect(
    owner.call(updateSingleSignOn, { integration_id, issuer: 'https://login.example.com' }),
  ).rejects.toMatchObject(invalid('client_secret'))
})
test.each([
  ['http://login.example.com', 'Use an https:// address.'],
  ['https://127.0.0.1', 'We can’t reach this address from the server.'],
  ['https://169.254.169.254', 'We can’t reach this address from the server.'],
  ['not an address', 'We can’t reach this address from the server.'],
])('422 SEC-36 %s isn’t an issuer', async (url, message) => {
  const { integration_id, browser: owner } = await server.seed.integration()
  await expect(owner.call(updateSingleSignOn, { integration_id, issuer: url })).rejects.toMatchObject(
    invalid('issuer', message),
  )
})
test('403 only those who manage the team see and change the settings; 404 in another workspace', async () => {
  const { integration_id } = await company()
  const editor = await server.seed.member(integration_id, 'editor')
  const other = await server.seed.integration()
  const calls = [
    (who: Browser) => who.call(getSingleSignOn, { integration_id }),
    (who: Browser) => who.call(updateSingleSignOn, { integration_id, is_on: false }),
    (who: Browser) => who.call(addSsoDomain, { integration_id, name: 'example.org' }),
  ]
  for (const call of calls) {
    await expect(call(editor.browser)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(call(other.browser)).rejects.toMatchObject({ code: 'not_found' })
  }
})
test('a domain is verified by its DNS record, belongs to one workspace, and isn’t one that anyone can use', async () => {
  const [one, two] = [await server.seed.integration(), await server.seed.integration()]
  const name = `${randomUUID()}.example.com`
  const of = async ({ browser, integration_id }: typeof one) => {
    const { domains } = await browser.call(addSsoDomain, { integration_id, name: name.toUpperCase() })
    return { integration_id, domain_id: domains[0]?.id ?? '', token: domains[0]?.token ?? '' }
  }
  const [first, second] = [await of(one), await of(two)]
  await expect(one.browser.call(verifySsoDomain, first)).rejects.toMatchObject(invalid('name'))
  dns.records.set(`_ozvi.${name}`, [first.token, second.token])
  const { domains } = await one.browser.call(verifySsoDomain, first)
  expect(domains).toMatchObject([{ name, verified_at: expect.any(String) }])
  await expect(two.browser.call(verifySsoDomain, second)).rejects.toMatchObject(
    invalid('name', 'Another workspace has already verified this domain.'),
  )
  for (const bad of ['com', 'co.uk', 'github.io', 'localhost', '127.0.0.1', 'a b.example', 'x@y.example', ''])
    await expect(
      one.browser.call(addSsoDomain, { integration_id: one.integration_id, name: bad }),
    ).rejects.toMatchObject(invalid('name'))
})

test('the test of the settings says what is wrong, and what isn’t', async () => {
  const { integration_id, browser: owner } = await company()
  const check = async () =>
    Object.fromEntries(
      (await owner.call(testSingleSignOn, { integration_id })).map((each) => [each.check, each.failure]),
    )
  expect(await check()).toEqual({ issuer: null, keys: null, client: null, domain: null })
  await owner.call(updateSingleSignOn, { integration_id, client_secret: 'not the secret' })
  expect(await check()).toMatchObject({ issuer: null, client: 'client_rejected' })
  provider.fault = ({ url }, response) => {
    if (!url?.includes('/jwks')) return false
    response.setHeader('content-type', 'application/json')
    response.end('{"keys":[]}')
    return true
  }
  expect(await check()).toMatchObject({ issuer: null, keys: 'no_keys' })
  provider.fault = (_request, response) => {
    response.statusCode = 404
    response.end()
    return true
  }
  expect(await check()).toMatchObject({ issuer: 'not_found', keys: 'skipped', client: 'skipped' })
  provider.fault = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ issuer: 'https://evil.example', authorization_endpoint: issuer }))
    return true
  }
  expect(await check()).toMatchObject({ issuer: 'issuer_differs' })
  provider.fault = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    const inner = 'http://169.254.169.254/token'
    response.end(
      JSON.stringify({ issuer, authorization_endpoint: inner, token_endpoint: inner, jwks_uri: inner }),
    )
    return true
  }
  expect(await check()).toMatchObject({ issuer: 'blocked' })
})
test('422 SEC-36 a provider that hangs is given up after five seconds, and others sign in meanwhile', async () => {
  const { domain } = await company()
  const email = `jana@${domain}`
  provider.fault = () => true
  const started = performance.now()
  const waiting = Promise.allSettled(
    Array.from({ length: 6 }, () => server.browser().call(startSingleSignOn, { email })),
  )
  const { email: known, password } = await server.seed.user()
  await server.signIn(known, password)
  const results = await waiting
  expect(performance.now() - started).toBeLessThan(9_000)
  for (const result of results)
    expect(result).toMatchObject({
      reason: invalid('provider', 'Your provider took too long to answer. Try again.'),
    })
})

test('402 S9.16 single sign-on needs the Business plan; after a downgrade members sign in, and nobody new joins', async () => {
  const { browser: owner, integration_id } = await billed.seed.integration()
  const name = `${randomUUID()}.example.com`
  const limit = { code: 'plan_limit', message: 'Single sign-on is available from the Business plan.' }
  await expect(owner.call(addSsoDomain, { integration_id, name })).rejects.toMatchObject(limit)
  await expect(owner.call(updateSingleSignOn, { integration_id, ...settings })).rejects.toMatchObject(limit)
  const toPlan = (plan: 'business' | 'pro') =>
    billed.ctx.transaction((tx) =>
      tx
        .updateTable('subscription')
        .set({ plan, state: 'active', ends_at: new Date(Date.now() + 86_400_000) })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
  await toPlan('business')
  await addDomain(owner, integration_id, name)
  await owner.call(updateSingleSignOn, { integration_id, ...settings })
  const subject = person(`jana@${name}`)
  await passSso(billed.browser(), subject, { integration_id })
  await toPlan('pro')
  await passSso(billed.browser(), subject, { integration_id })
  const newcomer = billed.browser()
  await expect(passSso(newcomer, person(`eva@${name}`), { integration_id })).rejects.toMatchObject(limit)
  // Nothing of the attempt remains.
  const left = await billed.ctx.db
    .selectFrom('app_user')
    .where('email', '=', `eva@${name}`)
    .selectAll()
    .execute()
  expect(left).toEqual([])
  await expect(
    owner.call(updateSingleSignOn, { integration_id, default_role: 'admin' }),
  ).rejects.toMatchObject(limit)
  expect(await owner.call(updateSingleSignOn, { integration_id, is_on: false })).toMatchObject({
    is_on: false,
  })
})
test('402 S9.16 simultaneous first sign-ins never exceed the seats, and invitations hold theirs', async () => {
  const { browser: owner, integration_id } = await billed.seed.integration()
  await billed.ctx.transaction((tx) =>
    tx
      .updateTable('subscription')
      .set({ plan: 'business', state: 'active', ends_at: new Date(Date.now() + 86_400_000) })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  const name = `${randomUUID()}.example.com`
  await addDomain(owner, integration_id, name)
  await owner.call(updateSingleSignOn, { integration_id, ...settings })
  await owner.call(inviteUser, { email: `invited@${name}`, role: 'editor' })
  const people = await Promise.all(Array.from({ length: 21 }, () => billed.seed.user()))
  await billed.ctx.transaction(async (tx) => {
    for (const { user } of people)
      await tx.insertInto('member').values({ integration_id, user_id: user.id, role: 'agent' }).execute()
  })
  // 22 of 25 seats are taken, and one is reserved.
  const answers: { browser: Browser; answer: ReturnType<typeof answerOf> }[] = []
  for (let n = 0; n < 6; n++) {
    const browser = billed.browser()
    answers.push({ browser, answer: await start(browser, person(`new-${n}@${name}`), { integration_id }) })
  }
  const results = await Promise.allSettled(
    answers.map(({ browser, answer }) => browser.call(finishSingleSignOn, answer)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const invited = billed.browser()
  await passSso(invited, person(`invited@${name}`), { integration_id })
  expect((await invited.call(getUser, {})).active_integration).toMatchObject({ role: 'editor' })
})
