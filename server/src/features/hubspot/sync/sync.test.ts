import {
  cancelHubspotSync,
  createContactField,
  disconnectHubspot,
  getContact,
  listHubspotChanges,
  listHubspotProperties,
  startHubspotSync,
  tryHubspotSync,
  undoHubspotChange,
  updateContact,
  updateHubspotMapping,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { exportContact } from '../../../../test/contact-export.ts'
import { openCrm } from '../crm.ts'
import { hubspotClient } from '../index.ts'
import { automaticJob } from '../jobs.ts'
import { hubspotScene } from '../test/hubspot-scene.ts'

const { hubspot, server, connected } = await hubspotScene()
const inHubspot = (email: string, more: Record<string, string> = {}) =>
  hubspot.crm.create('contacts', { properties: { email, ...more } })
const writes = () => hubspot.calls.filter(({ path }) => /batch\/(create|update|archive)$/.test(path))

test('S1.04 a dry run counts what a sync would do, and changes nothing', async () => {
  const { browser, integration_id, dryRun, importContacts, contacts, state } = await connected()
  inHubspot('ada@shop.example', { firstname: 'Ada', phone: '+421 900' })
  inHubspot('new@shop.example', { firstname: 'New' })
  await importContacts([
    { name: 'Ada Byron', email: 'Ada@shop.example' },
    { name: 'Only Here', email: 'here@shop.example' },
  ])
  await expect(browser.call(startHubspotSync, { integration_id })).rejects.toMatchObject({
    errors: { hubspot: ['Do a dry run first.'] },
  })
  expect(await dryRun()).toMatchObject({
    kind: 'dry_run',
    status: 'done',
    created_in: 1,
    updated_in: 1,
    created_out: 1,
    updated_out: 1,
    conflicts: 0,
    skipped: 0,
  })
  expect(writes()).toEqual([])
  expect(await contacts()).toHaveLength(2)
  expect(await browser.call(listHubspotChanges, { integration_id })).toEqual([])
  expect((await state()).is_tried).toBe(true)
})

test('S1.04 names from HubSpot are on one line without invisible words, and stay as they are in HubSpot', async () => {
  const { dryRun, sync, contacts } = await connected()
  const raw = { firstname: 'Ada\u202e\nMary', lastname: '\u200b\u2800' }
  inHubspot('ada@shop.example', raw)
  await dryRun()
  expect(await sync()).toMatchObject({ created_in: 1 })
  expect((await contacts()).map(({ name }) => name)).toEqual(['Ada Mary'])
  expect(await sync()).toMatchObject({ updated_in: 0, updated_out: 0 })
  expect(hubspot.crm.byEmail('ada@shop.example')?.properties).toMatchObject(raw)
})

test('S1.04 SEC-50 contacts are synced in both directions, matched by verified address, and never twice', async () => {
  const { browser, integration_id, dryRun, sync, importContacts, contacts } = await connected()
  const company = hubspot.crm.create('companies', { properties: { name: 'Green Bean' } })
  hubspot.owners = [{ id: '77', email: 'OWNER@x', firstName: '', lastName: '' }]
  inHubspot('ada@shop.example', { firstname: 'Ada', phone: '+421 900' })
  const fresh = inHubspot('new@shop.example', { firstname: 'Nová', lastname: 'Osoba', company: 'Shop' })
  fresh.properties['associatedcompanyid'] = company.id
  await importContacts([
    { name: 'Ada Byron', email: 'Ada@shop.example' },
    { name: 'Only Here', email: 'here@shop.example' },
  ])
  await dryRun()
  expect(await sync()).toMatchObject({ created_in: 1, updated_in: 1, created_out: 1, updated_out: 1 })
  expect((await contacts()).map(({ name, phone }) => [name, phone])).toEqual([
    ['Ada Byron', '+421 900'],
    ['Only Here', null],
    ['Nová Osoba', null],
  ])
  expect(hubspot.crm.byEmail('ada@shop.example')?.properties['lastname']).toBe('Byron')
  expect(hubspot.crm.byEmail('here@shop.example')?.properties['firstname']).toBe('Only')
  const ada = (await contacts()).find(({ name }) => name === 'Ada Byron')
  const exported = await exportContact(browser, integration_id, ada?.id ?? '')
  expect(exported.hubspot).toMatchObject([{ id: hubspot.crm.byEmail('ada@shop.example')?.id }])
  expect(JSON.stringify(exported.hubspot)).toContain('Byron')
  hubspot.calls.length = 0
  expect(await sync()).toMatchObject({ created_in: 0, updated_in: 0, created_out: 0, updated_out: 0 })
  expect(writes()).toEqual([])
  // The account is connected again: the contacts are still known.
  expect((await browser.call(disconnectHubspot, { integration_id })).sync).toBeNull()
})

test('S1.04 companies and owners are imported', async () => {
  const { browser, integration_id, user, dryRun, sync, contacts } = await connected()
  const company = hubspot.crm.create('companies', { properties: { name: 'Green Bean' } })
  hubspot.owners = [{ id: '77', email: user.email.toUpperCase(), firstName: '', lastName: '' }]
  const record = inHubspot('new@shop.example', { hubspot_owner_id: '77' })
  record.properties['associatedcompanyid'] = company.id
  await browser.call(updateHubspotMapping, {
    integration_id,
    mapping: [
      { field: 'email', property: 'email', direction: 'both', rule: 'empty' },
      { field: 'company', property: 'associatedcompanyid', direction: 'in', rule: 'hubspot' },
      { field: 'owner_id', property: 'hubspot_owner_id', direction: 'in', rule: 'hubspot' },
    ],
  })
  await dryRun()
  await sync()
  expect(await contacts()).toMatchObject([{ company: 'Green Bean', owner_id: user.id }])
  // A contact that was changed here is compared with its company as well.
  const [contact] = await contacts()
  await browser.call(updateContact, { integration_id, contact_id: contact?.id ?? '', city: 'Nitra' })
  await sync()
  expect(await contacts()).toMatchObject([{ company: 'Green Bean', owner_id: user.id }])
})

test('names of several words keep HubSpot’s first and last name on both sides', async () => {
  const { browser, integration_id, dryRun, sync, contacts } = await connected()
  const record = inHubspot('ada@shop.example', { firstname: 'Ada Maria', lastname: 'van der Berg' })
  await dryRun()
  await sync()
  expect(await sync()).toMatchObject({ updated_in: 0, updated_out: 0, conflicts: 0 })
  hubspot.crm.update('contacts', record.id, { firstname: 'Eva' })
  expect(await sync()).toMatchObject({ updated_in: 1, updated_out: 0 })
  const [contact] = await contacts()
  expect(contact?.name).toBe('Eva van der Berg')
  await browser.call(updateContact, { integration_id, contact_id: contact?.id ?? '', city: 'Nitra' })
  await sync()
  expect(record.properties).toMatchObject({ firstname: 'Eva', lastname: 'van der Berg', city: 'Nitra' })
  await browser.call(updateContact, { integration_id, contact_id: contact?.id ?? '', name: 'Eva Nová' })
  await sync()
  expect(record.properties).toMatchObject({ firstname: 'Eva', lastname: 'Nová' })
})

test('S1.04 each rule decides a conflict, the ledger shows both values, and an update can be undone', async () => {
  const { browser, integration_id, dryRun, sync, importContacts } = await connected()
  await browser.call(updateHubspotMapping, {
    integration_id,
    mapping: [
      { field: 'email', property: 'email', direction: 'both', rule: 'empty' },
      { field: 'phone', property: 'phone', direction: 'both', rule: 'hubspot' },
      { field: 'city', property: 'city', direction: 'both', rule: 'newest' },
      { field: 'company', property: 'company', direction: 'both', rule: 'empty' },
    ],
  })
  const record = inHubspot('ada@shop.example', { phone: '1', city: 'Nitra', company: 'A' })
  const [ada] = await importContacts([{ name: 'Ada', email: 'ada@shop.example' }])
  const contact_id = ada?.id ?? ''
  await dryRun()
  await sync()
  hubspot.crm.update('contacts', record.id, { phone: '2', city: 'Trnava', company: 'B' })
  await browser.call(updateContact, { integration_id, contact_id, phone: '3', city: 'Brno', company: 'C' })
  expect(await sync()).toMatchObject({ conflicts: 1, updated_in: 1, updated_out: 1 })
  const now = () => browser.call(getContact, { integration_id, contact_id })
  expect(await now()).toMatchObject({ phone: '2', city: 'Brno', company: 'C' })
  expect(record.properties).toMatchObject({ phone: '2', city: 'Brno', company: 'B' })
  const [out, incoming] = await browser.call(listHubspotChanges, { integration_id })
  expect(incoming).toMatchObject({
    direction: 'in',
    action: 'updated',
    before: { phone: '3' },
    after: { phone: '2' },
    conflicts: ['phone', 'city', 'company'],
  })
  expect(out).toMatchObject({ direction: 'out', before: { city: 'Trnava' }, after: { city: 'Brno' } })
  for (const change of [out, incoming])
    await browser.call(undoHubspotChange, { integration_id, change_id: change?.id ?? '' })
  expect(await now()).toMatchObject({ phone: '3', city: 'Brno' })
  expect(record.properties).toMatchObject({ phone: '2', city: 'Trnava' })
  // An undone change isn't repeated.
  expect(await sync()).toMatchObject({ conflicts: 0, updated_in: 0, updated_out: 0 })
  expect(await now()).toMatchObject({ phone: '3', city: 'Brno' })
})

test('an address that a visitor entered never matches a contact of HubSpot', async () => {
  const { browser, integration_id, dryRun, sync, ...workspace } = await connected()
  const record = inHubspot('ceo@shop.example', { phone: '1' })
  await server.ctx.transaction((tx) =>
    tx.insertInto('contact').values({ integration_id, name: 'Mallory', email: 'ceo@shop.example' }).execute(),
  )
  await dryRun()
  await sync()
  expect(await workspace.contacts()).toMatchObject([{ name: 'Mallory', phone: null }])
  expect(record.properties['firstname']).toBeUndefined()
  const changes = await browser.call(listHubspotChanges, { integration_id })
  expect(changes[0]).toMatchObject({ action: 'skipped', reason: 'email_unverified' })
})

test('one value that HubSpot rejects stops only its contact, and hostile values from HubSpot are stored as text', async () => {
  const { browser, integration_id, dryRun, sync, importContacts, contacts } = await connected()
  const field = await browser.call(createContactField, { integration_id, name: 'Staff', type: 'number' })
  await browser.call(updateHubspotMapping, {
    integration_id,
    mapping: [
      { field: 'email', property: 'email', direction: 'both', rule: 'empty' },
      { field: 'first_name', property: 'firstname', direction: 'both', rule: 'newest' },
      { field: `fields.${field.id}`, property: 'jobtitle', direction: 'in', rule: 'hubspot' },
    ],
  })
  inHubspot('x@shop.example', { firstname: '<img src=x>\0', jobtitle: 'not a number' })
  await importContacts([
    { name: 'Bad', email: 'no-address' },
    { name: 'Good', email: 'good@shop.example' },
  ])
  await dryRun()
  expect(await sync()).toMatchObject({ status: 'done', created_in: 1, created_out: 1, skipped: 1 })
  expect((await contacts()).map(({ name, fields }) => [name, fields])).toContainEqual(['<img src=x>', {}])
  expect(hubspot.crm.byEmail('good@shop.example')).toBeDefined()
})

test('a run that was aborted sends no further request', async () => {
  const { integration_id } = await connected()
  const client = hubspotClient().find(server.ctx)
  if (!client) throw new Error('HubSpot is not configured')
  const crm = openCrm(server.ctx, client, integration_id, AbortSignal.abort())
  hubspot.calls.length = 0
  const properties = { subject: 'Call', content: 'Wants tea' }
  await expect(crm.createObject('ticket', '1', properties)).rejects.toMatchObject({ name: 'AbortError' })
  expect(hubspot.calls).toEqual([])
  client.close()
})

test('422: a mapping with an unknown, repeated or read-only target names the row', async () => {
  const { browser, integration_id } = await connected()
  const properties = await browser.call(listHubspotProperties, { integration_id })
  expect(properties).toContainEqual(
    expect.objectContaining({ name: 'phone', label: 'Phone number', type: 'text', is_read_only: false }),
  )
  const reply = await browser.request('PUT', `/api/integration/${integration_id}/hubspot/mapping`, {
    mapping: [
      { field: 'phone', property: 'phone', direction: 'both', rule: 'newest' },
      { field: 'phone', property: 'phone', direction: 'both', rule: 'newest' },
      { field: 'is_admin', property: '__proto__', direction: 'both', rule: 'newest' },
      { field: 'city', property: 'createdate', direction: 'out', rule: 'newest' },
    ],
  })
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json<{ errors: object }>().errors).sort()).toEqual([
    'mapping.1.field',
    'mapping.1.property',
    'mapping.2.field',
    'mapping.2.property',
    'mapping.3.property',
  ])
})

