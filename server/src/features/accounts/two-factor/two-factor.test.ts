import {
  addPasskey,
  confirmTwoFactor,
  getTwoFactor,
  getUser,
  listAuditEntries,
  listConversations,
  listPasskeys,
  listUsers,
  passkeysMax,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  signIn,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
  startTwoFactor,
  stopTwoFactor,
  minute_ms,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { authenticator } from '../../../../test/authenticator.ts'
import { codesOf, password, turnOnTwoFactor } from '../../../../test/second-factors.ts'
import { type Browser, testServer } from '../../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const invalid = (field: string) => ({ code: 'invalid_input', errors: { [field]: [expect.any(String)] } })

const turnOn = (browser: Browser) => turnOnTwoFactor(server, browser)

test('SEC-03 two-factor sign-in needs the password and a code of the app, and no code works twice', async () => {
  const { browser, email } = await server.seed.user()
  const elsewhere = await server.signIn(email, password)
  const { uri, codes, code } = await turnOn(browser)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Ozvi:.+secret=[A-Z2-7]{32}/)
  expect([codes.length, new Set(codes).size]).toEqual([10, 10])
  expect(await browser.call(getTwoFactor, {})).toEqual({ is_on: true, codes_left: 10 })
  await expect(elsewhere.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })

  const eva = server.browser()
  expect(await eva.call(signIn, { email, password })).toEqual({ needs_code: true })
  await expect(eva.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  // the code that confirmed it has been used
  await expect(eva.call(signIn, { email, password, code: code() })).rejects.toMatchObject(invalid('code'))
  await expect(eva.call(signIn, { email, password, code: '000000' })).rejects.toMatchObject(invalid('code'))
  // the error for a wrong password reveals nothing about codes
  await expect(eva.call(signIn, { email, password: 'wrong password', code: code(1) })).rejects.toMatchObject(
    invalid('email'),
  )
  const next = code(1)
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => server.browser().call(signIn, { email, password, code: next })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code works once; new ones replace the old; stored data reveals no code', async () => {
  const { browser, email } = await server.seed.user()
  const { codes, secret } = await turnOn(browser)
  const [first = '', second = ''] = codes
  const eva = server.browser()
  await eva.call(signIn, { email, password, code: first.toUpperCase().replaceAll('-', ' ') })
  expect(await eva.call(getTwoFactor, {})).toEqual({ is_on: true, codes_left: 9 })
  await expect(server.browser().call(signIn, { email, password, code: first })).rejects.toMatchObject(
    invalid('code'),
  )
  const anew = await eva.call(renewRecoveryCodes, {})
  expect(anew.codes).not.toContain(second)
  await expect(server.browser().call(signIn, { email, password, code: second })).rejects.toMatchObject(
    invalid('code'),
  )
  const { rows } = await server.database.pool.query<{ secret: Buffer }>('select secret from totp')
  for (const row of rows) expect(row.secret.toString('latin1')).not.toContain(secret)
})

test('422: two-factor authentication is turned on with a code of the app, and off again', async () => {
  const { browser, email } = await server.seed.user()
  await expect(browser.call(renewRecoveryCodes, {})).rejects.toMatchObject(invalid('code'))
  await browser.call(startTwoFactor, {})
  await expect(browser.call(confirmTwoFactor, { code: '123456' })).rejects.toMatchObject(invalid('code'))
  expect(await browser.call(getTwoFactor, {})).toEqual({ is_on: false, codes_left: 0 })
  // set up again: the first key is no longer valid
  await turnOn(browser)
  await expect(browser.call(startTwoFactor, {})).rejects.toMatchObject(invalid('code'))
  await browser.call(stopTwoFactor, {})
  await browser.call(stopTwoFactor, {})
  expect(await server.browser().call(signIn, { email, password })).toMatchObject({ email })
  const mails = (await server.mailbox.list()).filter(({ to }) => to === email).map(({ subject }) => subject)
  expect(mails).toEqual(
    expect.arrayContaining(['Two-factor authentication is on', 'Two-factor authentication is off']),
  )
})

