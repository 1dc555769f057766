import {
  applyConversationChanged,
  applyCustomFieldChanged,
  applyCustomFieldDeleted,
  type BulkAction,
  type Conversation,
  conversationChanged,
  type ConversationField,
  conversationFieldChanged,
  conversationFieldDeleted,
  createConversationField,
  deleteConversationField,
  type FieldType,
  getBulkAction,
  getConversation,
  listConversationFields,
  listConversations,
  listMessages,
  sendVisitorMessage,
  setConversationFields,
  setStatus,
  startBulkAction,
  updateConversationField,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function workspace() {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id } = created
  const key = { integration_id, conversation_id }
  return {
    ...created,
    key,
    field: (name: string, type: FieldType = 'text', is_required = false, options: string[] = []) =>
      browser.call(createConversationField, { integration_id, name, type, is_required, options }),
    fields: () => browser.call(listConversationFields, { integration_id }),
    read: () => browser.call(getConversation, key),
    set: (fields: Record<string, string | number | boolean | null>) =>
      browser.call(setConversationFields, { ...key, fields }),
    resolve: (fields?: Record<string, string>) =>
      browser.call(setStatus, { ...key, status: 'resolved', ...(fields ? { fields } : {}) }),
  }
}

test('old state + events = new state for conversation fields and their values', async () => {
  const { browser, integration_id, key, field, fields, read, set } = await workspace()
  const events = server.watch(conversationChanged.channel({ integration_id }))
  const existing = await fields()
  const rows = (await browser.call(listConversations, { integration_id, handler: 'assistant' })).items
  const order = await field('Order number', 'number')
  const topic = await field('Topic', 'list', false, ['Delivery', 'Refund'])
  const deleted = await field('Gone')
  await browser.call(updateConversationField, {
    integration_id,
    field_id: topic.id,
    is_required: true,
    position: 0,
  })
  await set({ [order.id]: 42, [topic.id]: 'Delivery' })
  await set({ [topic.id]: null, [order.id]: 42 })
  await browser.call(deleteConversationField, { integration_id, field_id: deleted.id })
  expect((await read()).fields).toEqual({ [order.id]: 42 })
  const thread = await browser.call(listMessages, key)
  expect(thread.filter(({ details }) => details.event === 'fields_changed')).toMatchObject([
    {
      details: {
        fields: [
          { label: 'Order number', before: null, after: 42 },
          { label: 'Topic', before: null, after: 'Delivery' },
        ],
      },
    },
    { details: { fields: [{ label: 'Topic', before: 'Delivery', after: null }] } },
  ])
  const after = await fields()
  expect(after).toMatchObject([
    { name: 'Topic', is_required: true, options: ['Delivery', 'Refund'] },
    { name: 'Order number', is_required: false },
  ])
  await server.eventually(() => events.find(({ event }) => event === conversationFieldDeleted.name))
  // The event has the type of the contract.
  const notified = events.reduce<ConversationField[]>((list, { event, data }) => {
    if (event === conversationFieldChanged.name)
      return applyCustomFieldChanged(list, data as ConversationField)
    if (event === conversationFieldDeleted.name)
      return applyCustomFieldDeleted(list, data as ConversationField)
    return list
  }, existing)
  expect(notified).toEqual(after)
  const assertChanged = events.flatMap(({ event, data }) =>
    event === conversationChanged.name ? [data] : [],
  )
  expect(assertChanged.map((each) => each as Conversation).reduce(applyConversationChanged, rows)).toEqual(
    (await browser.call(listConversations, { integration_id, handler: 'assistant' })).items,
  )
})

test('422 resolving names the required fields that are missing, and they can be sent in the same request', async () => {
  const { browser, integration_id, key, field, read, set, resolve } = await workspace()
  const topic = await field('Topic', 'text', true)
  const order = await field('Order: number', 'text', true)
  await field('Aside')
  await set({ [topic.id]: 'Delivery' })
  await expect(resolve()).rejects.toMatchObject({
    code: 'invalid_input',
    errors: {
      [`fields.${order.id}`]: ['Fill in “Order: number” before you resolve the conversation.'],
    },
  })
  expect((await read()).status).toBe('open')
  // All changes are applied, or none.
  await expect(resolve({ [topic.id]: 'Refund' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await read()).fields).toEqual({ [topic.id]: 'Delivery' })
  expect(await resolve({ [order.id]: 'A-1' })).toMatchObject({
    status: 'resolved',
    fields: { [topic.id]: 'Delivery', [order.id]: 'A-1' },
  })
  // After reopening and clearing the fields, resolving requires them again.
  await browser.call(setStatus, { ...key, status: 'open' })
  await set({ [order.id]: null })
  await expect(resolve()).rejects.toMatchObject({ code: 'invalid_input' })
  await browser.call(setStatus, { ...key, status: 'spam' })
  await browser.call(deleteConversationField, { integration_id, field_id: order.id })
  expect(await resolve()).toMatchObject({ status: 'resolved' })
})

test('when many are resolved, those with empty required fields are skipped and counted', async () => {
  const { browser, integration_id, conversation_id, visitor, field, set } = await workspace()
  const topic = await field('Topic', 'text', true)
  await set({ [topic.id]: 'Delivery' })
  const other = crypto.randomUUID()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: other,
    id: crypto.randomUUID(),
    body: 'And?',
    locale: 'en',
  })
  const id = crypto.randomUUID()
  await browser.call(startBulkAction, {
    integration_id,
    id,
    change: { kind: 'status', status: 'resolved' },
    conversation_ids: [conversation_id, other],
  })
  const action = await server.eventually(async () => {
    const now: BulkAction = await browser.call(getBulkAction, { integration_id, bulk_action_id: id })
    return now.state === 'done' ? now : undefined
  })
  expect(action).toMatchObject({ total: 2, done: 2, changed: 1, incomplete: 1 })
  const conversation = await browser.call(getConversation, { integration_id, conversation_id: other })
  expect(conversation.status).toBe('open')
})

test('422 a value of the wrong type and an unknown field are rejected by their id', async () => {
  const { field, set } = await workspace()
  const when = await field('When', 'date')
  const unknown = crypto.randomUUID()
  await expect(set({ [when.id]: '2026-02-30', [unknown]: 'x' })).rejects.toMatchObject({
    errors: {
      [`fields.${when.id}`]: ['Enter a date such as 2026-12-24.'],
      [`fields.${unknown}`]: ['This field no longer exists.'],
    },
  })
})

test('404 SEC-10 another workspace’s field can’t be set, changed or deleted', async () => {
  const a = await workspace()
  const b = await workspace()
  const theirs = await a.field('Topic')
  const deleted = { integration_id: b.integration_id, field_id: theirs.id }
  const absent = { code: 'not_found' }
  await expect(b.browser.call(updateConversationField, { ...deleted, name: 'Mine' })).rejects.toMatchObject(
    absent,
  )
  await expect(b.browser.call(deleteConversationField, deleted)).rejects.toMatchObject(absent)
  await expect(b.set({ [theirs.id]: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(
    b.browser.call(setConversationFields, {
      integration_id: b.integration_id,
      conversation_id: a.conversation_id,
      fields: {},
    }),
  ).rejects.toMatchObject(absent)
})
