import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import {
  blockContact,
  checkIdentityToken,
  contactDataPath,
  describeVisitor,
  endPreviousSecret,
  endVisitorSession,
  eraseContact,
  getContact,
  getConversation,
  getIdentitySettings,
  type IdentityMode,
  identitySettingsChanged,
  listAuditEntries,
  listContacts,
  listContactTimeline,
  listVisitorConversations,
  listVisitorMessages,
  mergeContact,
  openVisitorSession,
  renewIdentitySecret,
  sendVisitorMessage,
  undoContactMerge,
  updateContact,
  updateIdentitySettings,
  visitorMessageSent,
} from '@ozvi/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const packed = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
/** Signs a token as a customer's server does; `header` and `change` create invalid ones. */
function signed(
  secret: string,
  claims: object,
  { header = { alg: 'HS256', typ: 'JWT' } as object, change = (jwt: string) => jwt } = {},
) {
  const said = `${packed(header)}.${packed(claims)}`
  return change(`${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`)
}
const now_s = () => Math.floor(Date.now() / 1000)
const said = (body: string) => ({ id: crypto.randomUUID(), locale: 'en' as const, body })

/** A workspace with identity verification, its server and its visitors. */
async function workspace(mode: IdentityMode = 'optional') {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const { secret } = await browser.call(updateIdentitySettings, { integration_id, mode: 'optional' })
  if (mode !== 'optional') await browser.call(updateIdentitySettings, { integration_id, mode })
  const opening = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
  }
  const claims = (more: object) => ({ aud: integration.public_key, exp: now_s() + 300, ...more })
  const token = (more: object, key = secret ?? '') => signed(key, claims(more))
  type Visitor = ReturnType<typeof server.browser>
  /** Signs the same browser in as the person named by the token. */
  async function identify(visitor: Visitor, identity: string) {
    const session = await visitor.call(openVisitorSession, { ...opening, identity })
    if (session.token) visitor.headers.authorization = `Bearer ${session.token}`
    return { browser: visitor, session, contact_id: session.contact.id }
  }
  const askQuestion = async (visitor: Visitor, body: string) => {
    const conversation_id = crypto.randomUUID()
    await visitor.call(sendVisitorMessage, { conversation_id, ...said(body) })
    return conversation_id
  }
  const query = async (visitor: Visitor) =>
    (await visitor.call(listVisitorConversations, {})).map(({ id }) => id).toSorted()
  return {
    ...created,
    secret: secret ?? '',
    opening,
    claims,
    token,
    identify,
    askQuestion,
    query,
    arrive: () => server.seed.visitor(integration.public_key),
    come: (more: object) => identify(server.browser(), token(more)),
    read: (contact_id: string) => browser.call(getContact, { integration_id, contact_id }),
    people: async () => (await browser.call(listContacts, { integration_id })).items,
    settings: () => browser.call(getIdentitySettings, { integration_id }),
    acts: async () => (await browser.call(listAuditEntries, { integration_id })).items.map(({ act }) => act),
  }
}
const refused = (check: string) => ({
  code: 'invalid_input',
  errors: { [`identity.${check}`]: [expect.any(String)] },
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa = (claims: object) => {
  const text = `${packed({ alg: 'RS256' })}.${packed(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

type Shop = Awaited<ReturnType<typeof workspace>>
const jana = { sub: 'A-1' }
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
test.each(Object.entries(forgeries))('422 SEC-25 a token is not taken: %s', async (_, { check, token }) => {
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

test('a signed person is verified, with what was signed, and a minute of another clock does no harm', async () => {
  const { come, read, integration_id, browser, settings } = await workspace()
  expect((await settings()).last_used_at).toBeNull()
  const { session, contact_id } = await come({
    sub: 17,
    email: 'Jana@Example.com',
    name: 'Jana',
    company: 'Kanva',
    phone: 'not a number',
    exp: now_s() - 30,
    iat: now_s() + 30,
  })
  expect(session).toMatchObject({
    has_changed_person: false,
    contact: { name: 'Jana', email: 'jana@example.com' },
  })
  expect(await read(contact_id)).toMatchObject({
    kind: 'user',
    name: 'Jana',
    email: 'jana@example.com',
    company: 'Kanva',
    phone: null,
    external_id: '17',
    verified_by: 'jwt',
    verified_at: expect.any(String),
    email_verified_at: expect.any(String),
  })
  const { items } = await browser.call(listContactTimeline, { integration_id, contact_id, kind: 'change' })
  expect(items).toMatchObject([
    { actor: null, changes: [{ field: 'verified', after: 'jwt' }] },
    {
      actor: null,
      changes: expect.arrayContaining([expect.objectContaining({ field: 'external_id', after: '17' })]),
    },
  ])
  expect((await settings()).last_used_at).not.toBeNull()
})

test('two browsers of a signed person share their conversations, live, and a shutdown parts them', async () => {
  const { come, askQuestion, query, people } = await workspace()
  const phone = await come(jana)
  const first = await askQuestion(phone.browser, 'From my phone')
  const laptop = await come(jana)
  expect(laptop.contact_id).toBe(phone.contact_id)
  expect(laptop.session.conversations.map(({ id }) => id)).toEqual([first])
  const events = server.watch(visitorMessageSent.channel({ visitor_id: phone.contact_id }))
  const second = await askQuestion(laptop.browser, 'From my laptop')
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ conversation_id: second }))
  expect(await query(phone.browser)).toEqual([first, second].toSorted())
  expect(await people()).toHaveLength(1)
  await laptop.browser.call(endVisitorSession, {})
  await expect(laptop.browser.call(listVisitorConversations, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await query(phone.browser)).toHaveLength(2)
})

test('what somebody began before they signed in is theirs in every browser, once, under a new token', async () => {
  const { arrive, come, identify, token, askQuestion, query, people, browser, integration_id } =
    await workspace()
  const phone = await come({ ...jana, name: 'Jana' })
  const { browser: laptop, session } = await arrive()
  const conversation_id = crypto.randomUUID()
  const message = { conversation_id, ...said('Who are you?') }
  await laptop.call(sendVisitorMessage, message)
  const former = laptop.headers.authorization
  const joined = await identify(laptop, token(jana))
  expect(joined.session).toMatchObject({ has_changed_person: false, contact: { id: phone.contact_id } })
  expect(laptop.headers.authorization).not.toBe(former)
  // The previous token, which an attacker may have set, no longer works.
  const thief = server.browser()
  thief.headers.authorization = former ?? ''
  await expect(thief.call(listVisitorConversations, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await query(phone.browser)).toEqual([conversation_id])
  // The reply was lost, so it is sent again.
  await laptop.call(sendVisitorMessage, message)
  const seen = await phone.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.filter(({ author }) => author === 'contact')).toHaveLength(1)
  expect((await people()).map(({ id, name }) => ({ id, name }))).toEqual([
    { id: phone.contact_id, name: 'Jana' },
  ])
  const { contact } = await browser.call(getConversation, { integration_id, conversation_id })
  expect(contact.id).toBe(phone.contact_id)
  // The same token again changes nothing.
  expect((await identify(laptop, token(jana))).session).toMatchObject({ token: null })
  await askQuestion(laptop, 'And now?')
  expect(await query(phone.browser)).toHaveLength(2)

  // The team can undo it: then it is shown where it was started anonymously.
  const { merges } = await browser.call(getContact, { integration_id, contact_id: phone.contact_id })
  expect(merges).toMatchObject([{ source: { id: session.contact.id }, by_name: '' }])
  await browser.call(undoContactMerge, { integration_id, merge_id: merges[0]?.id ?? '' })
  expect(await query(phone.browser)).not.toContain(conversation_id)
  const back = await browser.call(getConversation, { integration_id, conversation_id })
  expect(back.contact.id).toBe(session.contact.id)
})

test('who signs in where somebody else was signed in is shown nothing of theirs, and takes nothing along', async () => {
  const { come, identify, token, askQuestion, query, read } = await workspace()
  const eva = await come({ sub: 'E-1', name: 'Eva' })
  const janasConversation = await askQuestion(eva.browser, 'My secret')
  const now = await identify(eva.browser, token(jana))
  expect(now.session).toMatchObject({ has_changed_person: true, conversations: [] })
  expect(await query(now.browser)).toEqual([])
  await expect(
    now.browser.call(listVisitorMessages, { conversation_id: janasConversation }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await read(eva.contact_id)).toMatchObject({ name: 'Eva', external_id: 'E-1', merges: [] })
  expect(await query((await come({ sub: 'E-1' })).browser)).toEqual([janasConversation])
})

test('SEC-26 an address that somebody has typed leads nobody to them, also once its owner signs in', async () => {
  const { arrive, come, askQuestion, query, read, people } = await workspace()
  const impostor = await arrive()
  await impostor.browser.call(describeVisitor, { name: 'Jana', email: 'jana@example.com' })
  const theirs = await askQuestion(impostor.browser, 'Send me my invoices')
  const owner = await come({ sub: 'A-1', email: 'jana@example.com' })
  const janasConversation = await askQuestion(owner.browser, 'Hello')
  expect(owner.contact_id).not.toBe(impostor.contact_id)
  expect(await query(owner.browser)).toEqual([janasConversation])
  expect(await query(impostor.browser)).toEqual([theirs])
  expect(await read(impostor.contact_id)).toMatchObject({ verified_at: null, email_verified_at: null })
  await impostor.browser.call(endVisitorSession, {})
  // Not even the workspace's server can identify her by address alone.
  await expect(come({ email: 'jana@example.com' })).rejects.toMatchObject(refused('sub'))
  expect(await people()).toHaveLength(2)
})

test('who was known by a signed address alone goes on with an id, and two ids of the customer stay two people', async () => {
  const { come, read, integration_id } = await workspace()
  const email = 'shared@example.com'
  const first = await come({ sub: 'before', email })
  // As stored by an earlier version.
  const key = [integration_id, first.contact_id]
  for (const statement of [
    `update contact_identity set external_id = null, email = '${email}' where integration_id = $1 and contact_id = $2`,
    'update contact set external_id = null, proven_id = null where integration_id = $1 and id = $2',
  ])
    await server.database.pool.query(statement, key)
  expect(await read(first.contact_id)).toMatchObject({
    external_id: null,
    email_verified_at: expect.any(String),
  })
  const named = await come({ email, sub: 'A-1' })
  expect(named.contact_id).toBe(first.contact_id)
  expect(await read(first.contact_id)).toMatchObject({ external_id: 'A-1' })
  const second = await come({ email, sub: 'B-2' })
  expect(second.contact_id).not.toBe(first.contact_id)
  expect((await come({ sub: 'A-1' })).contact_id).toBe(first.contact_id)
})

test('whom the team has imported is who signs in with that id or address', async () => {
  const { come, read, browser, integration_id, people } = await workspace()
  const rows = await server.ctx.transaction((tx) =>
    tx
      .insertInto('contact')
      .values([
        { integration_id, external_id: 'A-1', company: 'Kanva' },
        { integration_id, email: 'eva@example.com', company: 'Ruža' },
      ])
      .returning('id')
      .execute(),
  )
  const [a, e] = rows.map(({ id }) => id)
  expect((await come({ sub: 'A-1', name: 'Jana' })).contact_id).toBe(a)
  expect((await come({ sub: 'E-1', email: 'eva@example.com' })).contact_id).toBe(e)
  expect(await read(e ?? '')).toMatchObject({ company: 'Ruža', external_id: 'E-1', verified_by: 'jwt' })
  // Changed by the team, it no longer counts as signed.
  await browser.call(updateContact, { integration_id, contact_id: e ?? '', email: 'e@example.com' })
  expect(await read(e ?? '')).toMatchObject({ verified_by: 'jwt', email_verified_at: null })
  await browser.call(updateContact, { integration_id, contact_id: e ?? '', external_id: 'E-9' })
  expect(await read(e ?? '')).toMatchObject({ verified_by: null, verified_at: null })
  expect(await people()).toHaveLength(2)
})

test('the team’s word that somebody is a customer opens neither browser to the other', async () => {
  const { arrive, come, identify, token, askQuestion, query, people, read, ...of } = await workspace()
  const { browser, integration_id } = of
  const claimed = await arrive()
  const theirs = await askQuestion(claimed.browser, 'I am Jana, honestly')
  await browser.call(updateContact, { integration_id, contact_id: claimed.contact_id, external_id: 'A-1' })
  const real = await come({ sub: 'A-1', email: 'jana@example.com' })
  const janasConversation = await askQuestion(real.browser, 'Hello')
  expect(await query(real.browser)).toEqual([janasConversation])
  expect(await query(claimed.browser)).toEqual([theirs])
  expect((await people()).map(({ id }) => id)).toEqual([claimed.contact_id])
  expect(await query((await come({ sub: 'A-1' })).browser)).toEqual([janasConversation])
  // An unverified browser can't change signed values.
  await claimed.browser.call(describeVisitor, { name: 'Not Jana', email: 'other@example.com' })
  expect(await read(claimed.contact_id)).toMatchObject({ email: 'jana@example.com' })
  // If that browser is hers, she can sign in there.
  const self = await identify(claimed.browser, token({ sub: 'A-1' }))
  expect(await query(self.browser)).toEqual([janasConversation, theirs].toSorted())
})

test('a merge by the team and its Undo take the signed person along, to the same conversations', async () => {
  const { arrive, come, askQuestion, query, browser, integration_id } = await workspace()
  const real = await come(jana)
  const janasConversation = await askQuestion(real.browser, 'Hello')
  const otherUser = await arrive()
  const theirs = await askQuestion(otherUser.browser, 'Hi')
  const { id: merge_id } = await browser.call(mergeContact, {
    integration_id,
    contact_id: real.contact_id,
    into_id: otherUser.contact_id,
    id: crypto.randomUUID(),
  })
  const again = await come(jana)
  expect(again.contact_id).toBe(real.contact_id)
  expect(await query(again.browser)).toEqual([janasConversation])
  expect(await query(otherUser.browser)).toEqual([theirs])
  const profile = await browser.call(getContact, { integration_id, contact_id: real.contact_id })
  expect(profile).toMatchObject({ id: otherUser.contact_id, verified_by: 'jwt', external_id: 'A-1' })
  await browser.call(undoContactMerge, { integration_id, merge_id })
  expect(await query((await come(jana)).browser)).toEqual([janasConversation])
  expect(await browser.call(getContact, { integration_id, contact_id: otherUser.contact_id })).toMatchObject({
    verified_at: null,
  })
})

test('what was signed is not changed by what the visitor types', async () => {
  const { come, read } = await workspace()
  const real = await come({ sub: 'A-1', name: 'Jana' })
  await real.browser.call(describeVisitor, {
    name: 'Somebody',
    email: 'typed@example.com',
    said_by: 'visitor',
  })
  expect(await read(real.contact_id)).toMatchObject({
    name: 'Jana',
    email: 'typed@example.com',
    email_verified_at: null,
    verified_by: 'jwt',
  })
})

test('422 SEC-25 required: the page’s word needs a signature, and whoever has none chats as nobody in particular', async () => {
  const { arrive, come, askQuestion, query, read, integration } = await workspace('required')
  const visitor = await arrive()
  await expect(
    visitor.browser.call(describeVisitor, { name: 'Jana', email: 'jana@example.com' }),
  ).rejects.toMatchObject(refused('mode'))
  expect(await read(visitor.contact_id)).toMatchObject({ name: null, email: null, kind: 'visitor' })
  const conversation_id = await askQuestion(visitor.browser, 'Hello?')
  expect(await query(visitor.browser)).toEqual([conversation_id])
  // They can give an address to be reached at, as an unverified value.
  await visitor.browser.call(describeVisitor, { email: 'reach@example.com', said_by: 'visitor' })
  expect(await read(visitor.contact_id)).toMatchObject({
    email: 'reach@example.com',
    email_verified_at: null,
  })
  expect(await read((await come(jana)).contact_id)).toMatchObject({ verified_by: 'jwt' })
  expect(integration.public_key).toMatch(/^pk_/)
})

test('optional: the page’s word without a signature is a claim as before, and off: no token is taken', async () => {
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
  await expect(identify(visitor.browser, token(jana))).rejects.toMatchObject(refused('mode'))
  const preview = { ...shop.opening, is_preview: true, identity: shop.token(jana) }
  await expect(server.browser().call(openVisitorSession, preview)).rejects.toMatchObject(refused('mode'))
})

test('a new secret goes beside the former one for a day, which can be ended at once', async () => {
  const { come, identify, token, secret, browser, integration_id, settings, acts } = await workspace()
  const events = server.watch(identitySettingsChanged.channel({ integration_id }))
  const renewed = await browser.call(renewIdentitySecret, { integration_id })
  const fresh = renewed.secret ?? ''
  expect(fresh).toMatch(/^[\w-]{43}$/)
  expect(fresh).not.toBe(secret)
  expect(events.at(-1)?.data).toEqual(await settings())
  expect(JSON.stringify(events)).not.toContain(fresh)
  expect(Date.parse(renewed.former_until ?? '') - Date.parse(renewed.made_at ?? '')).toBe(24 * 3_600_000)
  const { contact_id } = await come(jana)
  expect((await identify(server.browser(), token(jana, fresh))).contact_id).toBe(contact_id)
  await server.later(24 * 3_600_000, async () => {
    const exp = now_s() + 86_400 + 300
    await expect(identify(server.browser(), token({ ...jana, exp }))).rejects.toMatchObject(
      refused('signature'),
    )
    expect((await identify(server.browser(), token({ ...jana, exp }, fresh))).contact_id).toBe(contact_id)
  })
  const ended = await browser.call(endPreviousSecret, { integration_id })
  expect(ended.former_until).toBeNull()
  expect(events.at(-1)?.data).toEqual(await settings())
  await expect(come(jana)).rejects.toMatchObject(refused('signature'))
  expect((await identify(server.browser(), token(jana, fresh))).contact_id).toBe(contact_id)
  expect(await acts()).toEqual(
    expect.arrayContaining(['identity_changed', 'identity_secret_renewed', 'identity_secret_ended']),
  )
  const rows = await server.ctx.db.selectFrom('identity_verification').select(['secret', 'former']).execute()
  expect(Buffer.concat(rows.flatMap((row) => row.secret ?? [])).includes(fresh)).toBe(false)
})

test('the secret is told when it is made and never again; who may not change settings gets none', async () => {
  const { browser, integration_id, secret, settings } = await workspace()
  expect(JSON.stringify(await settings())).not.toContain(secret)
  const again = await browser.call(updateIdentitySettings, { integration_id, mode: 'required' })
  expect(again).toMatchObject({ mode: 'required', secret: null })
  const editor = await server.seed.member(integration_id, 'editor')
  expect(await editor.browser.call(getIdentitySettings, { integration_id })).toEqual(await settings())
  for (const act of [renewIdentitySecret, endPreviousSecret])
    await expect(editor.browser.call(act, { integration_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a token can be checked: what is wrong with it, by which secret it is signed and what it says', async () => {
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
  expect(await check(signed(secret, claims(jana)))).toMatchObject({ problems: [], signed_with: 'former' })
  expect(await check('nonsense')).toMatchObject({ problems: [{ check: 'token' }], claims: null })
  expect(await people()).toEqual([])
})

test('404 another workspace is told and changes nothing', async () => {
  const { integration_id, settings } = await workspace()
  const before = await settings()
  const { browser } = await server.seed.integration()
  for (const act of [getIdentitySettings, renewIdentitySecret, endPreviousSecret])
    await expect(browser.call(act, { integration_id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await settings()).toEqual(before)
})

test('verified people are filtered, and stand in the file', async () => {
  const { come, arrive, browser, integration_id } = await workspace()
  const real = await come({ ...jana, name: 'Jana' })
  const other = await arrive()
  const row = async (is: 'yes' | 'no') =>
    (await browser.call(listContacts, { integration_id, rules: `verified.${is}` })).items.map(({ id }) => id)
  expect(await row('yes')).toEqual([real.contact_id])
  expect(await row('no')).toEqual([other.contact_id])
  const file = await browser.request(
    'GET',
    `/api/integration/${integration_id}/contact-export?columns=verified`,
  )
  expect(file.body).toMatch(/^\ufeff"id","name","email","display_name","verified"\r?\n/)
  expect(file.body).toMatch(/,"Jana","","Jana","20\d\d-\d\d-\d\dT/)
})

test('many browsers in which somebody signs in at once are one person', async () => {
  const { come, people } = await workspace()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => come({ sub: 'A-1', email: 'jana@example.com' })),
  )
  expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(1)
  expect(await people()).toHaveLength(1)
})

test('a block is not shaken off by signing in, and who was erased begins anew', async () => {
  const { arrive, come, identify, token, askQuestion, query, browser, integration_id, read } =
    await workspace()
  const visitor = await arrive()
  await browser.call(blockContact, {
    integration_id,
    contact_id: visitor.contact_id,
    until: null,
    why: '',
  })
  const { contact_id } = await identify(visitor.browser, token({ sub: 'B-1' }))
  expect((await read(contact_id)).blocked).not.toBeNull()
  await expect(askQuestion(visitor.browser, 'Hello')).rejects.toMatchObject({ code: 'blocked' })

  const real = await come({ ...jana, name: 'Jana' })
  await askQuestion(real.browser, 'Hello')
  const file = await browser.request('GET', contactDataPath(integration_id, real.contact_id))
  const data = JSON.parse(strFromU8(unzipSync(file.rawPayload)['contact.json'] ?? new Uint8Array()))
  expect(data.contact).toMatchObject({ verified_by: 'jwt', email_verified_at: null })
  await browser.call(eraseContact, { integration_id, contact_id: real.contact_id })
  const anew = await come(jana)
  expect(anew.contact_id).not.toBe(real.contact_id)
  expect(await query(anew.browser)).toEqual([])
})
