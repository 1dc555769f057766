import {
  disconnectHubspot,
  getContact,
  hubspotWebhookPath,
  listChosenHubspotProperties,
  listHubspotProperties,
  updateHubspotMapping,
  updateHubspotProperties,
  updateHubspotSettings,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { exportContact } from '../../../../test/contact-export.ts'
import { hasOverlap, transactions } from '../../../../test/during-transaction.ts'
import { syncJob } from '../jobs.ts'
import { markOutdated } from './properties-store.ts'
import { findConnection } from '../store.ts'
import { hubspotScene } from '../test/hubspot-scene.ts'

const { hubspot, server, connected } = await hubspotScene()
const url = `${server.config.app_url}${hubspotWebhookPath}`

/** A connected workspace with one synced contact. */
async function scene(properties: Record<string, string> = {}) {
  const workspace = await connected()
  const { browser, integration_id } = workspace
  const email = `ann-${crypto.randomUUID()}@example.com`
  const record = hubspot.crm.create('contacts', { properties: { email, firstname: 'Ann', ...properties } })
  await workspace.dryRun()
  await workspace.sync()
  const contact = (await workspace.contacts()).find((each) => each.email === email)!
  const choose = (names: string[]) =>
    browser.call(updateHubspotProperties, { integration_id, properties: names })
  const profile = () => browser.call(getContact, { integration_id, contact_id: contact.id })
  const shown = async () =>
    (await profile()).hubspot?.properties.map(({ label, value }) => `${label}: ${value}`)
  const stored = async () =>
    (
      await server.ctx.db
        .selectFrom('hubspot_contact')
        .where('integration_id', '=', integration_id)
        .where('contact_id', '=', contact.id)
        .select('properties')
        .executeTakeFirstOrThrow()
    ).properties
  return { ...workspace, record, contact, choose, profile, shown, stored }
}
type Scene = Awaited<ReturnType<typeof scene>>
async function eventually(read: () => Promise<unknown>, expected: unknown) {
  await expect.poll(read, { timeout: 10_000 }).toEqual(expected)
}
const announce = (properties: object) => {
  const { body, headers } = hubspot.delivery(url, [properties])
  return server.app.inject({ method: 'POST', url: hubspotWebhookPath, body, headers })
}
const changed = ({ record }: Scene, propertyName: string) =>
  announce({ subscriptionType: 'contact.propertyChange', objectId: Number(record.id), propertyName })

test('chosen properties are read for linked contacts, shown with labels, exported, and deleted when deselected', async () => {
  const ann = await scene({
    jobtitle: 'Buyer',
    lifecyclestage: 'customer',
    interests: 'coffee;tea',
    vip: 'true',
  })
  const { browser, integration_id, contact } = ann
  expect(await ann.shown()).toEqual([])
  const saved = await ann.choose(['lifecyclestage', 'interests', 'vip', 'jobtitle', 'numemployees'])
  expect(saved.properties).toEqual(['lifecyclestage', 'interests', 'vip', 'jobtitle', 'numemployees'])
  await eventually(ann.shown, [
    'Lifecycle stage: Customer',
    '<b>Interests</b>: Coffee, Tea & more',
    'VIP: true',
    'Job title: Buyer',
  ])
  expect((await ann.profile()).hubspot?.url).toBe(`${hubspot.url}/contacts/4711/record/0-1/${ann.record.id}`)
  const exported = await exportContact(browser, integration_id, contact.id)
  expect(exported.hubspot[0]?.properties).toEqual({
    jobtitle: 'Buyer',
    lifecyclestage: 'customer',
    interests: 'coffee;tea',
    vip: 'true',
  })
  await ann.choose(['jobtitle'])
  expect(await ann.stored()).toEqual({ jobtitle: 'Buyer' })
  expect(await ann.shown()).toEqual(['Job title: Buyer'])
  await browser.call(disconnectHubspot, { integration_id })
  expect((await ann.profile()).hubspot).toBeNull()
  expect(await ann.stored()).toEqual({})
  expect(await browser.call(listChosenHubspotProperties, { integration_id })).toEqual([])
})

const waiting = async () => (await transactions(server.ctx)).waiting
const open = async () => (await transactions(server.ctx)).open
test.skipIf(!hasOverlap)('values that are read while the account is disconnected are not kept', async () => {
  const ann = await scene({ jobtitle: 'Buyer' })
  const { browser, integration_id } = ann
  await ann.choose(['jobtitle'])
  await eventually(ann.stored, { jobtitle: 'Buyer' })
  const links = { integration_id, hub_id: (await findConnection(server.ctx.db, integration_id))!.hub_id }
  await server.ctx.transaction((tx) => markOutdated(tx, links))
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = server.ctx.transaction(async (tx) => {
    const rows = tx.selectFrom('hubspot_contact').where('integration_id', '=', integration_id)
    await rows.select('contact_id').forUpdate().execute()
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const disconnecting = browser.call(disconnectHubspot, { integration_id })
  await eventually(waiting, 1)
  await server.ctx.transaction((tx) => tx.enqueue(syncJob, { integration_id }))
  await eventually(waiting, 2)
  released.resolve()
  await Promise.all([holding, disconnecting])
  await eventually(open, 0)
  expect(await ann.stored()).toEqual({})
})

test('a webhook and a sync update the values; a privacy deletion in HubSpot deletes them', async () => {
  const ann = await scene({ jobtitle: 'Buyer' })
  const { browser, integration_id } = ann
  await ann.choose(['jobtitle'])
  await eventually(ann.shown, ['Job title: Buyer'])
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: true })
  hubspot.crm.update('contacts', ann.record.id, { jobtitle: 'Head of <i>tea</i>' })
  expect((await changed(ann, 'jobtitle')).statusCode).toBe(200)
  await eventually(ann.shown, ['Job title: Head of <i>tea</i>'])
  hubspot.crm.update('contacts', ann.record.id, { jobtitle: '' })
  await ann.sync()
  expect(await ann.shown()).toEqual([])
  hubspot.crm.update('contacts', ann.record.id, { jobtitle: 'Owner' })
  await ann.sync()
  expect(await ann.shown()).toEqual(['Job title: Owner'])
  hubspot.crm.erase('contacts', ann.record.id)
  await announce({ subscriptionType: 'contact.privacyDeletion', objectId: Number(ann.record.id) })
  await eventually(ann.stored, {})
  expect((await ann.profile()).hubspot).toBeNull()
})

test('values and labels cut within a character are stored', async () => {
  const cut = (chars: number) => `${'x'.repeat(chars - 1)}🍵`
  const ann = await scene({ city: cut(200), motto: cut(2_000) })
  await ann.choose(['motto'])
  await eventually(ann.shown, [`${'x'.repeat(199)}\uFFFD: ${'x'.repeat(1_999)}\uFFFD`])
})

test('values of properties selected during a sync are read, and others aren’t kept', async () => {
  const workspace = await connected()
  const { browser, integration_id } = workspace
  const choose = (names: string[]) =>
    browser.call(updateHubspotProperties, { integration_id, properties: names })
  await choose(['jobtitle'])
  hubspot.crm.create('contacts', {
    properties: { email: 'ann@example.com', jobtitle: 'Buyer', lifecyclestage: 'customer' },
  })
  await workspace.dryRun()
  let chosen: Promise<unknown> | undefined
  let isChosen = false
  hubspot.fault = (method, path) => {
    if (isChosen || method !== 'GET' || !path.endsWith('/objects/contacts')) return undefined
    chosen ??= choose(['lifecyclestage']).then(() => {
      isChosen = true
    })
    return { status: 503 }
  }
  expect((await workspace.sync()).status).toBe('done')
  await chosen
  const stored = async () => {
    const links = server.ctx.db.selectFrom('hubspot_contact').where('integration_id', '=', integration_id)
    return (await links.select('properties').executeTakeFirstOrThrow()).properties
  }
  await eventually(stored, { lifecyclestage: 'customer' })
})

test('a contact that the product creates in HubSpot gets the values that HubSpot set', async () => {
  const workspace = await connected()
  const { browser, integration_id } = workspace
  await browser.call(updateHubspotProperties, { integration_id, properties: ['createdate', 'hs_object_id'] })
  const [created] = await workspace.importContacts([{ name: 'Bo Li', email: 'bo@example.com' }])
  await workspace.dryRun()
  await workspace.sync()
  const read = async () =>
    (await browser.call(getContact, { integration_id, contact_id: created!.id })).hubspot?.properties.map(
      ({ name, type }) => `${name} ${type}`,
    )
  await eventually(read, ['createdate datetime', 'hs_object_id number'])
})

test('422 names the property that is unknown, a reference or chosen twice, and more than 20 are rejected', async () => {
  const { choose, browser, integration_id } = await scene()
  const definitions = await browser.call(listHubspotProperties, { integration_id })
  expect(definitions.find(({ name }) => name === 'place')).toMatchObject({
    type: 'text',
    is_reference: false,
  })
  await expect(
    choose(['jobtitle', 'no_such', 'jobtitle', 'hubspot_owner_id', '__proto__']),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    errors: {
      'properties.1': [expect.any(String)],
      'properties.2': ['This property is already chosen.'],
      'properties.3': [expect.any(String)],
      'properties.4': [expect.any(String)],
    },
  })
  const names = Array.from({ length: 21 }, (_, n) => `p${n}`)
  await expect(choose(names)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { properties: [expect.any(String)] },
  })
  expect(await browser.call(listChosenHubspotProperties, { integration_id })).toEqual([])
})

