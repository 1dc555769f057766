import {
  confirmIdentity,
  deletionGraceDays,
  createIntegration,
  deleteIntegration,
  getHours,
  getIntegration,
  integrationChanged,
  listIntegrations,
  updateHours,
  updateIntegration,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { isOwnHost } from './hosts.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

test('S7.03 the list has a data array, oldest workspace first', async () => {
  const { browser } = await server.seed.user()
  for (const name of ['First', 'Second'])
    await browser.call(createIntegration, { name, url: 'https://x.example' })
  const reply = await browser.request('GET', '/api/integrations')
  expect(reply.json().data.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
})

test('422 S5.01 S8.01 an update without a public key is rejected and creates nothing', async () => {
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

test('S7.10 S3.01 a workspace is found by id or by public key', async () => {
  const { browser, integration } = await server.seed.integration()
  expect(await browser.call(getIntegration, { integration_id: integration.id })).toEqual(integration)
  expect(await browser.call(getIntegration, { integration_id: integration.public_key })).toEqual(integration)
})

test('S3.01 a workspace includes its members on request', async () => {
  const { browser, integration, user } = await server.seed.integration()
  const { id: integration_id } = integration
  const jan = await server.seed.member(integration_id, 'agent')
  const { members, ...plain } = await browser.call(getIntegration, { integration_id, with: 'members' })
  expect(plain).toEqual(integration)
  expect(members).toEqual([
    { id: user.id, name: user.name, avatar: null, role: 'owner' },
    { id: jan.user.id, name: jan.user.name, avatar: null, role: 'agent' },
  ])
  expect(await browser.call(getIntegration, { integration_id })).not.toHaveProperty('members')
})
test('422 S3.01 nothing but the members can be included; other users get a 404', async () => {
  const { browser, integration } = await server.seed.integration()
  const path = `/api/integration/${integration.id}`
  const reply = await browser.request('GET', `${path}?with=secrets`)
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['with']])
  const otherUser = await server.seed.integration()
  expect((await otherUser.browser.request('GET', `${path}?with=members`)).statusCode).toBe(404)
})

test.each([
  [{ name: '', url: 'https://x.example' }, 'name'],
  [{ name: 'x'.repeat(81), url: 'https://x.example' }, 'name'],
  [{ name: 'Shop', url: 'shop' }, 'url'],
  [{ name: 'Shop', url: 'ftp://shop.example' }, 'url'],
  [{ name: 'Shop', url: 'https://user:secret@shop.example' }, 'url'],
])('S5.05 422: a workspace %o is rejected at its field', async (input, field) => {
  const { browser } = await server.seed.user()
  await expect(browser.call(createIntegration, input)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [field]: [expect.any(String)] },
  })
  expect(await browser.call(listIntegrations, {})).toEqual([])
})

test('S5.05 a workspace’s name of 80 characters is accepted', async () => {
  const { browser } = await server.seed.user()
  const name = 'x'.repeat(80)
  expect(await browser.call(createIntegration, { name, url: 'https://shop.example' })).toMatchObject({ name })
})

test('403: a role without the right is rejected in its own workspace', async () => {
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

test('old state + events = new state: a chat has at least one language, and one of them is the default', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const key = { integration_id }
  const events = server.watch(integrationChanged.channel(key), integrationChanged.name)
  expect(integration).toMatchObject({ locale: 'en', locales: ['en', 'sk'] })
  const errorsOf = async (input: object) => {
    const reply = await browser.request('PUT', `/api/integration/${integration_id}`, input)
    return [reply.statusCode, reply.json().errors]
  }
  expect(await errorsOf({ locales: [] })).toEqual([422, { locales: ['Choose at least one language.'] }])
  const notOffered = [422, { locale: ['Choose one of the chat languages.'] }]
  expect(await errorsOf({ locales: ['sk'] })).toEqual(notOffered)
  await browser.call(updateIntegration, { ...key, locales: ['sk', 'sk'], locale: 'sk' })
  expect(await errorsOf({ locale: 'en' })).toEqual(notOffered)
  await browser.call(updateIntegration, { ...key, name: 'Renamed' })
  expect(await browser.call(getIntegration, key)).toMatchObject({
    locale: 'sk',
    locales: ['sk'],
    name: 'Renamed',
  })
  expect(events.map(({ data }) => data)).toEqual([key, key])
})

test('S9.04 a workspace has its creator’s time zone until it is changed; hours and emails use it, in en as in en-US', async () => {
  const { browser, email, password } = await server.seed.user()
  const make = (more: object) =>
    browser.call(createIntegration, { name: 'Kiritimati', url: 'https://shop.example', ...more })
  expect(await make({})).toMatchObject({ time_zone: 'UTC' })
  expect(await make({ time_zone: 'Mars/Olympus' })).toMatchObject({ time_zone: 'UTC' })
  const { id: integration_id, time_zone } = await make({ time_zone: 'America/Adak' })
  expect(time_zone).toBe('America/Adak')
  expect(await browser.call(getHours, { integration_id })).toMatchObject({ time_zone: 'America/Adak' })
  await browser.call(updateIntegration, { integration_id, time_zone: 'Pacific/Kiritimati' })
  expect(await browser.call(getIntegration, { integration_id })).toMatchObject({
    time_zone: 'Pacific/Kiritimati',
  })
  await browser.call(updateHours, { integration_id, is_on: true })
  expect(await browser.call(getHours, { integration_id })).toMatchObject({ time_zone: 'Pacific/Kiritimati' })
  const reply = await browser.request('PUT', `/api/integration/${integration_id}`, { time_zone: 'Nowhere' })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['time_zone']])
  // At noon in London the next day has started there.
  const noon = (Math.floor(Date.now() / day_ms) + 1.5) * day_ms
  await server.later(noon - Date.now(), async () => {
    browser.cookies.delete('XSRF-TOKEN')
    await browser.call(confirmIdentity, { password })
    await browser.call(deleteIntegration, { integration_id })
  })
  const mail = await server.eventually(async () =>
    (await server.mailbox.list()).find(({ to, text }) => to === email && text.includes('Kiritimati')),
  )
  const day = new Date(noon + (deletionGraceDays + 1) * day_ms)
  expect(mail.text).toMatch(/On [A-Z][a-z]+ \d{1,2}, \d{4} it will be /)
  expect(mail.text).toContain(
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day),
  )
})
