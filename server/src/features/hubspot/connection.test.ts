import {
  connectHubspot,
  disconnectHubspot,
  getHubspot,
  type Hubspot,
  listAuditEntries,
  minute_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { withToken } from './tokens.ts'
import { createHubspotClient, HubspotError } from './client.ts'
import { deleteDueWorkspacesJob } from '#features/integrations'
import { revokeJob } from './jobs.ts'
import { hubspotScene } from './test/hubspot-scene.ts'

const { hubspot, server, startBare, startBilled, authorize, connected } = await hubspotScene()
const bare = await startBare()
const billed = await startBilled()

test('S1.04 a member connects HubSpot and the connection shows the account', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(`presence-integration.${integration_id}`, 'HubspotChanged')
  const { url, code, state } = await authorize(browser, integration_id)
  const asked = new URL(url)
  expect(asked.pathname).toBe('/oauth/authorize')
  expect(asked.searchParams.get('scope')?.split(' ')).toEqual([
    'oauth',
    'crm.objects.contacts.read',
    'crm.objects.contacts.write',
    'crm.schemas.contacts.read',
    'crm.objects.companies.read',
    'crm.objects.owners.read',
  ])
  const before = await browser.call(getHubspot, { integration_id })
  expect(before).toMatchObject({ is_available: true, status: 'disconnected', version: 0 })
  const after = await browser.call(connectHubspot, { integration_id, code, state })
  expect(after).toMatchObject({ status: 'connected', account: 'shop.example', connected_by: 'Eva Nováková' })
  await server.eventually(() => events.at(-1))
  // The event's data, as its schema has it.
  expect(events.at(-1)?.data as Hubspot).toEqual(await browser.call(getHubspot, { integration_id }))
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'hubspot_connected', subject: 'shop.example' })
})

test('SEC-38 422: a missing, unknown, used or expired state, or one of another session, stores no token', async () => {
  const { browser, integration_id, email, password } = await server.seed.integration()
  const { code, state } = await authorize(browser, integration_id)
  const attempt = (by: Browser, input: object) =>
    by.request('POST', `/api/integration/${integration_id}/hubspot/connection`, input)
  const elsewhere = await server.signIn(email, password)
  for (const reply of [
    await attempt(browser, { code }),
    await attempt(browser, { code, state: `${integration_id}.${'x'.repeat(32)}` }),
    await attempt(elsewhere, { code, state }),
    await server.later(11 * minute_ms, () => attempt(browser, { code, state })),
  ]) {
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual(['state'])
  }
  expect((await browser.call(getHubspot, { integration_id })).status).toBe('disconnected')
  expect((await attempt(browser, { code, state })).statusCode).toBe(200)
  const again = await authorize(browser, integration_id)
  expect((await attempt(browser, { code: again.code, state })).statusCode).toBe(422)
})

test('SEC-38 403: an agent can’t connect or disconnect, and a lost right is checked again', async () => {
  const { integration_id } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  const agent = await server.seed.member(integration_id, 'agent')
  const { code, state } = await authorize(admin.browser, integration_id)
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('member')
      .set({ role: 'agent' })
      .where('integration_id', '=', integration_id)
      .where('user_id', '=', admin.user.id)
      .execute(),
  )
  const path = `/api/integration/${integration_id}/hubspot`
  for (const [browser, address, body] of [
    [admin.browser, `${path}/connection`, { code, state }],
    [agent.browser, `${path}/authorization`, {}],
    [agent.browser, `${path}/disconnection`, {}],
  ] as const)
    expect((await browser.request('POST', address, body)).statusCode).toBe(403)
  expect((await agent.browser.call(getHubspot, { integration_id })).status).toBe('disconnected')
})

