import {
  connectHubspot,
  getHubspot,
  listHubspotChanges,
  requestPerson,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  updateHubspotSettings,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { automaticJob } from '../jobs.ts'
import { hubspotScene } from '../test/hubspot-scene.ts'

const { hubspot, server, authorize, connected } = await hubspotScene()
const notes = () => [...hubspot.crm.all('notes').values()]
const tickets = () => [...hubspot.crm.all('tickets').values()]

/** A workspace that writes notes, and a customer's conversation. */
async function withConversation({ isSynced = true }: { isSynced?: boolean } = {}) {
  const workspace = await connected()
  const { browser, integration, integration_id } = workspace
  await browser.call(updateHubspotSettings, { integration_id, sends_notes: true })
  const visitor = await server.seed.visitor(integration.public_key)
  const conversation_id = crypto.randomUUID()
  const write = (body: string) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
    })
  await write('Where is <b>parcel</b> 77?')
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('contact')
      .set({ email: 'eva@shop.example' })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  if (isSynced) {
    await workspace.dryRun()
    await workspace.sync()
  }
  const key = { integration_id, conversation_id }
  return {
    ...workspace,
    visitor,
    key,
    write,
    reply: (body: string) => browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body }),
    setStatus: (status: 'resolved' | 'open') => browser.call(setStatus, { ...key, status }),
    handOver: () => visitor.browser.call(requestPerson, { conversation_id }),
    ledger: () => browser.call(listHubspotChanges, { integration_id }),
  }
}
/** Reconnects with the scope of tickets, which the account grants. */
async function withTickets() {
  const created = await withConversation()
  const { browser, integration_id } = created
  await browser.call(updateHubspotSettings, { integration_id, sends_tickets: true })
  expect(await browser.call(getHubspot, { integration_id })).toMatchObject({ has_ticket_access: false })
  const { url, code, state } = await authorize(browser, integration_id)
  expect(new URL(url).searchParams.get('optional_scope')).toBe('tickets')
  const reconnected = await browser.call(connectHubspot, { integration_id, code, state })
  expect(reconnected).toMatchObject({ has_ticket_access: true, sends_tickets: true })
  return created
}

test('S1.04 a conversation becomes one note on the contact when it is handed over, updated when it is resolved', async () => {
  const { handOver, reply, setStatus, write, key, ledger } = await withConversation()
  hubspot.calls.length = 0
  await handOver()
  const note = await server.eventually(() => notes()[0])
  // Only contacts need the owners.
  expect(hubspot.calls.filter(({ path }) => path.includes('owners'))).toEqual([])
  const body = () => note.properties['hs_note_body'] ?? ''
  expect(body()).toContain(`/app/i/${key.integration_id}/conversation/${key.conversation_id}`)
  expect(body()).toContain('Where is &#60;b&#62;parcel&#60;/b&#62; 77?')
  expect(body()).toContain('Open')
  const contact = hubspot.crm.byEmail('eva@shop.example')
  expect(hubspot.crm.associations).toContainEqual({ from: note.id, to: contact?.id, type: 202 })
  await reply('It arrives\ntomorrow.')
  await write(`${'x'.repeat(4_999)}😀`)
  await setStatus('resolved')
  await server.eventually(() => body().includes('Resolved') || undefined)
  expect(body()).toContain('It arrives<br>tomorrow.')
  expect(body()).toContain('x'.repeat(4_999))
  await write('It has not come.')
  await setStatus('resolved')
  await server.eventually(() => body().includes('It has not come.') || undefined)
  expect(notes()).toHaveLength(1)
  expect((await ledger()).filter(({ object }) => object === 'note')).toMatchObject([
    { object: 'note', action: 'created', direction: 'out' },
  ])
})

test('REL-24 a note is created once, although HubSpot limits, fails after the work and restarts', async () => {
  const { setStatus, integration_id } = await withConversation()
  let creations = 0
  hubspot.fault = (method, path) => {
    if (method !== 'POST' || !path.endsWith('/objects/notes')) return undefined
    creations++
    if (creations === 1) return { status: 429, headers: { 'retry-after': '1' } }
    if (creations === 2) return { status: 500 }
    if (creations === 3) {
      setTimeout(() => void hubspot.restart())
      return { status: 502, is_late: true }
    }
    return undefined
  }
  await setStatus('resolved')
  await server.eventually(async () => {
    const row = await server.ctx.db
      .selectFrom('hubspot_conversation')
      .where('integration_id', '=', integration_id)
      .select('is_waiting')
      .executeTakeFirst()
    return row?.is_waiting === false || undefined
  })
  expect(creations).toBe(3)
  expect(notes()).toHaveLength(1)
})

test('a conversation waits until its contact is synced, and one without notes is never sent', async () => {
  const { browser, integration_id, setStatus, dryRun, sync } = await withConversation({ isSynced: false })
  await setStatus('resolved')
  await dryRun()
  expect(notes()).toEqual([])
  await sync()
  await server.eventually(() => notes().length === 1 || undefined)
  await browser.call(updateHubspotSettings, { integration_id, sends_notes: false })
  hubspot.calls.length = 0
  await setStatus('open')
  await setStatus('resolved')
  await server.ctx.transaction((tx) => tx.enqueue(automaticJob, {}))
  await sync()
  expect(hubspot.calls.filter(({ path }) => path.includes('notes'))).toEqual([])
})

test('S1.04 a conversation that is handed over becomes one ticket, closed and reopened with it', async () => {
  const { handOver, setStatus, write, ledger } = await withTickets()
  await setStatus('resolved')
  await server.eventually(() => notes()[0])
  expect(tickets()).toEqual([])
  await write('Again')
  await handOver()
  const ticket = await server.eventually(() => tickets()[0])
  expect(ticket.properties).toMatchObject({ hs_pipeline: '0', hs_pipeline_stage: '1' })
  expect(ticket.properties['content']).toContain('Where is <b>parcel</b> 77?')
  // The team moves it on in HubSpot.
  hubspot.crm.update('tickets', ticket.id, { hs_pipeline_stage: '2' })
  await handOver().catch(() => undefined)
  await setStatus('resolved')
  await server.eventually(() => ticket.properties['hs_pipeline_stage'] === '4' || undefined)
  await write('Once more')
  await server.eventually(() => ticket.properties['hs_pipeline_stage'] === '1' || undefined)
  expect(tickets()).toHaveLength(1)
  expect((await ledger()).map(({ object }) => object)).toContain('ticket')
})

test('a note that was deleted in HubSpot is not created again, and the log has the reason', async () => {
  const { setStatus, ledger, reply } = await withConversation()
  await setStatus('resolved')
  const note = await server.eventually(() => notes()[0])
  hubspot.crm.archive('notes', note.id)
  await setStatus('open')
  await reply('Once more')
  await setStatus('resolved')
  await server.eventually(
    async () => (await ledger()).some(({ object, reason }) => object === 'note' && reason) || undefined,
  )
  expect(notes()).toHaveLength(1)
})

test('422 and 404: the settings accept only booleans, from the workspace’s members', async () => {
  const { browser, integration_id } = await withConversation({ isSynced: false })
  const path = `/api/integration/${integration_id}/hubspot/settings`
  const reply = await browser.request('PUT', path, { sends_notes: '<script>' })
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual(['sends_notes'])
  const other = await server.seed.integration()
  expect((await other.browser.request('PUT', path, { sends_notes: true })).statusCode).toBe(404)
})