test('SEC-10 404 for the properties of another workspace', async () => {
  const { browser, integration_id, choose } = await scene()
  await choose(['vip'])
  const other = await server.seed.integration()
  for (const run of [
    () => other.browser.call(listChosenHubspotProperties, { integration_id }),
    () => other.browser.call(listHubspotProperties, { integration_id }),
    () => other.browser.call(updateHubspotProperties, { integration_id, properties: [] }),
  ])
    await expect(run()).rejects.toMatchObject({ code: 'not_found' })
  expect(await browser.call(listChosenHubspotProperties, { integration_id })).toEqual([
    { name: 'vip', label: 'VIP', type: 'boolean', options: [] },
  ])
})

test('choices of one account don’t apply to another, and apply again when it is connected again', async () => {
  const ann = await scene({ jobtitle: 'Buyer' })
  const { browser, integration_id } = ann
  await ann.choose(['jobtitle'])
  await eventually(ann.shown, ['Job title: Buyer'])
  await browser.call(updateHubspotSettings, { integration_id, sends_notes: true })
  await browser.call(disconnectHubspot, { integration_id })
  await ann.reconnect()
  expect((await ann.state()).properties).toEqual(['jobtitle'])
  await eventually(ann.shown, ['Job title: Buyer'])
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('hubspot_connection')
      .where('integration_id', '=', integration_id)
      .set({ hub_id: '99' })
      .execute(),
  )
  expect((await ann.state()).properties).toEqual([])
  expect((await ann.profile()).hubspot).toBeNull()
})
