import { eraseContact, updateHubspotMapping, updateHubspotProperties } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { syncJob } from '../jobs.ts'
import { markOutdated } from '../properties/properties-store.ts'
import { findConnection } from '../store.ts'
import { hubspotScene } from '../test/hubspot-scene.ts'

const { hubspot, server, connected } = await hubspotScene()
const linkOf = (integration_id: string, contact_id: string) =>
  server.ctx.db
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['hubspot_id', 'properties'])
    .executeTakeFirst()

test('SEC-50 a contact whose address changes while it is created in HubSpot is linked with its own record, not with one of the new address', async () => {
  const { integration_id, dryRun, sync, contacts } = await connected()
  // An address that a visitor entered.
  const { id } = await server.ctx.transaction((tx) =>
    tx
      .insertInto('contact')
      .values({ integration_id, kind: 'lead', name: 'Mallory', email: 'Mal@shop.example' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const victim = hubspot.crm.create('contacts', {
    properties: { email: 'victim@shop.example', firstname: 'Vera', phone: '+421 900' },
  })
  await dryRun()
  let changing: Promise<unknown> | undefined
  let isChanged = false
  hubspot.fault = (method, path) => {
    if (isChanged) return undefined
    if (changing) return { status: 503 }
    if (method !== 'POST' || !path.endsWith('/contacts/batch/create')) return undefined
    changing = server.ctx
      .transaction((tx) =>
        tx.updateTable('contact').set({ email: 'victim@shop.example' }).where('id', '=', id).execute(),
      )
      .then(() => (isChanged = true))
    return { status: 502, is_late: true }
  }
  expect((await sync()).status).toBe('done')
  await changing
  // HubSpot refuses to create it twice; the next run finds it.
  await sync()
  const own = hubspot.crm.byEmail('mal@shop.example')
  expect(own).toBeDefined()
  expect((await linkOf(integration_id, id))?.hubspot_id).toBe(own?.id)
  expect(hubspot.crm.all('contacts').get(victim.id)?.properties).toMatchObject({ firstname: 'Vera' })
  expect((await contacts()).find((contact) => contact.id === id)).toMatchObject({
    name: 'Mallory',
    phone: null,
  })
  expect(hubspot.crm.all('contacts').size).toBe(2)
})

test('a change while values are being read isn’t lost', async () => {
  const { browser, integration_id, dryRun, sync, contacts } = await connected()
  const record = hubspot.crm.create('contacts', {
    properties: { email: 'ann@shop.example', jobtitle: 'Buyer' },
  })
  await browser.call(updateHubspotProperties, { integration_id, properties: ['jobtitle'] })
  await dryRun()
  await sync()
  const [ann] = await contacts()
  const { hub_id } = (await findConnection(server.ctx.db, integration_id))!
  const mark = () => server.ctx.transaction((tx) => markOutdated(tx, { integration_id, hub_id }))
  let reads = 0
  hubspot.meanwhile = (method, path) => {
    if (method !== 'POST' || !path.endsWith('/contacts/batch/read') || reads++ > 0) return undefined
    hubspot.crm.update('contacts', record.id, { jobtitle: 'Owner' })
    return mark().then(() => undefined)
  }
  await mark()
  await server.ctx.transaction((tx) =>
    tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id }),
  )
  await expect
    .poll(async () => (await linkOf(integration_id, ann?.id ?? ''))?.properties, { timeout: 10_000 })
    .toEqual({ jobtitle: 'Owner' })
  expect(reads).toBe(2)
})

test('a contact that was erased here doesn’t come back with a sync, and its record in HubSpot stays', async () => {
  const { browser, integration_id, dryRun, sync, contacts } = await connected()
  const other = await connected()
  const record = hubspot.crm.create('contacts', {
    properties: { email: 'ann@shop.example', firstname: 'Ann' },
  })
  await dryRun()
  expect(await sync()).toMatchObject({ created_in: 1 })
  const [ann] = await contacts()
  await browser.call(eraseContact, { integration_id, contact_id: ann?.id ?? '' })
  await expect.poll(contacts, { timeout: 20_000 }).toEqual([])
  hubspot.crm.update('contacts', record.id, { phone: '+421 900' })
  expect(await dryRun()).toMatchObject({ created_in: 0 })
  expect(await sync()).toMatchObject({ created_in: 0, created_out: 0 })
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: true })
  expect(await sync()).toMatchObject({ created_in: 0 })
  expect(await contacts()).toEqual([])
  expect(hubspot.crm.byEmail('ann@shop.example')?.id).toBe(record.id)
  // Another workspace of the same account has its own contact.
  await other.dryRun()
  expect(await other.sync()).toMatchObject({ created_in: 1 })
})
