import {
  eraseContact,
  listHubspotChanges,
  mergeContact,
  undoContactMerge,
  updateContact,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { hubspotScene } from '../test/hubspot-scene.ts'

const { hubspot, server, connected } = await hubspotScene()

/** Two contacts that were synced, or are still to be. */
async function two(synced: ('ann' | 'anna')[]) {
  const scene = await connected()
  const { browser, integration_id } = scene
  const people = await scene.importContacts([
    { name: 'Ann', email: 'ann@shop.example' },
    { name: 'Anna', email: 'anna@shop.example', phone: '+421 900' },
  ])
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? ''
  const [ann, anna] = [idOf('Ann'), idOf('Anna')]
  const records = Object.fromEntries(
    synced.map((name) => [
      name,
      hubspot.crm.create('contacts', { properties: { email: `${name}@shop.example` } }).id,
    ]),
  )
  await scene.dryRun()
  const links = async () =>
    Object.fromEntries(
      (
        await server.ctx.db
          .selectFrom('hubspot_contact')
          .where('integration_id', '=', integration_id)
          .select(['contact_id', 'hubspot_id'])
          .execute()
      ).map(({ contact_id, hubspot_id }) => [contact_id, hubspot_id]),
    )
  const merge = (contact_id: string, into_id: string) => {
    const id = crypto.randomUUID()
    return browser.call(mergeContact, { integration_id, id, contact_id, into_id })
  }
  const undo = (merge_id: string) => browser.call(undoContactMerge, { integration_id, merge_id })
  const reasons = async () =>
    (await browser.call(listHubspotChanges, { integration_id })).map(({ reason }) => reason)
  const read = async (id: string) => (await scene.contacts()).find((contact) => contact.id === id)
  return { ...scene, ann, anna, records, links, merge, undo, reasons, read }
}

test('old state + events = new state: after a merge the surviving contact has the record in HubSpot, and an undo returns it', async () => {
  const scene = await two(['ann'])
  const { ann, anna, records, links } = scene
  // Only Ann is synced so far.
  await server.ctx.transaction((tx) =>
    tx.updateTable('contact').set({ email: null }).where('id', '=', anna).execute(),
  )
  await scene.sync()
  expect(await links()).toEqual({ [ann]: records['ann'] })
  const { id } = await scene.merge(ann, anna)
  expect(await links()).toEqual({ [anna]: records['ann'] })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect(hubspot.crm.all('contacts').size).toBe(1)
  expect(hubspot.crm.byEmail('ann@shop.example')?.properties).toMatchObject({ phone: '+421 900' })
  await scene.undo(id)
  expect(await links()).toEqual({ [ann]: records['ann'] })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect(hubspot.crm.all('contacts').size).toBe(1)
  expect(hubspot.crm.byEmail('ann@shop.example')?.properties).toMatchObject({ firstname: 'Ann' })
})

test('of two merged contacts with records in HubSpot, the second record neither changes the contact nor comes back as a new one', async () => {
  const scene = await two(['ann', 'anna'])
  const { ann, anna, records, links } = scene
  await scene.sync()
  const both = await links()
  expect(both).toEqual({ [ann]: records['ann'], [anna]: records['anna'] })
  const { id } = await scene.merge(ann, anna)
  expect(await links()).toEqual({ [anna]: records['anna'] })
  expect(await scene.reasons()).toContain('merged_here')
  hubspot.crm.update('contacts', records['ann'] ?? '', { phone: '+421 911', firstname: 'Mallory' })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0, updated_in: 0 })
  expect(await scene.contacts()).toMatchObject([{ id: anna, name: 'Anna', phone: '+421 900' }])
  // No one else gets it either.
  await scene.importContacts([{ name: 'Third', email: 'ann@shop.example' }])
  await scene.sync()
  expect(Object.keys(await links())).toEqual([anna])
  await scene.undo(id)
  expect(await links()).toEqual(both)
  await scene.sync()
  expect(await scene.read(ann)).toMatchObject({ phone: '+421 911', name: 'Mallory' })
  expect(await scene.read(anna)).toMatchObject({ phone: '+421 900', name: 'Anna' })
})

