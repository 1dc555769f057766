import { generateKeyPairSync, sign } from 'node:crypto'
import {
  checkIdentityToken,
  describeVisitor,
  endPreviousSecret,
  getIdentitySettings,
  identitySettingsChanged,
  openVisitorSession,
  renewIdentitySecret,
  updateIdentitySettings,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { identityServer, jana, now_s, packed, invalid, signed } from './test/identity-server.ts'

const { server, workspace } = await identityServer()
afterAll(() => server[Symbol.asyncDispose]())

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa = (claims: object) => {
  const text = `${packed({ alg: 'RS256' })}.${packed(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

type Shop = Awaited<ReturnType<typeof workspace>>
const forgeries: Record<string, { check: string; token: (shop: Shop, other: Shop) => string }> = {
  'another secret': { check: 'signature', token: ({ token }) => token(jana, 'guessed') },
  'another workspace’s secret': { check: 'signature', token: ({ token }, { secret }) => token(jana, secret) },
  'another workspace’s token': {
    check: 'aud',
    token: ({ secret }, { claims }) => signed(secret, claims(jana)),
  },
  'no audience': {
    check: 'aud',
    token: ({ secret, claims }) => signed(secret, { ...claims(jana), aud: undefined }),
  },
  'alg none, without a signature': {
    check: 'alg',
    token: ({ secret, claims }) =>
      signed(secret, claims(jana), {
        header: { alg: 'none' },
        change: (jwt) => jwt.replace(/[^.]*$/, ''),
      }),
  },
  'alg none, with a signature': {
    check: 'alg',
    token: ({ secret, claims }) => signed(secret, claims(jana), { header: { alg: 'none' } }),
  },
  'alg in other letters': {
    check: 'alg',
    token: ({ secret, claims }) => signed(secret, claims(jana), { header: { alg: 'hs256' } }),
  },
  'a key of our choosing': { check: 'alg', token: ({ claims }) => rsa(claims(jana)) },
  'a public key as secret': { check: 'signature', token: ({ claims }) => signed(pem, claims(jana)) },
  'an extension that is critical': {
    check: 'alg',
    token: ({ secret, claims }) => signed(secret, claims(jana), { header: { alg: 'HS256', crit: ['b64'] } }),
  },
  'a kid that points elsewhere': {
    check: 'signature',
    token: ({ claims }) =>
      signed('', claims(jana), { header: { alg: 'HS256', kid: '../../../../dev/null' } }),
  },
  'another person in place of the signed one': {
    check: 'signature',
    token: ({ token, claims }) => token({ sub: 'B-2' }).replace(/\.[^.]*\./, `.${packed(claims(jana))}.`),
  },
  'half a signature': { check: 'signature', token: ({ token }) => token(jana).slice(0, -20) },
  expired: { check: 'exp', token: ({ token }) => token({ ...jana, exp: now_s() - 90 }) },
  'no end': { check: 'exp', token: ({ token }) => token({ ...jana, exp: undefined }) },
  'an end that is no time': { check: 'exp', token: ({ token }) => token({ ...jana, exp: 'never' }) },
  'good for a day': { check: 'exp', token: ({ token }) => token({ ...jana, exp: now_s() + 86_400 }) },
  'from the future': { check: 'iat', token: ({ token }) => token({ ...jana, iat: now_s() + 600 }) },
  'nobody named': { check: 'sub', token: ({ token }) => token({ name: 'Jana' }) },
  'an address without an id': { check: 'sub', token: ({ token }) => token({ email: 'jana@example.com' }) },
  'an empty id beside an address': {
    check: 'sub',
    token: ({ token }) => token({ sub: '', email: 'jana@example.com' }),
  },
  'an address that is not checked': {
    check: 'sub',
    token: ({ token }) => token({ email: 'jana@example.com', email_verified: false }),
  },
  'an id that no database keeps': { check: 'sub', token: ({ token }) => token({ sub: 'A\0' }) },
  'no token': { check: 'token', token: () => 'Jana' },
  'a list for a payload': {
    check: 'token',
    token: () => `${packed({ alg: 'HS256' })}.${packed('[]')}.${packed('x')}`,
  },
}
const [shop, otherShop] = [await workspace(), await workspace()]

test.each(Object.entries(forgeries))('422 SEC-25 a token is rejected: %s', async (_, { check, token }) => {
  const { opening, arrive, people } = shop
  const visitor = await arrive()
  const before = await people()
  const identity = token(shop, otherShop)
  await expect(visitor.browser.call(openVisitorSession, { ...opening, identity })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [`identity.${check}`]: [expect.any(String)] },
  })
  await expect(server.browser().call(openVisitorSession, { ...opening, identity })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  expect(await people()).toEqual(before)
  expect((await visitor.browser.call(openVisitorSession, opening)).contact).toEqual(visitor.session.contact)
})

test('422 SEC-25 required: unsigned details are rejected, and visitors without a token chat anonymously', async () => {
  const { arrive, come, askQuestion, query, read, integration } = await workspace('required')
  const visitor = await arrive()
  await expect(
    visitor.browser.call(describeVisitor, { name: 'Jana', email: 'jana@example.com' }),
  ).rejects.toMatchObject(invalid('mode'))
  expect(await read(visitor.contact_id)).toMatchObject({ name: null, email: null, kind: 'visitor' })
  const conversation_id = await askQuestion(visitor.browser, 'Hello?')
  expect(await query(visitor.browser)).toEqual([conversation_id])
  // They can give an address to be reached at, as an unverified value.
  await visitor.browser.call(describeVisitor, { email: 'reach@example.com', claimed_by: 'visitor' })
  expect(await read(visitor.contact_id)).toMatchObject({
    email: 'reach@example.com',
    email_verified_at: null,
  })
  expect(await read((await come(jana)).contact_id)).toMatchObject({ verified_by: 'jwt' })
  expect(integration.public_key).toMatch(/^pk_/)
})

test('optional: unsigned details are accepted as unverified, and off: no token is accepted', async () => {
  const { arrive, read, browser, integration_id, token, identify } = await workspace()
  const visitor = await arrive()
  await visitor.browser.call(describeVisitor, { name: 'Jana', email: 'jana@example.com' })
  expect(await read(visitor.contact_id)).toMatchObject({
    name: 'Jana',
    kind: 'lead',
    verified_at: null,
    email_verified_at: null,
  })
  await browser.call(updateIdentitySettings, { integration_id, mode: 'off' })
  await expect(identify(visitor.browser, token(jana))).rejects.toMatchObject(invalid('mode'))
  const preview = { ...shop.opening, is_preview: true, identity: shop.token(jana) }
  await expect(server.browser().call(openVisitorSession, preview)).rejects.toMatchObject(invalid('mode'))
})

test('a new secret is valid beside the previous one for a day; the previous one can be revoked immediately', async () => {
  const { come, identify, token, secret, browser, integration_id, settings, acts } = await workspace()
  const events = server.watch(identitySettingsChanged.channel({ integration_id }))
  const renewed = await browser.call(renewIdentitySecret, { integration_id })
  const fresh = renewed.secret ?? ''
  expect(fresh).toMatch(/^[\w-]{43}$/)
  expect(fresh).not.toBe(secret)
  expect(events.at(-1)?.data).toEqual(await settings())
  expect(JSON.stringify(events)).not.toContain(fresh)
  expect(
    Date.parse(renewed.previous_secret_expires_at ?? '') - Date.parse(renewed.secret_created_at ?? ''),
  ).toBe(day_ms)
  const { contact_id } = await come(jana)
  expect((await identify(server.browser(), token(jana, fresh))).contact_id).toBe(contact_id)
  await server.later(day_ms, async () => {
    const exp = now_s() + 86_400 + 300
    await expect(identify(server.browser(), token({ ...jana, exp }))).rejects.toMatchObject(
      invalid('signature'),
    )
    expect((await identify(server.browser(), token({ ...jana, exp }, fresh))).contact_id).toBe(contact_id)
  })
  const ended = await browser.call(endPreviousSecret, { integration_id })
  expect(ended.previous_secret_expires_at).toBeNull()
  expect(events.at(-1)?.data).toEqual(await settings())
  await expect(come(jana)).rejects.toMatchObject(invalid('signature'))
  expect((await identify(server.browser(), token(jana, fresh))).contact_id).toBe(contact_id)
  expect(await acts()).toEqual(
    expect.arrayContaining(['identity_changed', 'identity_secret_renewed', 'identity_secret_ended']),
  )
  const rows = await server.ctx.db
    .selectFrom('identity_verification')
    .select(['secret', 'previous_secret'])
    .execute()
  expect(Buffer.concat(rows.flatMap((row) => row.secret ?? [])).includes(fresh)).toBe(false)
})

test('the secret is returned when it is created and never again; members who can’t change settings never get it', async () => {
  const { browser, integration_id, secret, settings } = await workspace()
  expect(JSON.stringify(await settings())).not.toContain(secret)
  const again = await browser.call(updateIdentitySettings, { integration_id, mode: 'required' })
  expect(again).toMatchObject({ mode: 'required', secret: null })
  const editor = await server.seed.member(integration_id, 'editor')
  expect(await editor.browser.call(getIdentitySettings, { integration_id })).toEqual(await settings())
  for (const action of [renewIdentitySecret, endPreviousSecret])
    await expect(editor.browser.call(action, { integration_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a token can be checked: its error, the secret that signed it, and its claims', async () => {
  const { browser, integration_id, token, secret, claims, people } = await workspace()
  const check = (text: string) => browser.call(checkIdentityToken, { integration_id, token: text })
  expect(await check(token({ ...jana, email: 'jana@example.com', name: 'Jana' }))).toEqual({
    problems: [],
    signed_with: 'current',
    claims: {
      external_id: 'A-1',
      email: 'jana@example.com',
      name: 'Jana',
      expires_at: expect.stringMatching(/^20\d\d-/),
    },
  })
  const wrong = signed('guessed', { ...claims({}), exp: 1, aud: 'pk_other' }, { header: { alg: 'HS512' } })
  expect((await check(wrong)).problems).toEqual([
    { check: 'alg', fault: 'algorithm' },
    { check: 'signature', fault: 'signature' },
    { check: 'exp', fault: 'expired' },
    { check: 'aud', fault: 'audience' },
    { check: 'sub', fault: 'nobody' },
  ])
  await browser.call(renewIdentitySecret, { integration_id })
  expect(await check(signed(secret, claims(jana)))).toMatchObject({ problems: [], signed_with: 'previous' })
  expect(await check('nonsense')).toMatchObject({ problems: [{ check: 'token' }], claims: null })
  expect(await people()).toEqual([])
})

test('404 another workspace can’t read or change it', async () => {
  const { integration_id, settings } = await workspace()
  const before = await settings()
  const { browser } = await server.seed.integration()
  for (const action of [getIdentitySettings, renewIdentitySecret, endPreviousSecret])
    await expect(browser.call(action, { integration_id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await settings()).toEqual(before)
})
