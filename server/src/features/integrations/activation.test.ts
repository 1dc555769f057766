import { activateIntegration, createIntegration } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const activate = (id: string) => `/api/user-integration/activate/${id}`

test('S7.07 activation applies to this session, and the next session starts there', async () => {
  const { browser, integration, email, password } = await server.seed.integration()
  await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  const elsewhere = await server.signIn(email, password)
  await browser.call(activateIntegration, { integration_id: integration.id })
  expect((await server.me(browser)).active_integration?.id).toBe(integration.id)
  expect((await server.me(elsewhere)).active_integration?.name).toBe('Other')
  expect((await server.me(await server.signIn(email, password))).active_integration?.id).toBe(integration.id)
})

test('SEC-09 403: a link, a prefetch and another site can’t activate', async () => {
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

test('S9.01 404: a placeholder id and another user’s workspace aren’t activated', async () => {
  const { browser } = await server.seed.integration()
  const { integration } = await server.seed.integration()
  for (const id of ['abcd', integration.id]) {
    expect(
      (await browser.request('GET', activate(id), undefined, { 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(404)
  }
})