test('records of contacts that were merged one into another return in the reverse order', async () => {
  const scene = await two(['ann', 'anna'])
  const { ann, anna, records, links } = scene
  const third = hubspot.crm.create('contacts', { properties: { email: 'third@shop.example' } }).id
  await scene.sync()
  const before = await links()
  const [last] = Object.entries(before).find(([, hubspot_id]) => hubspot_id === third) ?? []
  const first = await scene.merge(ann, anna)
  const second = await scene.merge(anna, last ?? '')
  expect(await links()).toEqual({ [last ?? '']: third })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  await scene.undo(second.id)
  expect(await links()).toEqual({ [anna]: records['anna'], [last ?? '']: third })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  await scene.undo(first.id)
  expect(await links()).toEqual(before)
})

test('SEC-50 a contact that is erased while it is created in HubSpot doesn’t come back with a sync', async () => {
  for (const is_answer_lost of [false, true]) {
    hubspot.crm.all('contacts').clear()
    const { browser, integration_id, ...scene } = await connected()
    const [ann] = await scene.importContacts([{ name: 'Ann', email: `ann-${is_answer_lost}@shop.example` }])
    await scene.dryRun()
    const contact_id = ann?.id ?? ''
    let erasing: Promise<void> | undefined
    let isErased = false
    const erase = async () => {
      await browser.call(eraseContact, { integration_id, contact_id })
      await expect.poll(scene.contacts, { timeout: 20_000 }).toEqual([])
      isErased = true
    }
    hubspot.meanwhile = (method, path) => {
      if (erasing || method !== 'POST' || !path.endsWith('/contacts/batch/create')) return undefined
      erasing = erase()
      return erasing
    }
    hubspot.fault = (method, path) => {
      if (!is_answer_lost || isErased) return undefined
      // The next run starts after the erasure.
      if (erasing) return { status: 503 }
      if (method !== 'POST' || !path.endsWith('/contacts/batch/create')) return undefined
      erasing = erase()
      return { status: 502, is_late: true }
    }
    expect((await scene.sync()).status).toBe('done')
    await erasing
    expect(erasing).toBeDefined()
    expect(hubspot.crm.all('contacts').size).toBe(1)
    expect(await scene.dryRun()).toMatchObject({ created_in: 0 })
    expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
    expect(await scene.contacts()).toEqual([])
  }
})

test('a contact that is merged while it is created in HubSpot leaves its record to the other one', async () => {
  const scene = await two([])
  const { ann, anna, links, browser, integration_id } = scene
  await browser.call(updateContact, { integration_id, contact_id: anna, email: null })
  let merging: Promise<unknown> | undefined
  hubspot.meanwhile = (method, path) => {
    if (merging || method !== 'POST' || !path.endsWith('/contacts/batch/create')) return undefined
    merging = scene.merge(ann, anna)
    return merging.then(() => undefined)
  }
  expect((await scene.sync()).status).toBe('done')
  expect(await links()).toEqual({ [anna]: hubspot.crm.byEmail('ann@shop.example')?.id })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect(hubspot.crm.all('contacts').size).toBe(1)
})

test('a record whose creation ended before its id was known doesn’t come back after a merge, and an undo finds it', async () => {
  const scene = await two(['anna'])
  const { ann, anna, records, links } = scene
  await scene.sync()
  const record = hubspot.crm.byEmail('ann@shop.example')
  // What a process leaves that ends between HubSpot’s answer and saving it.
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('hubspot_contact')
      .set({ hubspot_id: null, creating_email: 'ann@shop.example' })
      .where('contact_id', '=', ann)
      .execute(),
  )
  const { id } = await scene.merge(ann, anna)
  hubspot.crm.update('contacts', record?.id ?? '', { phone: '+421 911' })
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect((await scene.contacts()).map((contact) => contact.id)).toEqual([anna])
  expect(await links()).toEqual({ [anna]: records['anna'] })
  await scene.undo(id)
  expect(await scene.sync()).toMatchObject({ created_in: 0, created_out: 0 })
  expect(await links()).toEqual({ [anna]: records['anna'], [ann]: record?.id })
  expect(hubspot.crm.all('contacts').size).toBe(2)
})
