import {
  authorizeHubspot,
  connectHubspot,
  disconnectHubspot,
  getContact,
  listHubspotChanges,
  publishScenario,
  saveScenario,
  undoHubspotChange,
  updateContact,
  updateHubspotProperties,
  updateHubspotSettings,
} from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeHubspot } from '../../../test/fakes/hubspot.ts'
import { CrmStore } from '../../../test/fakes/hubspot-objects.ts'
import { bodies, bye, type Draft, flowOf, runScene, say, type Step } from './test/run-scene.ts'

const hubspot = await fakeHubspot()
const { server, shop } = await runScene(hubspot.environment)
afterAll(() => hubspot.types.assertDescribed(), 60_000)
afterAll(() => hubspot.stop())
beforeEach(() => {
  hubspot.crm = new CrmStore()
  hubspot.fault = () => undefined
})

/** A shop that is connected with HubSpot, also with access to tickets. */
async function connectedShop(hasTickets = true) {
  const created = await shop()
  const { browser, integration_id, row, write } = created
  if (hasTickets) await browser.call(updateHubspotSettings, { integration_id, sends_tickets: true })
  const connect = async (isGranted = (_scope: string) => true) => {
    const url = new URL((await browser.call(authorizeHubspot, { integration_id })).url)
    const optional = url.searchParams.get('optional_scope')?.split(' ') ?? []
    url.searchParams.set('optional_scope', optional.filter(isGranted).join(' '))
    const { searchParams } = hubspot.grant(url.href)
    const valueOf = (name: string) => searchParams.get(name) ?? ''
    await browser.call(connectHubspot, { integration_id, code: valueOf('code'), state: valueOf('state') })
  }
  await connect()
  /** The customer's contact gets an address, which is not verified. */
  async function withEmail(email = `eva-${crypto.randomUUID()}@example.com`) {
    await write('Good morning')
    const contact_id = (await row()).contact.id
    await browser.call(updateContact, { integration_id, contact_id, name: 'Eva Nová', email })
    return { contact_id, email }
  }
  const errorsFor = async (flow: Draft) => {
    const scenario_id = crypto.randomUUID()
    await browser.call(saveScenario, { integration_id, scenario_id, name: 'Draft', flow })
    const reply = await browser.request(
      'POST',
      `/api/integration/${integration_id}/scenario/${scenario_id}/publish`,
      {},
    )
    return (reply.json() as { errors?: Record<string, string[]> }).errors
  }
  return { ...created, connect, withEmail, errorsFor }
}
const contactStep = (properties: { property: string; value: string }[], more: Partial<Step> = {}): Step =>
  ({
    id: 'write',
    kind: 'hubspot_contact',
    properties,
    ok: 'written',
    failed: 'not_written',
    ...more,
  }) as Step
const ticketStep: Step = {
  id: 'ticket',
  kind: 'hubspot_ticket',
  subject: 'Call {{contact.name}}',
  content: 'Wants: {{wish}}',
  ok: 'bye',
  failed: 'no_ticket',
}
const ask: Step = {
  id: 'ask',
  kind: 'question',
  text: { en: 'What do you need?' },
  save_as: { variable: 'wish' },
  next: 'write',
}
const variables = [{ name: 'wish', type: 'text' as const }]
const manual = { trigger: { kind: 'message' as const, words: ['start'] } }
const ends = [say('written', 'Written', 'ticket'), say('not_written', 'Not written', 'bye')]
const noTicket = say('no_ticket', 'No ticket', 'bye')
const full = (properties: { property: string; value: string }[]) =>
  flowOf([ask, contactStep(properties), ...ends, ticketStep, noTicket, bye], { variables, ...manual })
const jobtitle = [{ property: 'jobtitle', value: '{{wish}}' }]
const tickets = () => [...hubspot.crm.all('tickets').values()]
const contacts = () => [...hubspot.crm.all('contacts').values()]

