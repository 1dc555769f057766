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

const json = 'application/json'
const html = 'text/html,*/*;q=0.8'
/** What browsers send with requests that the app's own code didn't start. */
const foreign: Record<string, Record<string, string>> = {
  'a link of another site': { accept: html, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  'an image of another site': {
    accept: 'image/*',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'image',
  },
  'a script of another site': { accept: json, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  'a script of a subdomain': { accept: json, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  'a link of our own': { accept: json, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  'an address that was entered': { accept: html, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  'a prefetch': { accept: json, 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  'a link in an old browser': { accept: html },
  'an image in an old browser': { accept: '*/*' },
}
test('SEC-09 403: only a call of the app activates; links, images, prefetches and other sites don’t', async () => {
  const { browser, integration } = await server.seed.integration()
  const other = await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  const ask = async (headers: Record<string, string>) =>
    (await browser.request('GET', activate(integration.id), undefined, headers)).statusCode
  for (const [what, headers] of Object.entries(foreign)) expect(await ask(headers), what).toBe(403)
  expect((await server.me(browser)).active_integration?.id).toBe(other.id)
  expect(await ask({ accept: json, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200)
  expect((await server.me(browser)).active_integration?.id).toBe(integration.id)
})

test('S9.01 SEC-09 404: a placeholder id and another user’s workspace aren’t activated', async () => {
  const { browser } = await server.seed.integration()
  const { integration } = await server.seed.integration()
  for (const id of ['abcd', integration.id]) {
    expect(
      (await browser.request('GET', activate(id), undefined, { 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(404)
  }
})
