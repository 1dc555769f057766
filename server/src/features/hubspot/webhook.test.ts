import {
  getContact,
  hubspotWebhookPath,
  listHubspotChanges,
  updateHubspotMapping,
  type HubspotChange,
  minute_ms,
} from '@ozvi/contract'
import { beforeEach, expect, test } from 'vitest'
import { seeded } from '../../../test/chaos/seed.ts'
import type { Browser } from '../../../test/server.ts'
import { automaticJob } from './jobs.ts'
import { hubspotScene } from './test/hubspot-scene.ts'

const { hubspot, server, startBare, startBilled, connected } = await hubspotScene()
const bare = await startBare()
const billed = await startBilled()
/** Each test has the account to itself. */
beforeEach(async () => {
  await server.ctx.transaction((tx) => tx.deleteFrom('hubspot_connection').execute())
})
const url = `${server.config.app_url}${hubspotWebhookPath}`
const post = ({ app }: Browser, { body, headers }: { body: string; headers: Record<string, string> }) =>
  app.inject({ method: 'POST', url: hubspotWebhookPath, body, headers })
const changed = (id: string, propertyName = 'phone') => ({
  subscriptionType: 'contact.propertyChange',
  objectId: Number(id),
  propertyName,
  propertyValue: 'not read',
})

async function synced() {
  const workspace = await connected()
  const { browser, integration_id, dryRun, sync, importContacts } = workspace
  const [ada, bob] = await importContacts([
    { name: 'Ada', email: 'ada@shop.example' },
    { name: 'Bob', email: 'bob@shop.example' },
  ])
  await dryRun()
  await sync()
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: true })
  const idOf = (email: string) => hubspot.crm.byEmail(email)?.id ?? ''
  const contact = (contact_id = '') => browser.call(getContact, { integration_id, contact_id })
  return {
    ...workspace,
    contact,
    ada: { id: ada?.id ?? '', hubspot_id: idOf('ada@shop.example') },
    bob: { id: bob?.id ?? '', hubspot_id: idOf('bob@shop.example') },
    ledger: () => browser.call(listHubspotChanges, { integration_id }),
    announce: (...events: object[]) => post(browser, hubspot.delivery(url, events)),
    /** Until everything announced was looked at. */
    settled: () =>
      server.eventually(
        async () =>
          (await server.ctx.db.selectFrom('hubspot_pending').selectAll().execute()).length === 0 || undefined,
      ),
  }
}
const linkOf = (integration_id: string, contact_id: string) =>
  server.ctx.db
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['base', 'ended_as'])
    .executeTakeFirstOrThrow()
const reasons = (ledger: HubspotChange[], contact_id: string) =>
  ledger.flatMap((entry) => (entry.contact_id === contact_id && entry.reason ? [entry.reason] : []))

test('a change, a new contact and a deletion in HubSpot are synced when it announces them', async () => {
  const { contact, contacts, ada, bob, announce, settled, ledger, sync } = await synced()
  hubspot.crm.update('contacts', ada.hubspot_id, { phone: '7' })
  const fresh = hubspot.crm.create('contacts', {
    properties: { email: 'new@shop.example', firstname: 'New' },
  })
  hubspot.crm.archive('contacts', bob.hubspot_id)
  const reply = await announce(
    changed(ada.hubspot_id),
    { subscriptionType: 'contact.creation', objectId: Number(fresh.id) },
    { subscriptionType: 'contact.deletion', objectId: Number(bob.hubspot_id) },
  )
  expect(reply.statusCode).toBe(200)
  await settled()
  await server.eventually(async () => (await contact(ada.id)).phone === '7' || undefined)
  expect((await contacts()).map(({ email }) => email)).toEqual([
    'ada@shop.example',
    'bob@shop.example',
    'new@shop.example',
  ])
  expect(reasons(await ledger(), bob.id)).toEqual(['deleted_in_hubspot'])
  // A later sync creates none of them again, and a restored contact is synced again.
  expect(await sync()).toMatchObject({ created_in: 0, created_out: 0, updated_in: 0, updated_out: 0 })
  hubspot.crm.restore('contacts', bob.hubspot_id)
  hubspot.crm.update('contacts', bob.hubspot_id, { city: 'Nitra' })
  await announce({ subscriptionType: 'contact.restore', objectId: Number(bob.hubspot_id) })
  await server.eventually(async () => (await contact(bob.id)).city === 'Nitra' || undefined)
})