test('S2.19 SEC-38 the callback changes nothing, and only redirects to the settings page of the workspace', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { code, state } = await authorize(browser, integration_id)
  const query = new URLSearchParams({ code, state }).toString()
  const reply = await browser.request('GET', `/api/hubspot/callback?${query}`)
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe(`/app/i/${integration_id}/settings/hubspot?${query}`)
  const denied = await browser.request('GET', `/api/hubspot/callback?error=access_denied&state=${state}`)
  expect(denied.headers.location).toBe(`/app/i/${integration_id}/settings/hubspot?error=denied`)
  for (const hostile of ['//evil.example/', '/../..', `${integration_id}.x`, '\r\nx: y'])
    expect(
      (await browser.request('GET', `/api/hubspot/callback?code=x&state=${encodeURIComponent(hostile)}`))
        .headers.location,
    ).toBe('/app')
  expect((await browser.call(getHubspot, { integration_id })).status).toBe('disconnected')
})

test('422: a code that HubSpot rejects shows an error, and the state is used up', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { state } = await authorize(browser, integration_id)
  const path = `/api/integration/${integration_id}/hubspot/connection`
  const reply = await browser.request('POST', path, { code: 'forged', state })
  expect(reply.statusCode).toBe(422)
  expect(reply.json<{ errors: object }>().errors).toEqual({
    code: ['HubSpot didn’t accept the authorization. Connect again.'],
  })
})

test('SEC-39 tokens are stored encrypted, and disconnecting deletes and revokes them', async () => {
  const { browser, integration_id } = await connected()
  const secrets = [...hubspot.refreshTokens, ...hubspot.accessTokens]
  const row = await server.ctx.db
    .selectFrom('hubspot_connection')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  for (const secret of secrets) {
    expect(row.access_token_sealed.includes(secret)).toBe(false)
    expect(row.refresh_token_sealed.includes(secret)).toBe(false)
    expect(JSON.stringify(row)).not.toContain(secret)
  }
  const valid = hubspot.refreshTokens.size
  const after = await browser.call(disconnectHubspot, { integration_id })
  expect(after).toMatchObject({ status: 'disconnected', account: null })
  await server.eventually(() => hubspot.refreshTokens.size === valid - 1 || undefined)
  await server.eventually(
    async () =>
      (await server.ctx.db.selectFrom('hubspot_revocation').selectAll().execute()).length === 0 || undefined,
  )
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'hubspot_disconnected', subject: 'shop.example' })
})

const revocations = () => server.ctx.db.selectFrom('hubspot_revocation').selectAll().execute()

test('SEC-39 connecting again revokes the token that it replaces, unless HubSpot returns the same one', async () => {
  const before = new Set(hubspot.refreshTokens)
  const { browser, integration_id } = await connected()
  const reconnect = async () => {
    const { code, state } = await authorize(browser, integration_id)
    await browser.call(connectHubspot, { integration_id, code, state })
    await server.eventually(async () => (await revocations()).length === 0 || undefined)
    return [...hubspot.refreshTokens].filter((token) => !before.has(token))
  }
  const [first] = [...hubspot.refreshTokens].filter((token) => !before.has(token))
  const [second, ...others] = await reconnect()
  expect(others).toEqual([])
  expect(second).not.toBe(first)
  hubspot.nextRefreshToken = second
  expect(await reconnect()).toEqual([second])
  await server.later(31 * minute_ms, () => describe(integration_id))
  expect(await browser.call(getHubspot, { integration_id })).toMatchObject({ status: 'connected' })
})

test('SEC-39 a refresh that ends after a member has connected again keeps the new token', async () => {
  const { browser, integration_id } = await connected()
  const { code, state } = await authorize(browser, integration_id)
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('hubspot_connection')
      .set({ access_expires_at: new Date().toISOString() })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  const refreshing = {
    ...client(),
    async refresh(): Promise<never> {
      await browser.call(connectHubspot, { integration_id, code, state })
      throw new HubspotError('revoked', 'BAD_REFRESH_TOKEN')
    },
  }
  const used = withToken(server.ctx, refreshing, integration_id, (token) => client().describe(token))
  expect(await used).toMatchObject({ account: 'shop.example' })
  expect(await browser.call(getHubspot, { integration_id })).toMatchObject({ status: 'connected' })
})

