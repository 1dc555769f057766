// @vitest-environment jsdom
import {
  type Conversation,
  conversationChanged,
  type ConversationField,
  type FieldChanges,
  type InboxRow,
} from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, fieldOf, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const topic = fieldOf(1, 'Topic', { type: 'list', options: ['Delivery', 'Refund'], is_required: true })
const order = fieldOf(2, 'Order', { type: 'number', is_required: true })
const note = fieldOf(3, 'Aside')

async function open(fields: ConversationField[], row: Partial<InboxRow> = {}) {
  const server = inboxServer({ rows: [rowOf(1, row), rowOf(2)], messages: [messageOf(1, 1)] })
  server.answers[`GET /api/integration/${greenBean.id}/conversation-field`] = () => fields
  const set = (changes: FieldChanges, more = {}) =>
    server.change(conversationId(1), {
      // The server stores no nulls.
      fields: Object.fromEntries(
        Object.entries({ ...server.state.rows[0]?.fields, ...changes }).flatMap(([id, value]) =>
          value === null ? [] : [[id, value]],
        ),
      ),
      ...more,
    })
  server.answers[`POST ${server.path(1, '/fields')}`] = (body) =>
    // The input of `setConversationFields`.
    set((body as { fields: FieldChanges }).fields)
  server.answers[`POST ${server.path(1, '/status')}`] = (body) => {
    // The input of `setStatus`.
    const { status, fields: given = {} } = body as { status: 'open' | 'resolved'; fields?: FieldChanges }
    const known = { ...server.state.rows[0]?.fields, ...given }
    const empty = fields.filter(({ id, is_required }) => is_required && (known[id] ?? null) === null)
    if (status === 'resolved' && empty.length > 0)
      return errorReply(
        422,
        'invalid_input',
        'No.',
        Object.fromEntries(empty.map(({ id, name }) => [`fields.${id}`, [`“${name}” is needed.`]])),
      )
    return set(given, { status })
  }
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  return server
}
const panel = async () =>
  within((await screen.findAllByRole('region', { name: 'Conversation details' }))[0] ?? document.body)
const given = (server: Awaited<ReturnType<typeof open>>, call: string) =>
  server.calls(`POST ${server.path(1, call)}`).map(({ body }) => body)

test('a field is edited in place next to the conversation, and the change can be undone', async () => {
  const server = await open([note])
  fireEvent.click((await panel()).getByRole('button', { name: /^Aside/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Aside' }), { target: { value: 'Called twice' } })
  fireEvent.click((await panel()).getByRole('button', { name: 'Save' }))
  expect(await (await panel()).findByText('Called twice')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.rows[0]?.fields).toEqual({}))
})

test('a value that a scenario set names it, until a teammate changes it', async () => {
  const source = { id: crypto.randomUUID(), name: 'Leads' }
  const row = { fields: { [note.id]: 'Called', [order.id]: 42 }, field_sources: { [note.id]: source } }
  const server = await open([order, note], row)
  const nameOf = async (name: RegExp) => (await (await panel()).findByRole('button', { name })).textContent
  expect(await nameOf(/^Aside/)).toBe('Aside Called Scenario “Leads” Edit')
  expect(await nameOf(/^Order/)).toBe('Order * 42 Edit')
  await server.emitChange({ ...rowOf(1, row), field_sources: {}, version: 2 })
  await waitFor(async () => expect(await nameOf(/^Aside/)).toBe('Aside Called Edit'))
})

test('resolving asks for required fields that are empty, and sets and resolves in one step', async () => {
  const server = await open([topic, order, note])
  await panel()
  const rowOfFirst = () => screen.queryByRole('link', { name: /^Peter 1/ })
  const resolve = server.answers[`POST ${server.path(1, '/status')}`]
  // The event arrives before the answer: the conversation has left the list by then.
  server.answers[`POST ${server.path(1, '/status')}`] = async (body) => {
    const answer = resolve?.(body)
    // The error has a different shape.
    const changed = answer as Conversation
    if (changed.status === 'resolved')
      for (const { event, listener } of server.subscriptions)
        if (event === conversationChanged.name) listener.received(changed)
    await waitFor(() => {
      if (changed.status === 'resolved' && rowOfFirst()) throw new Error('It is still listed.')
    })
    return answer
  }
  fireEvent.keyDown(document.body, { key: 'e' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill in before resolving' }))
  expect(given(server, '/status')).toEqual([])
  expect(dialog.queryByLabelText(/Aside/)).toBeNull()
  fireEvent.change(dialog.getByLabelText('Topic'), { target: { value: 'Refund' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and resolve' }))
  // The input stays, with the error at its field.
  expect(await dialog.findAllByText(/“Order” is needed/)).toHaveLength(1)
  fireEvent.change(dialog.getByLabelText('Order'), { target: { value: '42' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and resolve' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(given(server, '/status').at(-1)).toEqual({
    status: 'resolved',
    fields: { [topic.id]: 'Refund', [order.id]: 42 },
  })
  expect(await screen.findByRole('heading', { name: 'Peter 2' })).toBeTruthy()
})

test('422 fields that became required are requested when the server rejects; dismissed, the conversation stays open', async () => {
  const fields = [note]
  const server = await open(fields)
  await panel()
  fields.push(topic)
  fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText('Topic')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.state.rows[0]?.status).toBe('open')
  expect(screen.getByRole('button', { name: 'Resolve' })).toBeTruthy()
})
