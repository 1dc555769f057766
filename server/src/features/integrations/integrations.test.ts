import {
  activateIntegration,
  completeOnboarding,
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { isOwnHost } from './hosts.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const activate = (id: string) => `/api/user-integration/activate/${id}`

test('S7.03 the list carries a data array, oldest workspace first', async () => {
  const { browser } = await server.seed.user()
  for (const name of ['First', 'Second'])
    await browser.call(createIntegration, { name, url: 'https://x.example' })
  const reply = await browser.request('GET', '/api/integrations')
  expect(reply.json().data.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
})

test('422 S5.01 S8.01 an update without a public key is refused, and is no new workspace', async () => {
  const { browser } = await server.seed.integration()
  const fields = { name: 'Renamed', url: 'https://shop.example' }
  const reply = await browser.request('PUT', '/api/integration/', fields)
  expect([reply.statusCode, reply.json()]).toEqual([
    422,
    {
      code: 'invalid_input',
      message: 'Public key is required',
      errors: { public_key: ['Public key is required'] },
    },
  ])
  const sk = await browser.request('PUT', '/api/integration/?x=1', {}, { 'accept-language': 'sk' })
  expect([sk.statusCode, sk.json().message]).toEqual([422, 'Verejný kľúč je povinný'])
  expect((await server.browser().request('PUT', '/api/integration/', fields)).statusCode).toBe(401)
  const list = await browser.request('GET', '/api/integrations')
  expect(list.json().data.length).toBe(1)
})

test('S7.10 S3.01 a workspace is named by id or by public key', async () => {
  const { browser, integration } = await server.seed.integration()
  expect(await browser.call(getIntegration, { integration_id: integration.id })).toEqual(integration)
  expect(await browser.call(getIntegration, { integration_id: integration.public_key })).toEqual(integration)
})

test('S7.05 S7.06 it is renamed and deleted by public key; then it is gone for everybody', async () => {
  const { browser, integration } = await server.seed.integration()
  const key = { integration_id: integration.public_key }
  expect(
    await browser.call(updateIntegration, { ...key, name: 'Renamed', hosts: ['docs.shop.example'] }),
  ).toMatchObject({ name: 'Renamed', hosts: ['docs.shop.example'] })
  await browser.call(deleteIntegration, key)
  await expect(browser.call(getIntegration, key)).rejects.toMatchObject({ code: 'not_found' })
  expect(await server.me(browser)).toMatchObject({ integrations: [], active_integration: null })
})

test.each([
  [{ name: '', url: 'https://x.example' }, 'name'],
  [{ name: 'x'.repeat(81), url: 'https://x.example' }, 'name'],
  [{ name: 'Shop', url: 'shop' }, 'url'],
  [{ name: 'Shop', url: 'ftp://shop.example' }, 'url'],
  [{ name: 'Shop', url: 'https://user:secret@shop.example' }, 'url'],
])('S5.05 422: a workspace %o is refused on its field', async (input, field) => {
  const { browser } = await server.seed.user()
  await expect(browser.call(createIntegration, input)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [field]: [expect.any(String)] },
  })
  expect(await browser.call(listIntegrations, {})).toEqual([])
})

test('S7.08 onboarding is completed once and stays so', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { onboarded_at } = await browser.call(completeOnboarding, { integration_id })
  expect(onboarded_at).not.toBeNull()
  expect((await browser.call(completeOnboarding, { integration_id })).onboarded_at).toBe(onboarded_at)
})

test('S7.07 activation holds for this session, and the next session starts there', async () => {
  const { browser, integration, email, password } = await server.seed.integration()
  await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  const elsewhere = await server.signIn(email, password)
  await browser.call(activateIntegration, { integration_id: integration.id })
  expect((await server.me(browser)).active_integration?.id).toBe(integration.id)
  expect((await server.me(elsewhere)).active_integration?.name).toBe('Other')
  expect((await server.me(await server.signIn(email, password))).active_integration?.id).toBe(integration.id)
})

test('SEC-09 403: a link, a prefetch and another site activate nothing', async () => {
  const { browser, integration } = await server.seed.integration()
  const other = await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { 'sec-purpose': 'prefetch' },
    { accept: '*/*' },
  ]) {
    expect(
      (await browser.request('GET', activate(integration.id), undefined, headers as Record<string, string>))
        .statusCode,
    ).toBe(403)
  }
  expect((await server.me(browser)).active_integration?.id).toBe(other.id)
})

test('S9.01 404: a placeholder id and a stranger’s workspace are not activated', async () => {
  const { browser } = await server.seed.integration()
  const { integration } = await server.seed.integration()
  for (const id of ['abcd', integration.id]) {
    expect(
      (await browser.request('GET', activate(id), undefined, { 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(404)
  }
})

test('403: a role too low is told so in its own workspace', async () => {
  const { integration_id } = await server.seed.integration()
  const viewer = await server.seed.member(integration_id, 'viewer')
  const admin = await server.seed.member(integration_id, 'admin')
  await expect(
    viewer.browser.call(updateIntegration, { integration_id, name: 'Mine' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(admin.browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await admin.browser.call(updateIntegration, { integration_id, name: 'Ours' })
})

test.each([
  ['https://shop.example', [], 'https://www.shop.example/x', true],
  ['https://www.shop.example', [], 'https://docs.shop.example', true],
  ['https://shop.example', [], 'https://evilshop.example', false],
  ['https://shop.example', [], 'https://shop.example.evil.example', false],
  ['https://shop.example', ['help.other.example'], 'https://help.other.example', true],
  ['http://localhost:4000', [], 'http://localhost:5000', true],
  ['https://shop.example', ['localhost:4100'], 'http://localhost:4100', true],
  ['https://shop.example', ['localhost:4100'], 'http://localhost:4200', false],
])('a workspace at %s with added hosts %o owns %s: %s', (url, hosts, address, isOwn) => {
  expect(isOwnHost({ url, hosts }, new URL(address))).toBe(isOwn)
})
