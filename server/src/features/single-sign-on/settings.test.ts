import { randomUUID } from 'node:crypto'
import {
  addSsoDomain,
  changeRole,
  createCustomRole,
  getSingleSignOn,
  listAuditEntries,
  removeSsoDomain,
  ssoDomainsMax,
  updateSingleSignOn,
  verifySsoDomain,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { invalid, ssoScene } from './test/sso-scene.ts'

const { dns, provider, server, company } = await ssoScene()
const { client_secret } = provider

test('SEC-52 the secret is stored encrypted, never returned, and required again for another issuer', async () => {
  const { integration_id, browser: owner, domain } = await company()
  const { items } = await owner.call(listAuditEntries, { integration_id })
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'sso_changed', details: { fields: 'is_on issuer client_id client_secret' } },
    { action: 'sso_domain_verified', subject: domain },
  ])
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

test('403 only members who manage the team can see and change the settings; 404 in another workspace', async () => {
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

test('a domain is verified by its DNS record, belongs to one workspace, and isn’t a public one', async () => {
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
  // At once: one of them gets it.
  const shared = `${randomUUID()}.example.com`
  const both = await Promise.all(
    [one, two].map(async ({ browser, integration_id }) => {
      const { domains } = await browser.call(addSsoDomain, { integration_id, name: shared })
      const added = domains.find((domain) => domain.name === shared)
      return { browser, integration_id, domain_id: added?.id ?? '', token: added?.token ?? '' }
    }),
  )
  dns.records.set(
    `_ozvi.${shared}`,
    both.map(({ token }) => token),
  )
  const outcomes = await Promise.allSettled(
    both.map(({ browser, ...domain }) => browser.call(verifySsoDomain, domain)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: invalid('name', 'Another workspace has already verified this domain.'),
  })
  for (const bad of ['com', 'co.uk', 'github.io', 'localhost', '127.0.0.1', 'a b.example', 'x@y.example', ''])
    await expect(
      one.browser.call(addSsoDomain, { integration_id: one.integration_id, name: bad }),
    ).rejects.toMatchObject(invalid('name'))
})

test('SEC-05 403: a domain isn’t verified by a member who loses the right during the lookup', async () => {
  const { integration_id, browser: owner } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  const name = `${randomUUID()}.example.com`
  const { domains } = await owner.call(addSsoDomain, { integration_id, name })
  const domain = { integration_id, domain_id: domains[0]?.id ?? '' }
  dns.records.set(`_ozvi.${name}`, [domains[0]?.token ?? ''])
  const verifyWhile = async (change: () => Promise<unknown>) => {
    const changed = Promise.withResolvers<void>()
    dns.beforeAnswer = () => {
      dns.beforeAnswer = () => changed.promise
      return change().then(() => changed.resolve(), changed.reject)
    }
    try {
      return await admin.browser.call(verifySsoDomain, domain)
    } finally {
      dns.beforeAnswer = async () => {}
      await changed.promise
    }
  }
  const roleOf = (more: object) => ({
    integration_id,
    user_id: admin.user.id,
    role: 'admin' as const,
    ...more,
  })
  const verified = async () => (await owner.call(getSingleSignOn, { integration_id })).domains[0]?.verified_at

  const custom = await owner.call(createCustomRole, {
    integration_id,
    name: 'Office',
    base_role: 'admin',
    withheld: ['contacts.erase'],
  })
  await owner.call(changeRole, roleOf({ custom_role_id: custom.id }))
  // Then everyone who signs in with an address of the domain would get more rights than the member has.
  await expect(
    verifyWhile(() => owner.call(updateSingleSignOn, { integration_id, default_role: 'admin' })),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await owner.call(changeRole, roleOf({}))
  await expect(verifyWhile(() => owner.call(changeRole, roleOf({ role: 'agent' })))).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await verified()).toBeNull()
  await owner.call(changeRole, roleOf({}))
  await expect(verifyWhile(() => owner.call(removeSsoDomain, domain))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test(`422 above ${ssoDomainsMax} domains, also for concurrent requests`, async () => {
  const { integration_id, browser } = await server.seed.integration()
  const add = (name: string) => browser.call(addSsoDomain, { integration_id, name })
  for (let n = 1; n < ssoDomainsMax; n++) await add(`d${n}-${randomUUID()}.example.com`)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => add(`last-${randomUUID()}.example.com`)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: invalid('name') })
  expect((await browser.call(getSingleSignOn, { integration_id })).domains).toHaveLength(ssoDomainsMax)
})