test('REL-24 repeated and reordered events result in HubSpot’s state', async () => {
  const { contact, contacts, ada, announce, settled } = await synced()
  const { id } = hubspot.crm.create('contacts', { properties: { email: 'new@shop.example', phone: '1' } })
  hubspot.crm.update('contacts', id, { phone: '2' })
  hubspot.crm.update('contacts', ada.hubspot_id, { phone: '9' })
  const delivery = [
    { subscriptionType: 'contact.deletion', objectId: Number(ada.hubspot_id) },
    changed(id),
    { subscriptionType: 'contact.creation', objectId: Number(id) },
    changed(ada.hubspot_id),
  ]
  const replies = await Promise.all([
    announce(...delivery),
    announce(...delivery),
    announce(...delivery.toReversed()),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await settled()
  await server.eventually(async () => (await contact(ada.id)).phone === '9' || undefined)
  expect((await contacts()).map(({ email, phone }) => [email, phone])).toEqual([
    ['ada@shop.example', '9'],
    ['bob@shop.example', null],
    ['new@shop.example', '2'],
  ])
})

test('contacts that are merged in HubSpot stay two, and the surviving record belongs to one of them', async () => {
  const { contact, ada, bob, announce, settled, ledger, sync, contacts } = await synced()
  hubspot.crm.merge('contacts', ada.hubspot_id, bob.hubspot_id)
  hubspot.crm.update('contacts', ada.hubspot_id, { phone: '5' })
  await announce({
    subscriptionType: 'contact.merge',
    primaryObjectId: Number(ada.hubspot_id),
    mergedObjectIds: [Number(bob.hubspot_id)],
    newObjectId: Number(ada.hubspot_id),
  })
  await settled()
  await server.eventually(async () => (await contact(ada.id)).phone === '5' || undefined)
  expect(reasons(await ledger(), bob.id)).toEqual(['merged_in_hubspot'])
  // A new record can survive as well: it belongs to the contact of the first one.
  const survivor = hubspot.crm.create('contacts', {
    properties: { email: 'both@shop.example', city: 'Nitra' },
  })
  hubspot.crm.merge('contacts', survivor.id, ada.hubspot_id)
  await announce({
    subscriptionType: 'contact.merge',
    primaryObjectId: Number(ada.hubspot_id),
    mergedObjectIds: [],
    newObjectId: Number(survivor.id),
  })
  await server.eventually(async () => (await contact(ada.id)).city === 'Nitra' || undefined)
  expect(await sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect(await contacts()).toHaveLength(2)
})

test('when contacts are merged into a new record, it belongs to the contact of the first one', async () => {
  const { contact, ada, bob, announce, ledger } = await synced()
  const { id } = hubspot.crm.create('contacts', { properties: { email: 'both@shop.example', city: 'Nitra' } })
  for (const merged of [ada, bob]) hubspot.crm.merge('contacts', id, merged.hubspot_id)
  const [first, second] = [ada, bob].toSorted((a, b) => b.hubspot_id.localeCompare(a.hubspot_id))
  await announce({
    subscriptionType: 'contact.merge',
    primaryObjectId: Number(first?.hubspot_id),
    mergedObjectIds: [Number(second?.hubspot_id)],
    newObjectId: Number(id),
  })
  await server.eventually(async () => (await contact(first?.id)).city === 'Nitra' || undefined)
  expect(reasons(await ledger(), second?.id ?? '')).toEqual(['merged_in_hubspot'])
})

test('a privacy deletion ends the sync and removes the synced values', async () => {
  const { browser, integration_id, ada, announce, settled, ledger, sync, contact } = await synced()
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: false })
  hubspot.crm.erase('contacts', ada.hubspot_id)
  await announce({ subscriptionType: 'contact.privacyDeletion', objectId: Number(ada.hubspot_id) })
  await settled()
  const entries = await server.eventually(async () => {
    const found = (await ledger()).filter(({ contact_id }) => contact_id === ada.id)
    return found[0]?.reason === 'erased_in_hubspot' ? found : undefined
  })
  expect(entries).toHaveLength(1)
  expect(await linkOf(integration_id, ada.id)).toEqual({ base: {}, ended_as: 'erased' })
  // The person isn't created in HubSpot again, and the contact stays.
  expect(await sync()).toMatchObject({ created_out: 0 })
  expect(hubspot.crm.byEmail('ada@shop.example')).toBeUndefined()
  expect((await contact(ada.id)).email).toBe('ada@shop.example')
})

test('a privacy deletion applies while HubSpot still returns the contact, and after reconnecting', async () => {
  const { browser, integration_id, ada, announce, settled, ledger, sync } = await synced()
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: false })
  const setStatus = (status: 'connected' | 'reconnect_needed') =>
    server.ctx.transaction((tx) =>
      tx
        .updateTable('hubspot_connection')
        .set({ status })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
  await setStatus('reconnect_needed')
  await announce(changed(ada.hubspot_id), {
    subscriptionType: 'contact.privacyDeletion',
    objectId: Number(ada.hubspot_id),
  })
  await setStatus('connected')
  await server.ctx.transaction((tx) => tx.enqueue(automaticJob, {}))
  await settled()
  expect(reasons(await ledger(), ada.id)).toEqual(['erased_in_hubspot'])
  hubspot.crm.update('contacts', ada.hubspot_id, { phone: '7' })
  expect(await sync()).toMatchObject({ updated_in: 0 })
  expect(await linkOf(integration_id, ada.id)).toEqual({ base: {}, ended_as: 'erased' })
})