test('the steps create a contact with what the customer said and a ticket of it; another run updates the same contact', async () => {
  const { publish, withEmail, write, reached, replies, browser, integration_id, conversation_id } =
    await connectedShop()
  await publish('Lead', full(jobtitle))
  const { email, contact_id } = await withEmail()
  await write('start')
  await replies(1)
  await write('<b>Tea</b> for 20')
  await reached({ status: 'completed' })
  const record = hubspot.crm.byEmail(email)!
  expect(record.properties).toMatchObject({
    firstname: 'Eva',
    lastname: 'Nová',
    jobtitle: '<b>Tea</b> for 20',
  })
  const [ticket] = tickets()
  expect(ticket?.properties).toMatchObject({
    subject: 'Call Eva Nová',
    hs_pipeline: '0',
    hs_pipeline_stage: '1',
  })
  expect(ticket?.properties['content']).toMatch(/^Wants: <b>Tea<\/b> for 20\n\nhttp/)
  expect(ticket?.properties['content']).toContain(`/conversation/${conversation_id}#`)
  expect(hubspot.crm.associated(record.id, 'tickets')).toEqual([ticket?.id])

  await write('start')
  await replies(3)
  const coffee = 'Coffee, not tea. '.repeat(30).trim()
  await write(coffee)
  await server.eventually(async () => record.properties['jobtitle'] === coffee || undefined)
  await server.eventually(async () => tickets().length === 2 || undefined)
  expect(contacts()).toHaveLength(1)
  const ledger = await browser.call(listHubspotChanges, { integration_id })
  const updated = ledger.find(({ action }) => action === 'updated')!
  expect(updated).toMatchObject({
    contact_id,
    before: { 'property.jobtitle': '<b>Tea</b> for 20' },
    after: { 'property.jobtitle': coffee },
  })
  await browser.call(undoHubspotChange, { integration_id, change_id: updated.id })
  expect(record.properties['jobtitle']).toBe('<b>Tea</b> for 20')
})

test('REL-24 a server that dies after it created the contact and the ticket gets neither twice, and a limit is waited for', async () => {
  const { publish, withEmail, write, reached, replies } = await connectedShop()
  await publish('Lead', full(jobtitle))
  await withEmail()
  const failed = new Set<string>()
  hubspot.fault = (method, path) => {
    const isCreation =
      method === 'POST' && (path.endsWith('contacts/batch/create') || path.endsWith('/tickets'))
    if (!isCreation || failed.has(path)) return undefined
    failed.add(path)
    return { status: 502, is_late: true }
  }
  await write('start')
  await replies(1)
  await write('Tea')
  await reached({ status: 'completed' })
  expect(failed.size).toBe(2)
  expect([contacts().length, tickets().length]).toEqual([1, 1])
}, 40_000)

test('a step takes the failed edge for a rejected value, a missing address, and another person’s address', async () => {
  const { publish, withEmail, write, reached, replies } = await connectedShop()
  await publish('Lead', full([{ property: 'numemployees', value: '{{wish}}' }]))
  await write('start')
  await replies(1)
  await write('20')
  await reached({ status: 'completed' })
  expect(bodies(await replies(2)).at(-1)).toBe('Not written')
  // A visitor who only typed the address of an existing record doesn't change it.
  const taken = hubspot.crm.create('contacts', {
    properties: { email: 'boss@example.com', numemployees: '5' },
  })
  await withEmail('boss@example.com')
  await write('start')
  await replies(3)
  await write('20')
  expect(bodies(await replies(4)).at(-1)).toBe('Not written')
  expect(taken.properties['numemployees']).toBe('5')
  // HubSpot rejects a text as a number, and nothing is left of the attempt.
  const { contact_id } = await withEmail()
  await write('start')
  await replies(5)
  await write('many')
  expect(bodies(await replies(6)).at(-1)).toBe('Not written')
  const links = await server.ctx.db
    .selectFrom('hubspot_contact')
    .where('contact_id', '=', contact_id)
    .selectAll()
    .execute()
  expect(links).toEqual([])
})