test('SEC-47 429: five codes in a quarter of an hour, from any address', async () => {
  const strict = await testServer({ RATE_LIMITS: 'strict' })
  const { browser, email } = await strict.seed.user()
  const { secret } = await browser.call(startTwoFactor, {})
  await browser.call(confirmTwoFactor, { code: codesOf(strict, secret)() })
  const tryCode = (code: string) => strict.browser().call(signIn, { email, password, code })
  for (let n = 0; n < 5; n++) await expect(tryCode('000000')).rejects.toMatchObject(invalid('code'))
  const right = codesOf(strict, secret)(1)
  await expect(tryCode(right)).rejects.toMatchObject({ code: 'rate_limited' })
  await strict[Symbol.asyncDispose]()
})

test('SEC-04 403: every route of a workspace that requires two factors rejects members with one', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  await expect(browser.call(requireTwoFactor, { integration_id, is_needed: true })).rejects.toMatchObject(
    invalid('is_needed'),
  )
  await turnOn(browser)
  await browser.call(requireTwoFactor, { integration_id, is_needed: true })
  const twoFactorRequired = { code: 'two_factor_required' }
  await expect(agent.browser.call(listConversations, { integration_id })).rejects.toMatchObject(
    twoFactorRequired,
  )
  const authorize = () =>
    agent.browser.request('POST', '/api/broadcasting/auth', {
      socket_id: '1.1',
      channel_name: `presence-integration.${integration_id}`,
    })
  expect((await authorize()).statusCode).toBe(403)
  expect(await agent.browser.call(getUser, {})).toMatchObject({
    has_two_factors: false,
    integrations: [{ id: integration_id, needs_two_factor: true }],
  })
  await turnOn(agent.browser)
  expect((await agent.browser.call(listConversations, { integration_id })).items).toEqual([])
  expect((await authorize()).statusCode).toBe(200)
})

test('SEC-52 SEC-11 the owner resets the second factor of a member of no other workspace; both are notified', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  browser.headers['x-integration-id'] = integration_id
  agent.browser.headers['x-integration-id'] = integration_id
  const stateOf = async (who: Browser) =>
    (await who.call(listUsers, {})).users.find(({ user_id }) => user_id === agent.user.id)?.two_factor
  const reset = () => browser.call(resetTwoFactor, { integration_id, user_id: agent.user.id })
  await expect(reset()).rejects.toMatchObject(invalid('user_id'))
  await turnOn(agent.browser)
  expect([await stateOf(browser), await stateOf(agent.browser)]).toEqual(['app', null])

  const other = await server.seed.integration()
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('member')
      .values({ integration_id: other.integration_id, user_id: agent.user.id, role: 'viewer' })
      .execute(),
  )
  await expect(reset()).rejects.toMatchObject(invalid('user_id'))
  await server.ctx.transaction((tx) =>
    tx
      .deleteFrom('member')
      .where('integration_id', '=', other.integration_id)
      .where('user_id', '=', agent.user.id)
      .execute(),
  )
  await reset()
  await expect(agent.browser.call(getUser, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await stateOf(browser)).toBe('none')
  expect(await server.browser().call(signIn, { email: agent.email, password })).toMatchObject({
    email: agent.email,
  })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['two_factor_reset', 'two_factor_on']),
  )
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === agent.email && subject === 'Your two-factor authentication was reset',
    ),
  )
})

async function withPasskey(who: Browser, device = authenticator()) {
  const { challenge } = await who.call(startPasskey, {})
  const passkey = await who.call(addPasskey, { name: 'Laptop', credential: device.create(challenge) })
  return { device, passkey }
}
const challengeFor = async (who: Browser) => (await who.call(startPasskeySignIn, {})).challenge

