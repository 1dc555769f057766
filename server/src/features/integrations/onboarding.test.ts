import {
  completeOnboarding,
  getIntegration,
  dismissSetup,
  saveOnboardingStep,
  integrationChanged,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

test('S7.08 onboarding is completed once and stays completed', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { onboarded_at } = await browser.call(completeOnboarding, { integration_id })
  expect(onboarded_at).not.toBeNull()
  expect((await browser.call(completeOnboarding, { integration_id })).onboarded_at).toBe(onboarded_at)
})

test('S7.06 S7.08 an empty body needs no JSON, also with its content type', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const headers = {
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(browser.cookies.get('XSRF-TOKEN') ?? ''),
    'content-type': 'application/json',
  }
  const send = (method: 'POST' | 'DELETE', url: string) =>
    server.app.inject({ method, url, headers, payload: '' })
  const url = `/api/integration/${integration_id}`
  expect((await send('POST', `${url}/onboarding`)).statusCode).toBe(200)
  expect((await send('DELETE', url)).statusCode).toBe(200)
})

test('S2.02 the setup step is stored with the workspace, for members who can set it up', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const saved = async (who: Browser) => (await who.call(getIntegration, { integration_id })).onboarding_step
  expect(await saved(browser)).toBeNull()
  await browser.call(saveOnboardingStep, { integration_id, step: 'look' })
  const admin = await server.seed.member(integration_id, 'admin')
  expect(await saved(admin.browser)).toBe('look')
  expect((await server.me(admin.browser)).integrations[0]?.onboarding_step).toBe('look')
  const agent = await server.seed.member(integration_id, 'agent')
  const otherUser = await server.seed.integration()
  for (const [who, code] of [
    [agent, 'forbidden'],
    [otherUser, 'not_found'],
  ] as const)
    await expect(
      who.browser.call(saveOnboardingStep, { integration_id, step: 'team' }),
    ).rejects.toMatchObject({ code })
  const invalid = await browser.request('PUT', `/api/integration/${integration_id}/onboarding`, { step: 'x' })
  expect(invalid.statusCode).toBe(422)
  expect(await saved(browser)).toBe('look')
})

test('S7.08 finishing or skipping the setup keeps its checklist; dismissing it does so for everyone, with an event', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  expect((await browser.call(completeOnboarding, { integration_id })).setup_hidden_at).toBeNull()
  const events = server.watch(integrationChanged.channel({ integration_id }), integrationChanged.name)
  const { setup_hidden_at } = await admin.browser.call(dismissSetup, { integration_id })
  expect(setup_hidden_at).not.toBeNull()
  expect((await browser.call(getIntegration, { integration_id })).setup_hidden_at).toBe(setup_hidden_at)
  expect((await browser.call(dismissSetup, { integration_id })).setup_hidden_at).toBe(setup_hidden_at)
  await server.eventually(() => (events.length > 0 ? true : undefined))
  expect(events).toHaveLength(1)
  const agent = await server.seed.member(integration_id, 'agent')
  await expect(agent.browser.call(dismissSetup, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const otherUser = await server.seed.integration()
  await expect(otherUser.browser.call(dismissSetup, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
