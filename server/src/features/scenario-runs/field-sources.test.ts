import {
  applyConversationChanged,
  applyTimelineAdded,
  type ContactChange,
  contactTimelineAdded,
  conversationChanged,
  createContact,
  createContactField,
  createConversationField,
  deleteScenario,
  getContact,
  getConversation,
  type InboxRow,
  listContactTimeline,
  mergeContact,
  mergeConversation,
  sendVisitorMessage,
  setConversationFields,
  type TimelineItem,
  undoContactMerge,
  undoMerge,
  updateContact,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { exportContact } from '../../../test/contact-export.ts'
import { bye, flowOf, runScene, type Step } from './test/run-scene.ts'

const { server, shop } = await runScene()

/**
 * A shop whose scenario *Leads* has set two fields of the contact and one of the conversation. Jana had the same phone
 * number before.
 */
async function answered() {
  const shopped = await shop()
  const { browser, key, integration_id, publish, visitor, write, replies, reached } = shopped
  const color = await browser.call(createContactField, { ...key, name: 'Color', type: 'text' })
  const size = await browser.call(createConversationField, { ...key, name: 'Size', type: 'number' })
  const steps: Step[] = [
    {
      id: 'color',
      kind: 'question',
      text: { en: 'Which color?' },
      save_as: { contact_field: color.id },
      next: 'phone',
    },
    { id: 'phone', kind: 'set_field', target: 'contact', name: 'phone', value: '+421 900 1', next: 'size' },
    { id: 'size', kind: 'set_field', target: 'conversation', name: size.id, value: '42', next: 'bye' },
    bye,
  ]
  const scenario = await publish('Leads', flowOf(steps))
  const jana = { integration_id, contact_id: crypto.randomUUID() }
  const { contact_id: id } = jana
  await browser.call(createContact, { integration_id, id, name: 'Jana', phone: '+421 900 1' })
  const events = server.watch(contactTimelineAdded.channel({ integration_id }), contactTimelineAdded.name)
  const rows = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
  await write('Good morning')
  await replies(1)
  await write('Green')
  await reached({ status: 'completed' })
  const contact = { integration_id, contact_id: visitor.contact_id }
  return {
    ...shopped,
    contact,
    jana,
    events,
    rows,
    scenario,
    color_id: color.id,
    size_id: size.id,
    source: { id: scenario.id, name: 'Leads' },
    sources: async (of = contact) => (await browser.call(getContact, of)).field_sources,
    changes: async () => (await browser.call(listContactTimeline, { ...contact, kind: 'change' })).items,
  }
}

test('fields that a scenario set name it in the timeline, on the contact and in the thread', async () => {
  const {
    browser,
    key,
    contact,
    color_id,
    source,
    sources,
    changes,
    events,
    scenario,
    thread,
    integration_id,
  } = await answered()
  expect(await sources()).toEqual({ [color_id]: source, phone: source })
  const items = await changes()
  expect(items).toMatchObject([
    { actor: null, scenario: source, changes: [{ field: 'phone', before: null, after: '+421 900 1' }] },
    { actor: null, scenario: source, changes: [{ field: color_id, label: 'Color', after: 'Green' }] },
  ])
  // Old state + events = new state; the events have the type of the contract.
  const items_told = events.map(({ data }) => (data as { item: ContactChange }).item)
  expect(items_told.reduce<TimelineItem[]>(applyTimelineAdded, [])).toEqual(items)
  const entry = (await thread()).find(({ details }) => details.event === 'fields_changed')
  expect(entry).toMatchObject({
    author: 'system',
    details: { fields: [{ label: 'Size', before: null, after: 42 }], scenario: source },
  })

  // The name stays when the scenario is deleted; a value that a teammate changed is no longer the scenario’s.
  await browser.call(deleteScenario, { ...key, scenario_id: scenario.id })
  await browser.call(updateContact, { ...contact, phone: '+421 900 2' })
  expect(await sources()).toEqual({ [color_id]: source })
  expect(await changes()).toMatchObject([
    { actor: { name: expect.any(String) }, scenario: null, changes: [{ field: 'phone' }] },
    ...items,
  ])
  const exported = await exportContact(browser, integration_id, contact.contact_id)
  expect(exported.changes.map(({ scenario_name }) => scenario_name)).toEqual(['Leads', 'Leads', null])
})

test('a merge and its undo keep the scenarios that set the values', async () => {
  const { browser, contact, jana: into, color_id, source, sources, integration_id } = await answered()
  const merge = async (from: typeof contact, target: typeof contact) =>
    browser.call(mergeContact, { ...from, id: crypto.randomUUID(), into_id: target.contact_id })
  const undo = ({ id: merge_id }: { id: string }) =>
    browser.call(undoContactMerge, { integration_id, merge_id })
  const both = { [color_id]: source, phone: source }
  // Jana keeps her own phone number, which no scenario set although it is the same.
  const merged = await merge(contact, into)
  expect(await sources(into)).toEqual({ [color_id]: source })
  // The field that she got from the first contact moves on with her.
  const last = { integration_id, contact_id: crypto.randomUUID() }
  const size = await browser.call(createContactField, { integration_id, name: 'Shoe size', type: 'text' })
  const fields = { [size.id]: '38' }
  await browser.call(createContact, { integration_id, id: last.contact_id, name: 'Jana K.', fields })
  const moved = await merge(into, last)
  expect(await sources(last)).toEqual({ [color_id]: source })
  const { items } = await browser.call(listContactTimeline, { ...last, kind: 'change' })
  // Her own shoe size isn't listed as taken over.
  expect(items[0]).toMatchObject({
    changes: [{ field: 'merged' }, { field: 'phone' }, { field: color_id }],
  })
  await undo(moved)
  await undo(merged)
  expect(await sources(into)).toEqual({})
  expect(await sources()).toEqual(both)
  // The other way round, the phone number of the scenario stays.
  await merge(into, contact)
  expect(await sources()).toEqual(both)
})

test('a conversation names the scenario that set a field, also after a merge, until a member changes it', async () => {
  const { browser, key, of, scenario, source, size_id, rows, visitor } = await answered()
  const fieldsOf = ({ fields, field_sources }: Pick<InboxRow, 'fields' | 'field_sources'>) => ({
    fields,
    field_sources,
  })
  const read = async (conversation = of) => fieldsOf(await browser.call(getConversation, conversation))
  const named = { fields: { [size_id]: 42 }, field_sources: { [size_id]: source } }
  expect(await read()).toEqual(named)
  // Old state + events = new state.
  const listed = rows.map(({ data }) => data as InboxRow).reduce(applyConversationChanged, [])
  expect(listed.map(fieldsOf)).toEqual([named])

  await browser.call(deleteScenario, { ...key, scenario_id: scenario.id })
  const into = { ...key, conversation_id: crypto.randomUUID() }
  const message = { id: crypto.randomUUID(), body: 'Another question', locale: 'en' } as const
  await visitor.browser.call(sendVisitorMessage, { ...message, conversation_id: into.conversation_id })
  const merge = { ...of, id: crypto.randomUUID(), into_id: into.conversation_id }
  await browser.call(mergeConversation, merge)
  expect(await read(into)).toEqual(named)
  await browser.call(undoMerge, { ...key, merge_id: merge.id })
  expect(await read(into)).toEqual({ fields: {}, field_sources: {} })
  expect(await read()).toEqual(named)

  // A value of its own stays the member’s, although the scenario set the same one in the other conversation.
  await browser.call(setConversationFields, { ...into, fields: { [size_id]: 42 } })
  await browser.call(mergeConversation, { ...merge, id: crypto.randomUUID() })
  expect(await read(into)).toEqual({ ...named, field_sources: {} })
})

test('a member who changes a conversation’s field becomes the source of its value', async () => {
  const { browser, of, size_id } = await answered()
  expect(await browser.call(setConversationFields, { ...of, fields: { [size_id]: 43 } })).toHaveProperty(
    'field_sources',
    {},
  )
})

test('SEC-10 404 for the sources and the timeline of another workspace’s contact', async () => {
  const { contact } = await answered()
  const { browser, integration_id } = await shop()
  const notFound = { code: 'not_found' }
  for (const key of [contact, { ...contact, integration_id }]) {
    await expect(browser.call(getContact, key)).rejects.toMatchObject(notFound)
    await expect(browser.call(listContactTimeline, key)).rejects.toMatchObject(notFound)
  }
})