test('REL-24 Retry-After is waited for, and shown until then', async () => {
  const { browser, integration_id, state, ended } = await connected()
  let isLimited = true
  hubspot.fault = (_method, path) =>
    isLimited && path.endsWith('/contacts') ? { status: 429, headers: { 'retry-after': '6' } } : undefined
  await browser.call(tryHubspotSync, { integration_id })
  const limited = await server.eventually(async () => {
    const now = await state()
    return now.retry_at ? now : undefined
  })
  const limitedCall = hubspot.calls.findLast(({ status }) => status === 429)
  expect(Date.parse(limited.retry_at ?? '') - (limitedCall?.at ?? Infinity)).toBeGreaterThan(3_000)
  const calls = hubspot.calls.length
  isLimited = false
  expect((await ended()).status).toBe('done')
  const first = hubspot.calls[calls]
  expect(first?.at).toBeGreaterThanOrEqual(Date.parse(limited.retry_at ?? '') - 500)
  expect((await state()).retry_at).toBeNull()
})

test('REL-24 a token revoked during a sync ends the run and requires a new connection', async () => {
  const { browser, integration_id, dryRun, state, ended } = await connected()
  for (let n = 0; n < 150; n++) inHubspot(`c${n}@shop.example`)
  await dryRun()
  hubspot.fault = (_method, path) => {
    if (path.endsWith('/contacts') && hubspot.calls.filter((call) => call.path === path).length > 2)
      hubspot.revokeAll()
    return undefined
  }
  await browser.call(startHubspotSync, { integration_id })
  expect((await ended()).status).toBe('failed')
  expect((await state()).status).toBe('reconnect_needed')
  const calls = hubspot.calls.length
  const reply = await browser.request('POST', `/api/integration/${integration_id}/hubspot/sync`)
  expect(reply.statusCode).toBe(422)
  expect(hubspot.calls).toHaveLength(calls)
})

