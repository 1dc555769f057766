import {
  createApiKey,
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  revokeApiKey,
  updateWebhook,
  addPasskey,
  addSsoDomain,
  changeEmail,
  changePassword,
  changeRole,
  confirmation_s,
  confirmIdentity,
  contactDataPath,
  deleteIntegration,
  endPreviousSecret,
  eraseContact,
  getConfirmation,
  getIdentitySettings,
  getIntegration,
  importErrorsPath,
  listContacts,
  listUsers,
  removePasskey,
  removeSsoDomain,
  removeSsoLink,
  renewIdentitySecret,
  renewRecoveryCodes,
  requireTwoFactor,
  resetTwoFactor,
  type Route,
  startContactBulkAction,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
  startTwoFactor,
  stopTwoFactor,
  updateAuditRetention,
  updateIdentitySettings,
  updateRetention,
  updateSingleSignOn,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { addKey, password, turnOnTwoFactor } from '../../../test/second-factors.ts'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const invalid = (field: string) => ({ code: 'invalid_input', errors: { [field]: [expect.any(String)] } })
const unconfirmed = { code: 'confirm_identity' }
const afterConfirmation_ms = confirmation_s * 1000

/** Runs work at a later time, when today's CSRF tokens have expired. */
const later = (ms: number, browsers: Browser[], work: () => Promise<void>) =>
  server.later(ms, async () => {
    for (const browser of browsers) browser.cookies.delete('XSRF-TOKEN')
    await work()
  })

/** Sensitive calls, with a body where it matters. */
const sensitive: [Route, object?][] = [
  [deleteIntegration],
  [changeRole, { role: 'owner' }],
  [requireTwoFactor, { is_needed: false }],
  [resetTwoFactor],
  [changePassword, { new_password: 'my very own words' }],
  [changeEmail, { email: 'someone-else@example.com' }],
  [startTwoFactor],
  [stopTwoFactor],
  [renewRecoveryCodes],
  [startPasskey],
  [addPasskey],
  [removePasskey],
  [updateIdentitySettings, { mode: 'optional' }],
  [renewIdentitySecret],
  [endPreviousSecret],
  [eraseContact],
  [startContactBulkAction, { id: crypto.randomUUID(), change: { kind: 'erase' }, list: {} }],
  [updateAuditRetention, { keep_days: 30 }],
  [createApiKey, { name: 'Shop', scopes: ['contacts:read'], expires_at: null }],
  [revokeApiKey],
  [createWebhook, { url: 'https://shop.example/hook', events: ['contact.created'] }],
  [updateWebhook, { url: 'https://shop.example/hook', events: ['contact.created'] }],
  [deleteWebhook],
  [renewWebhookSecret],
  [updateSingleSignOn, { is_on: false }],
  [updateRetention, { keep_days: 30 }],
  [addSsoDomain, { name: 'example.org' }],
  [removeSsoDomain],
  [removeSsoLink],
]
const downloads = (integration_id: string, contact_id: string) => [
  `/api/integration/${integration_id}/contact-export?columns=name`,
  `/api/integration/${integration_id}/audit-log-export`,
  contactDataPath(integration_id, contact_id),
  importErrorsPath(integration_id, crypto.randomUUID()),
]

test('the contract lists the operations that require a confirmation', () => {
  const label = ({ method, path }: Route) => `${method} ${path}`
  const declared = server.mounted.filter(({ schemas }) => schemas.problems.includes('confirm_identity'))
  expect(declared.map(({ route }) => label(route)).toSorted()).toEqual(
    sensitive.map(([route]) => label(route)).toSorted(),
  )
})

test('403 S7.06 SEC-04 fifteen minutes after sign-in every sensitive operation requires a confirmation and changes nothing', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const member = await server.seed.member(integration_id, 'admin')
  browser.headers['x-integration-id'] = integration_id
  const ids: Record<string, string> = {
    integration_id,
    user_id: member.user.id,
    contact_id: visitor.contact_id,
    passkey_id: (await addKey(browser)).passkey.id,
    api_key_id: crypto.randomUUID(),
    webhook_id: crypto.randomUUID(),
    domain_id: crypto.randomUUID(),
    sso_link_id: crypto.randomUUID(),
  }
  await later(afterConfirmation_ms, [browser], async () => {
    const state = () =>
      Promise.all([
        browser.call(getIntegration, { integration_id }),
        browser.call(listUsers, {}),
        browser.call(getIdentitySettings, { integration_id }),
        browser.call(listContacts, { integration_id }),
        server.me(browser),
      ])
    // The first request updates `last_seen_at`, possibly after its response. The second one sees the final state.
    await state()
    const before = await state()
    for (const [{ method, path }, body = {}] of sensitive) {
      const url = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
      const reply = await browser.request(method, url, body)
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 403, 'confirm_identity'])
    }
    for (const url of downloads(integration_id, visitor.contact_id)) {
      const reply = await browser.request('GET', url)
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 403, 'confirm_identity'])
    }
    // Figures contain no customers.
    const report = await browser.request('GET', `/api/integration/${integration_id}/report-export?by=day`)
    expect(report.statusCode).toBe(200)
    expect(await state()).toEqual(before)
  })
  browser.cookies.delete('XSRF-TOKEN')
})