test('SEC-39 deleting the workspace revokes its token', async () => {
  const { integration_id } = await connected()
  const valid = hubspot.refreshTokens.size
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('integration')
      .set({ deletes_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', integration_id)
      .execute(),
  )
  await server.ctx.transaction((tx) => tx.enqueue(deleteDueWorkspacesJob, {}))
  await server.eventually(
    async () =>
      (await server.ctx.db.selectFrom('hubspot_revocation').selectAll().execute()).length === 1 || undefined,
  )
  await server.ctx.transaction((tx) => tx.enqueue(revokeJob, {}))
  await server.eventually(() => hubspot.refreshTokens.size === valid - 1 || undefined)
})

const client = () => {
  const { hubspot: app } = server.config
  if (!app) throw new Error('The test server has a HubSpot app')
  return createHubspotClient(app)
}
const describe = (integration_id: string) =>
  withToken(server.ctx, client(), integration_id, (token) => client().describe(token))

test('REL-24 an expired token is refreshed once, however many requests need it', async () => {
  const { integration_id } = await connected()
  hubspot.refreshes = 0
  await server.later(31 * minute_ms, async () => {
    const accounts = await Promise.all(Array.from({ length: 12 }, () => describe(integration_id)))
    expect(accounts.map(({ account }) => account)).toEqual(Array(12).fill('shop.example'))
  })
  expect(hubspot.refreshes).toBe(1)
})

test('REL-24 a revoked token requires a new connection, isn’t retried, and is never a 401 to the browser', async () => {
  const { browser, integration_id } = await connected()
  hubspot.revokeAll()
  const attempt = () =>
    server.later(31 * minute_ms, () =>
      describe(integration_id).catch((error: unknown) =>
        error instanceof HubspotError ? error.failure : error,
      ),
    )
  expect(await attempt()).toBe('revoked')
  expect(await browser.call(getHubspot, { integration_id })).toMatchObject({ status: 'reconnect_needed' })
  const calls = hubspot.calls.length
  expect(await attempt()).toBe('revoked')
  expect(hubspot.calls).toHaveLength(calls)
  hubspot.fault = () => ({ status: 401 })
  const { code, state } = await authorize(browser, integration_id)
  const path = `/api/integration/${integration_id}/hubspot/connection`
  expect((await browser.request('POST', path, { code, state })).statusCode).toBe(422)
})

test('404: another workspace’s connection is not found', async () => {
  const { integration_id } = await connected()
  const other = await server.seed.integration()
  for (const [method, part] of [
    ['GET', ''],
    ['POST', '/authorization'],
    ['POST', '/disconnection'],
  ] as const)
    expect(
      (await other.browser.request(method, `/api/integration/${integration_id}/hubspot${part}`)).statusCode,
    ).toBe(404)
})

test('422: without app credentials nothing can be connected', async () => {
  const { browser, integration_id } = await bare.seed.integration()
  expect(await browser.call(getHubspot, { integration_id })).toMatchObject({ is_available: false })
  const reply = await browser.request('POST', `/api/integration/${integration_id}/hubspot/authorization`)
  expect(reply.statusCode).toBe(422)
})

test('402: a plan without HubSpot can’t connect, sync or change it, only turn it off', async () => {
  const { browser, integration_id } = await billed.seed.integration()
  await billed.ctx.transaction((tx) =>
    tx.deleteFrom('subscription').where('integration_id', '=', integration_id).execute(),
  )
  for (const [method, part, body, status] of [
    ['POST', 'authorization', {}, 402],
    ['POST', 'connection', { code: 'x', state: 'x' }, 402],
    ['POST', 'dry-run', {}, 402],
    ['POST', 'sync', {}, 402],
    ['PUT', 'mapping', { mapping: [] }, 402],
    ['PUT', 'mapping', { is_automatic: true }, 402],
    ['PUT', 'mapping', { is_automatic: false }, 200],
    ['PUT', 'settings', { sends_notes: true }, 402],
    ['PUT', 'settings', { sends_tickets: true }, 402],
    ['PUT', 'settings', { sends_notes: false, sends_tickets: false }, 200],
  ] as const) {
    const path = `/api/integration/${integration_id}/hubspot/${part}`
    expect([path, body, (await browser.request(method, path, body)).statusCode]).toEqual([path, body, status])
  }
})