const size = Number(process.env['HUBSPOT_CONTACTS'] ?? 500)
test(`REL-24 ${size} contacts are synced both ways without a duplicate while one call in ten fails and HubSpot restarts`, async () => {
  const { browser, integration_id, dryRun, sync, ended, state, importContacts, contacts } = await connected()
  const half = size / 2
  for (let n = 0; n < half; n++) inHubspot(`in${n}@shop.example`, { firstname: `In${n}` })
  for (let from = 0; from < half; from += 500)
    await importContacts(
      Array.from({ length: Math.min(500, half - from) }, (_, n) => ({
        name: `Out${from + n}`,
        email: `out${from + n}@shop.example`,
      })),
    )
  await dryRun()
  let calls = 0
  let restarts = 0
  hubspot.fault = (method) => {
    calls++
    if (calls === Math.ceil(size / 100) && restarts++ === 0) void hubspot.restart()
    if (calls % 10 === 5) return { status: 429, headers: { 'retry-after': '1' } }
    // Fails after the work is done, as a server that dies does.
    if (calls % 10 === 0) return { status: 502, is_late: method === 'POST' }
    return undefined
  }
  const started = await browser.call(startHubspotSync, { integration_id })
  expect(started.sync?.status).toBe('running')
  let done = await ended().catch(() => undefined)
  for (let waits = 0; !done && waits < 12; waits++) done = await ended().catch(() => undefined)
  expect(done?.status).toBe('done')
  hubspot.fault = () => undefined
  const ours = (await contacts()).map(({ email }) => email)
  expect(ours).toHaveLength(size)
  expect(new Set(ours).size).toBe(size)
  const theirs = [...hubspot.crm.all('contacts').values()].map(({ properties }) => properties['email'])
  expect(theirs).toHaveLength(size)
  expect(new Set(theirs).size).toBe(size)
  expect(await sync()).toMatchObject({ created_in: 0, created_out: 0, updated_in: 0, updated_out: 0 })
  expect((await state()).status).toBe('connected')
}, 600_000)