test('SEC-03 a passkey signs in alone as both factors, and its response works once and only here', async () => {
  const { browser, email, user } = await server.seed.user()
  const { device, passkey } = await withPasskey(browser)
  expect(await browser.call(listPasskeys, {})).toEqual([passkey])
  expect(await browser.call(getUser, {})).toMatchObject({ has_two_factors: true })

  const eva = server.browser()
  const credential = device.get(await challengeFor(eva), { owner: user.id })
  expect(await eva.call(signInByPasskey, { credential })).toMatchObject({ id: user.id, email })
  expect(await eva.call(getUser, {})).toMatchObject({ email, has_two_factors: true })
  expect((await browser.call(listPasskeys, {}))[0]?.last_used_at).not.toBeNull()
  // a password is only one factor
  expect(await (await server.signIn(email, password)).call(getUser, {})).toMatchObject({
    has_two_factors: false,
  })

  const no = (credential: ReturnType<typeof device.get>) =>
    expect(server.browser().call(signInByPasskey, { credential })).rejects.toMatchObject(invalid('passkey'))
  await no(credential) // used a second time
  await no(device.get('never asked'))
  await no(device.get(await challengeFor(eva), { rpId: 'evil.example' }))
  await no(device.get(await challengeFor(eva), { flags: 0x01 })) // without user verification
  await no(device.get(await challengeFor(eva), { owner: crypto.randomUUID() }))
  await no(authenticator().get(await challengeFor(eva))) // an unknown key
  const late = await challengeFor(eva)
  await server.later(6 * minute_ms, () => no(device.get(late)))
  device.rewind()
  await no(device.get(await challengeFor(eva))) // a cloned key
  const elsewhere = authenticator('https://evil.example')
  const { challenge } = await browser.call(startPasskey, {})
  await expect(
    browser.call(addPasskey, { name: 'Phone', credential: elsewhere.create(challenge) }),
  ).rejects.toMatchObject(invalid('passkey'))
})

test('SEC-10 SEC-52 404: only its owner can rename and remove a passkey, and gets an email', async () => {
  const { browser, integration_id, email } = await server.seed.integration()
  const { browser: otherUser } = await server.seed.user()
  const { device, passkey } = await withPasskey(browser)
  const key = { passkey_id: passkey.id }
  await expect(otherUser.call(renamePasskey, { ...key, name: 'Mine' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(otherUser.call(removePasskey, key)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await browser.call(renamePasskey, { ...key, name: 'Phone' })).toMatchObject({ name: 'Phone' })
  browser.headers['x-integration-id'] = integration_id
  const guarded = async () => (await browser.call(listUsers, {})).users[0]?.two_factor
  expect(await guarded()).toBe('passkey')
  await browser.call(requireTwoFactor, { integration_id, is_needed: true })
  // after the last one is removed, this session no longer counts as two-factor
  await browser.call(requireTwoFactor, { integration_id, is_needed: false })
  await browser.call(removePasskey, key)
  expect(await guarded()).toBe('none')
  expect(await browser.call(getUser, {})).toMatchObject({ has_two_factors: false })
  const credential = device.get(await challengeFor(browser))
  await expect(server.browser().call(signInByPasskey, { credential })).rejects.toMatchObject(
    invalid('passkey'),
  )
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'sign_in' })
  expect(items.map(({ action, subject }) => [action, subject])).toEqual([
    ['passkey_removed', 'Phone'],
    ['passkey_added', 'Laptop'],
  ])
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === email && subject === 'A passkey was removed from your account',
    ),
  )
})

test(`422 above ${passkeysMax} passkeys, also for concurrent requests`, async () => {
  const { browser, user } = await server.seed.user()
  await sql`insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
    select ${user.id}, decode(md5(n::text || ${user.id}), 'hex'), '', 0, '{}', 'Key ' || n, now()
    from generate_series(1, ${passkeysMax - 1}::int) as n`.execute(server.ctx.db)
  const credentials = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { id, response } = authenticator().create((await browser.call(startPasskey, {})).challenge)
      return { id, response: { ...response, transports: ['internal' as const] } }
    }),
  )
  const outcomes = await Promise.allSettled(
    credentials.map((credential) => browser.call(addPasskey, { name: 'Last', credential })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { errors: { name: expect.any(Array) } },
  })
  expect(await browser.call(listPasskeys, {})).toHaveLength(passkeysMax)
})