test('without the plan a merge in HubSpot is followed without requests', async () => {
  const { integration_id, browser, dryRun, importContacts, sync } = await connected(billed)
  const [ada] = await importContacts([{ name: 'Ada', email: 'ada@shop.example' }])
  await dryRun()
  await sync()
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: true })
  await billed.ctx.transaction((tx) => tx.deleteFrom('subscription').execute())
  hubspot.calls.length = 0
  const { id } = hubspot.crm.byEmail('ada@shop.example') ?? { id: '' }
  const merge = { subscriptionType: 'contact.merge', primaryObjectId: 999, mergedObjectIds: [Number(id)] }
  const address = `${billed.config.app_url}${hubspotWebhookPath}`
  expect((await post(browser, hubspot.delivery(address, [merge]))).statusCode).toBe(200)
  const link = () =>
    billed.ctx.db
      .selectFrom('hubspot_contact')
      .where('contact_id', '=', ada?.id ?? '')
      .select('hubspot_id')
  await server.eventually(async () => (await link().executeTakeFirst())?.hubspot_id === '999' || undefined)
  await server.eventually(
    async () =>
      (await billed.ctx.db.selectFrom('hubspot_pending').selectAll().execute()).length === 0 || undefined,
  )
  expect(hubspot.calls).toEqual([])
})

test('400: a forged, altered, unsigned or old request is rejected', async () => {
  const { browser, ada } = await synced()
  const signed = hubspot.delivery(url, [changed(ada.hubspot_id)])
  const old = Date.now() - 6 * minute_ms
  for (const request of [
    { ...signed, headers: { 'content-type': 'application/json' } },
    { ...signed, body: signed.body.replace(ada.hubspot_id, '999') },
    { ...signed, headers: { ...signed.headers, 'x-hubspot-request-timestamp': String(Date.now() + 1000) } },
    { ...signed, headers: { ...signed.headers, 'x-hubspot-request-timestamp': '1e99' } },
    { ...signed, headers: { ...signed.headers, 'x-hubspot-signature-v3': 'é'.repeat(32) } },
    hubspot.delivery(url, [changed(ada.hubspot_id)], { secret: 'another' }),
    hubspot.delivery(url, [changed(ada.hubspot_id)], { timestamp: old }),
    hubspot.delivery(url, [changed(ada.hubspot_id)], { timestamp: Date.now() + 6 * minute_ms }),
    hubspot.delivery('https://evil.example/api/hubspot/webhook', [changed(ada.hubspot_id)]),
  ])
    expect((await post(browser, request)).statusCode).toBe(400)
  expect(await server.ctx.db.selectFrom('hubspot_pending').selectAll().execute()).toEqual([])
  expect((await post(browser, signed)).statusCode).toBe(200)
  expect((await bare.app.inject({ method: 'POST', url: hubspotWebhookPath, ...signed })).statusCode).toBe(404)
})

test('hostile and unknown events are ignored', async () => {
  const { announce, settled, contacts, sync } = await synced()
  const calls = hubspot.calls.length
  for (const events of [
    [{ subscriptionType: 'contact.creation', objectId: "1' or 1=1 --" }],
    [{ subscriptionType: 'contact.creation', objectId: -1 }, { subscriptionType: 'contact.creation' }],
    [{ subscriptionType: 'company.creation', objectId: 1 }, changed('1', '__proto__')],
    [{ subscriptionType: 'contact.merge', primaryObjectId: 1, mergedObjectIds: [1, 1] }],
    [{ subscriptionType: 'contact.creation', objectId: 1, portalId: 1 }],
    [null as unknown as object, [] as unknown as object],
  ])
    expect((await announce(...events)).statusCode).toBe(200)
  await settled()
  expect(hubspot.calls).toHaveLength(calls)
  // A record that doesn't exist changes nothing.
  await announce({ subscriptionType: 'contact.creation', objectId: 999_999 })
  await settled()
  expect(await contacts()).toHaveLength(2)
  expect(await sync()).toMatchObject({ status: 'done', created_in: 0 })
})

test('400 for each of 300 altered signatures, timestamps and bodies; nothing is queued', async () => {
  const { browser, ada } = await synced()
  const signed = hubspot.delivery(url, [changed(ada.hubspot_id)])
  const random = seeded(11)
  const altered = (text: string) => {
    // The last characters of base64 have bits that don’t count.
    const at = Math.floor(random() * (text.length - 2))
    return text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
  }
  const names = ['x-hubspot-signature-v3', 'x-hubspot-request-timestamp'] as const
  for (let n = 0; n < 300; n++) {
    const name = names[n % 3]
    const request = name
      ? { ...signed, headers: { ...signed.headers, [name]: altered(signed.headers[name] ?? '') } }
      : { ...signed, body: altered(signed.body) }
    expect((await post(browser, request)).statusCode).toBe(400)
  }
  expect(await server.ctx.db.selectFrom('hubspot_pending').selectAll().execute()).toEqual([])
})