test('S7.06 a workspace is deleted without a body after the password has confirmed the session', async () => {
  const { browser, integration_id, user } = await server.seed.integration()
  expect((await browser.call(getConfirmation, {})).confirmed_until).not.toBeNull()
  await later(afterConfirmation_ms, [browser], async () => {
    await expect(browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject(unconfirmed)
    expect(await browser.call(getConfirmation, {})).toEqual({
      confirmed_until: null,
      by: 'password',
      has_passkeys: false,
    })
    for (const wrong of [{}, { password: '' }, { password: 'not my password' }, { code: '123456' }])
      await expect(browser.call(confirmIdentity, wrong)).rejects.toMatchObject(invalid('password'))
    await expect(browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject(unconfirmed)

    const reply = await browser.request('POST', '/api/auth/confirm', { password })
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: null }])
    const deleted = await browser.request('DELETE', `/api/integration/${integration_id}`)
    expect([deleted.statusCode, deleted.json().data.id]).toEqual([200, integration_id])
    expect(deleted.json().data.deletes_at).not.toBeNull()
  })
  expect(user.id).toBe((await server.me(browser)).id)
})

test('S7.06 a confirmation is valid for fifteen minutes, and isn’t extended by a new session id', async () => {
  expect(confirmation_s).toBe(15 * 60)
  const { browser } = await server.seed.user()
  await later(hour_ms, [browser], async () => {
    await browser.call(confirmIdentity, { password })
    await browser.call(changePassword, { new_password: 'my very own words' })
  })
  await later(hour_ms + afterConfirmation_ms - 60_000, [browser], async () => {
    await browser.call(startTwoFactor, {})
  })
  await later(hour_ms + afterConfirmation_ms, [browser], async () => {
    await expect(browser.call(startTwoFactor, {})).rejects.toMatchObject(unconfirmed)
    await expect(browser.call(confirmIdentity, { password })).rejects.toMatchObject(invalid('password'))
    await browser.call(confirmIdentity, { password: 'my very own words' })
    await browser.call(startTwoFactor, {})
  })
})

test('SEC-02 a confirmation applies to one session, and ends with it', async () => {
  const { browser, email } = await server.seed.user()
  const elsewhere = await server.signIn(email, password)
  await later(afterConfirmation_ms, [browser, elsewhere], async () => {
    await browser.call(confirmIdentity, { password })
    await browser.call(startTwoFactor, {})
    await expect(elsewhere.call(startTwoFactor, {})).rejects.toMatchObject(unconfirmed)
    await browser.call(changePassword, { new_password: 'my very own words' })
    await expect(elsewhere.call(confirmIdentity, { password })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

test('SEC-03 with two-factor authentication the password alone doesn’t confirm; a code or a recovery code does, once', async () => {
  const { browser } = await server.seed.user()
  const { code, codes } = await turnOnTwoFactor(server, browser)
  const [recovery = ''] = codes
  await later(afterConfirmation_ms, [browser], async () => {
    expect((await browser.call(getConfirmation, {})).by).toBe('code')
    for (const wrong of [{}, { password }, { password, code: '000000' }, { code: 'abcd-efgh-jkmn' }])
      await expect(browser.call(confirmIdentity, wrong)).rejects.toMatchObject(invalid('code'))
    const now = code()
    await browser.call(confirmIdentity, { code: now })
    await browser.call(startPasskey, {})
    await expect(browser.call(confirmIdentity, { code: now })).rejects.toMatchObject(invalid('code'))
  })
  await later(2 * afterConfirmation_ms, [browser], async () => {
    await expect(browser.call(stopTwoFactor, {})).rejects.toMatchObject(unconfirmed)
    await browser.call(confirmIdentity, { code: recovery })
    await expect(browser.call(confirmIdentity, { code: recovery })).rejects.toMatchObject(invalid('code'))
    await browser.call(stopTwoFactor, {})
  })
})

test('SEC-10 a passkey confirms only the session of its own user, with the challenge created for it', async () => {
  const ann = await server.seed.user()
  const bob = await server.seed.user()
  const { key } = await addKey(ann.browser)
  const { key: foreign } = await addKey(bob.browser)
  const askQuestion = async (browser: Browser) => (await browser.call(startPasskeyConfirmation, {})).challenge
  await later(afterConfirmation_ms, [ann.browser, bob.browser], async () => {
    expect(await ann.browser.call(getConfirmation, {})).toMatchObject({ by: 'password', has_passkeys: true })
    const expectInvalid = (passkey: ReturnType<typeof key.get>) =>
      expect(ann.browser.call(confirmIdentity, { passkey, password: 'no' })).rejects.toMatchObject(
        invalid('passkey'),
      )
    await expectInvalid(key.get('never asked'))
    await expectInvalid(foreign.get(await askQuestion(ann.browser)))
    await expectInvalid(key.get(await askQuestion(bob.browser)))
    await expectInvalid(key.get((await ann.browser.call(startPasskeySignIn, {})).challenge))
    await expect(ann.browser.call(startPasskey, {})).rejects.toMatchObject(unconfirmed)
    const passkey = key.get(await askQuestion(ann.browser), { owner: ann.user.id })
    await ann.browser.call(confirmIdentity, { passkey })
    await ann.browser.call(startPasskey, {})
    await expectInvalid(passkey)
  })
})

test('SEC-18 of twenty concurrent confirmations with one code, recovery code or passkey response exactly one succeeds', async () => {
  const { browser } = await server.seed.user()
  const { key } = await addKey(browser)
  const { code, codes } = await turnOnTwoFactor(server, browser)
  const { challenge } = await browser.call(startPasskeyConfirmation, {})
  const passkey = key.get(challenge)
  for (const proof of [{ code: code(1) }, { code: codes[0] ?? '' }, { passkey }]) {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => browser.call(confirmIdentity, proof)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('an address that was never confirmed can be corrected without a confirmation', async () => {
  const { browser } = await server.seed.user({ is_verified: false })
  await later(afterConfirmation_ms, [browser], async () => {
    await browser.call(changeEmail, { email: `right-${crypto.randomUUID()}@example.com` })
  })
})