test('the automatic sync sends changes of both sides', async () => {
  const { browser, integration_id, dryRun, sync, importContacts, ended, state } = await connected()
  const [ada] = await importContacts([{ name: 'Ada', email: 'ada@shop.example' }])
  const contact_id = ada?.id ?? ''
  await dryRun()
  await sync()
  await browser.call(updateHubspotMapping, { integration_id, is_automatic: true })
  const before = (await state()).sync?.id
  const record = hubspot.crm.byEmail('ada@shop.example')
  hubspot.crm.update('contacts', record?.id ?? '', { city: 'Nitra' })
  await browser.call(updateContact, { integration_id, contact_id, phone: '7' })
  await server.ctx.transaction((tx) => tx.enqueue(automaticJob, {}))
  await server.eventually(async () => (await state()).sync?.id !== before || undefined)
  expect(await ended()).toMatchObject({ status: 'done', updated_in: 1, updated_out: 1 })
  expect(await browser.call(getContact, { integration_id, contact_id })).toMatchObject({ city: 'Nitra' })
  expect(record?.properties['phone']).toBe('7')
})

test('404: another workspace’s ledger and runs are not found', async () => {
  const { integration_id, browser, dryRun, sync, importContacts } = await connected()
  inHubspot('ada@shop.example', { phone: '1' })
  await importContacts([{ name: 'Ada', email: 'ada@shop.example' }])
  await dryRun()
  await sync()
  const [change] = await browser.call(listHubspotChanges, { integration_id })
  const other = await connected()
  const { integration_id: other_id } = other
  await expect(
    other.browser.call(undoHubspotChange, { integration_id: other_id, change_id: change?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  for (const part of ['dry-run', 'sync', 'cancellation', `change/${change?.id}/undo`])
    expect(
      (await other.browser.request('POST', `/api/integration/${integration_id}/hubspot/${part}`)).statusCode,
    ).toBe(404)
  expect((await browser.call(cancelHubspotSync, { integration_id })).sync?.status).toBe('done')
})
