// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { tagDeleted, tagMerged } from '@ozvi/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf, tagOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const billing = tagOf(1, 'Billing')
const refunds = tagOf(2, 'Refunds')
const invoices = tagOf(3, 'Účty')
const tags = [billing, refunds, invoices]
const list = () => within(screen.getByRole('region', { name: 'Inbox' }))
async function open(role: typeof greenBean.role = 'owner') {
  showInbox({ at: `/${conversationId(1)}`, role })
  await screen.findByRole('log')
}

test('a row shows two tags, the number of others, and its priority as text', async () => {
  inboxServer({ rows: [rowOf(1, { tag_ids: tags.map(({ id }) => id), priority: 'urgent' })], tags })
  showInbox()
  const row = await screen.findByRole('link', { name: /Peter 1/ })
  await waitFor(() => expect(row.textContent).toContain('Billing'))
  expect(row.textContent).toContain('Refunds')
  expect(row.textContent).toContain('Účty')
  expect(row.textContent).toContain('Urgent')
})

test('l opens the tags: typing filters without diacritics, Enter adds and removes one, and undo reverts it', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)], tags })
  await open()
  fireEvent.keyDown(document.body, { key: 'l' })
  const field = await screen.findByRole('combobox', { name: 'Search tags' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'ucty' } })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Účty'])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('option').getAttribute('aria-selected')).toBe('true'))
  fireEvent.keyDown(field, { key: 'Escape' })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.rows[0]?.tag_ids).toEqual([]))
  expect(server.calls(`POST ${server.path(1, '/tags')}`).map(({ body }) => body)).toEqual([
    { add: [invoices.id], remove: [] },
    { add: [], remove: [invoices.id] },
  ])
})

test('members who manage tags can create one from an unknown name, others can’t', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)], tags })
  const fresh = tagOf(4, 'Wholesale')
  server.answers[`POST /api/integration/${greenBean.id}/tag`] = () => fresh
  await open('editor')
  fireEvent.keyDown(document.body, { key: 'l' })
  const field = await screen.findByRole('combobox')
  fireEvent.change(field, { target: { value: 'Wholesale' } })
  expect(screen.getByRole('option').textContent).toContain('Create “Wholesale”')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(server.state.rows[0]?.tag_ids).toEqual([fresh.id]))
})

test('an agent applies existing tags', async () => {
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)], tags, role: 'agent' })
  await open('agent')
  fireEvent.keyDown(document.body, { key: 'l' })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'Wholesale' } })
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByText('No matching tags')).toBeTruthy()
})

test('the priority is set from a menu, appears immediately, and can be undone', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Priority: No priority' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'High' }))
  await waitFor(() => expect(list().getByText('High')).toBeTruthy())
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.rows[0]?.priority).toBe('none'))
})

test('a change that doesn’t reach the server is reverted immediately, also offline, without reverting others', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)], tags })
  await open()
  const prioritizing = Promise.withResolvers<never>()
  server.answers[`POST ${server.path(1, '/priority')}`] = () => prioritizing.promise
  server.answers[`POST ${server.path(1, '/tags')}`] = () => new Promise(() => {})
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Priority: No priority' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'High' }))
  await waitFor(() => expect(list().getByText('High')).toBeTruthy())
  fireEvent.keyDown(document.body, { key: 'l' })
  const field = await screen.findByRole('combobox', { name: 'Search tags' })
  fireEvent.change(field, { target: { value: 'ucty' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(list().getByText('Účty')).toBeTruthy())
  prioritizing.reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText(/^Couldn’t reach the server/)).toBeTruthy()
  await waitFor(() => expect(list().queryByText('High')).toBeNull())
  expect(list().getByText('Účty')).toBeTruthy()
})

test('merging or deleting a tag elsewhere updates every row', async () => {
  const server = inboxServer({
    rows: [rowOf(1, { tag_ids: [billing.id] }), rowOf(2, { tag_ids: [invoices.id] })],
    tags,
  })
  showInbox()
  await waitFor(() => expect(list().getByText('Billing')).toBeTruthy())
  const integration_id = greenBean.id
  await server.emit(tagMerged.name, { id: billing.id, into_id: refunds.id, integration_id })
  await server.emit(tagDeleted.name, { id: invoices.id, integration_id })
  await waitFor(() => expect(list().getByText('Refunds')).toBeTruthy())
  expect(list().queryByText('Billing')).toBeNull()
  expect(list().queryByText('Účty')).toBeNull()
})

test('taking over and handing back to the assistant can be undone', async () => {
  const server = inboxServer({ rows: [rowOf(1, { handler: 'assistant' })], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(server.state.rows[0]?.handler).toBe('team'))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.rows[0]).toMatchObject({ handler: 'assistant', assignee_id: null }))
})