test('a run whose account was disconnected takes the failed edge, and the team sees which step and why', async () => {
  const { publish, withEmail, write, replies, thread, browser, integration_id } = await connectedShop()
  await publish('Lead', full(jobtitle))
  await withEmail()
  await browser.call(disconnectHubspot, { integration_id })
  await write('start')
  await replies(1)
  await write('Tea')
  expect(bodies(await replies(2)).at(-1)).toBe('Not written')
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_id, details.failed_step_reason])).toEqual([
    ['write', 'hubspot_not_connected'],
  ])
})

test('the team sees that a step has no access to tickets, and that a property is no longer chosen', async () => {
  const { publish, withEmail, write, replies, thread, browser, integration_id, connect } =
    await connectedShop()
  const conditions = [{ subject: 'contact', name: 'hubspot.interests', operator: 'is_set' } as const]
  const branch: Step = {
    id: 'branch',
    kind: 'branch',
    cases: [{ id: 'case', conditions, next: 'ticket' }],
    otherwise: 'ticket',
  }
  await browser.call(updateHubspotProperties, { integration_id, properties: ['interests'] })
  await publish('Ticket', flowOf([branch, ticketStep, noTicket, bye], { variables, ...manual }))
  await withEmail()
  await browser.call(updateHubspotProperties, { integration_id, properties: [] })
  await browser.call(disconnectHubspot, { integration_id })
  await connect((scope) => scope !== 'tickets')
  await write('start')
  expect(bodies(await replies(1))).toEqual(['No ticket'])
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_id, details.failed_step_reason])).toEqual([
    ['branch', 'hubspot_property_not_chosen'],
    ['ticket', 'hubspot_tickets_denied'],
  ])
})

test('a condition reads a selected property, and 422 names what blocks publishing', async () => {
  const { publish, withEmail, write, replies, browser, integration_id, errorsFor } =
    await connectedShop(false)
  const branch = (name: string, value: string): Step => ({
    id: 'branch',
    kind: 'branch',
    cases: [{ id: 'case', conditions: [{ subject: 'contact', name, operator: 'is', value }], next: 'yes' }],
    otherwise: 'no',
  })
  const flow = flowOf(
    [
      branch('hubspot.interests', 'coffee'),
      say('yes', 'You like coffee', 'bye'),
      say('no', 'Hello', 'bye'),
      bye,
    ],
    manual,
  )
  expect(await errorsFor(flow)).toEqual({
    'flow.steps.branch.cases.0.conditions.0.name': [
      'Choose this property in the HubSpot settings, or remove the condition.',
    ],
  })
  expect(await errorsFor(full(jobtitle))).toEqual({
    'flow.steps.ticket': ['Reconnect HubSpot in the settings to allow tickets.'],
  })
  await browser.call(updateHubspotProperties, { integration_id, properties: ['interests'] })
  const { email, contact_id } = await withEmail()
  await publish(
    'Write',
    flowOf(
      [
        contactStep([{ property: 'interests', value: 'tea;coffee' }], { ok: 'bye' }),
        say('not_written', 'Not written', 'bye'),
        bye,
      ],
      { trigger: { kind: 'message', words: ['write'] } },
    ),
  )
  await publish('Read', flow)
  await write('write')
  await server.eventually(async () => hubspot.crm.byEmail(email))
  await server.eventually(async () => {
    const { hubspot: record } = await browser.call(getContact, { integration_id, contact_id })
    return record?.properties[0]?.value === 'Tea & more, Coffee' || undefined
  })
  await write('start')
  expect(bodies(await replies(1))).toEqual(['You like coffee'])
  await browser.call(disconnectHubspot, { integration_id })
  const errors = await errorsFor(full(jobtitle))
  expect(errors?.['flow.steps.write']).toEqual(['Connect HubSpot first.'])
  const other = await shop()
  await expect(
    other.browser.call(publishScenario, { integration_id, scenario_id: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
