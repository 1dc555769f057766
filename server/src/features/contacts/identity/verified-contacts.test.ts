import { describeVisitor, listContacts, listContactTimeline, updateContact } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { identityServer, jana, now_s } from './test/identity-server.ts'

const { server, workspace } = await identityServer()
afterAll(() => server[Symbol.asyncDispose]())

test('a signed identity is verified with its details, and a clock skew of a minute is tolerated', async () => {
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

test('a contact with only a signed address gets the id, and two ids stay two contacts', async () => {
  const { come, read, integration_id } = await workspace()
  const email = 'shared@example.com'
  const first = await come({ sub: 'before', email })
  // As stored by an earlier version.
  const key = [integration_id, first.contact_id]
  for (const statement of [
    `update contact_identity set external_id = null, email = '${email}' where integration_id = $1 and contact_id = $2`,
    'update contact set external_id = null, verified_claim_id = null where integration_id = $1 and id = $2',
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

test('an imported contact is matched by id or address at sign-in', async () => {
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

test('signed details can’t be changed by the visitor', async () => {
  const { come, read } = await workspace()
  const real = await come({ sub: 'A-1', name: 'Jana' })
  await real.browser.call(describeVisitor, {
    name: 'Somebody',
    email: 'typed@example.com',
    claimed_by: 'visitor',
  })
  expect(await read(real.contact_id)).toMatchObject({
    name: 'Jana',
    email: 'typed@example.com',
    email_verified_at: null,
    verified_by: 'jwt',
  })
})

test('verified contacts can be filtered and are marked in the export', async () => {
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
