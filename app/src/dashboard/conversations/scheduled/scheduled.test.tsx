// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ScheduledMessage, scheduledMessageChanged, scheduledMessageRemoved } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  Element.prototype.scrollIntoView = () => {}
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
async function open() {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  server.answers[`GET /api/integration/${greenBean.id}/online-visitors`] = () => ({ items: [], total: 0 })
  showInbox({ at: `/${conversationId(1)}`, role: 'agent' })
  await screen.findByRole('log')
  return server
}
const composer = () => screen.getByRole('textbox', { name: /Reply to/ })
const findList = async () => within(await screen.findByRole('list', { name: 'Scheduled replies' }))

test('a reply to an offline customer is delayed: Undo keeps it with its text open, and it can be sent later', async () => {
  const server = await open()
  await waitFor(() =>
    expect(server.calls(`GET /api/integration/${greenBean.id}/online-visitors`)).not.toEqual([]),
  )
  fireEvent.change(composer(), { target: { value: 'Hello Petr' } })
  fireEvent.keyDown(composer(), { key: 'Enter' })
  const list = await findList()
  expect(list.getByText('Hello Petr')).toBeTruthy()
  expect(list.getByText(/Sends in \d seconds?/)).toBeTruthy()
  fireEvent.click(list.getByRole('button', { name: 'Undo' }))
  const field = await list.findByRole('textbox', { name: 'Message' })
  fireEvent.change(field, { target: { value: 'Hello Peter' } })
  fireEvent.click(list.getByRole('button', { name: 'Save' }))
  expect(await list.findByText('Not sent. The customer can’t see it.')).toBeTruthy()
  expect(server.state.scheduled).toMatchObject([{ body: 'Hello Peter', state: 'undone' }])
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
})

test('after Undo the text is edited and sent in one step, and an unsaved edit is kept while another conversation is open', async () => {
  const server = await open()
  await waitFor(() =>
    expect(server.calls(`GET /api/integration/${greenBean.id}/online-visitors`)).not.toEqual([]),
  )
  fireEvent.change(composer(), { target: { value: 'Hello Petr' } })
  fireEvent.keyDown(composer(), { key: 'Enter' })
  fireEvent.click((await findList()).getByRole('button', { name: 'Undo' }))
  const field = () => screen.findByRole('textbox', { name: 'Message' })
  fireEvent.change(await field(), { target: { value: 'Hello Pet' } })
  fireEvent.click(screen.getByRole('link', { name: /Peter 2/ }))
  await screen.findByRole('heading', { name: 'Peter 2' })
  fireEvent.click(screen.getByRole('link', { name: /Peter 1/ }))
  fireEvent.click((await findList()).getByRole('button', { name: 'Edit' }))
  expect(await field()).toHaveProperty('value', 'Hello Pet')
  fireEvent.change(await field(), { target: { value: 'Hello Peter' } })
  fireEvent.keyDown(await field(), { key: 'Enter' })
  await waitFor(() => expect(server.state.scheduled).toEqual([]))
  expect(server.state.messages.at(-1)?.body).toBe('Hello Peter')
  await waitFor(() => expect(document.activeElement).toBe(composer()))
})

test('Send later schedules a reply; deleting it can be undone', async () => {
  const server = await open()
  fireEvent.change(composer(), { target: { value: 'See you' } })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More sending options' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  const list = await findList()
  expect(await list.findByText(/^Scheduled for .*9:00/)).toBeTruthy()
  expect(composer()).toHaveProperty('value', '')
  fireEvent.click(list.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.state.scheduled).toEqual([]))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.scheduled).toMatchObject([{ body: 'See you', state: 'waiting' }]))
})

test('while writing, a shortcut opens the schedule', async () => {
  const server = await open()
  fireEvent.keyDown(composer(), { key: 'l', ctrlKey: true, shiftKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(composer(), { target: { value: 'See you' } })
  fireEvent.keyDown(composer(), { key: 'l', ctrlKey: true, shiftKey: true })
  fireEvent.click(await screen.findByRole('option', { name: /Tomorrow/ }))
  await waitFor(() => expect(server.state.scheduled).toMatchObject([{ body: 'See you', state: 'waiting' }]))
})

test('a scheduled reply asks if the customer has written since, and leaves the list when a teammate sends it', async () => {
  const server = await open()
  fireEvent.change(composer(), { target: { value: 'See you' } })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More sending options' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  const list = await findList()
  await list.findByText('See you')
  const [scheduled] = server.state.scheduled as [ScheduledMessage]
  await server.emit(scheduledMessageChanged.name, { ...scheduled, state: 'asking', version: 2 })
  expect(await list.findByText('The customer has replied since. Send anyway?')).toBeTruthy()
  expect(list.getByRole('button', { name: 'Keep schedule' })).toBeTruthy()
  expect(list.getByRole('button', { name: 'Send now' })).toBeTruthy()
  const { id, conversation_id } = scheduled
  await server.emit(scheduledMessageRemoved.name, { id, conversation_id, version: 2 })
  await waitFor(() => expect(screen.queryByText('See you')).toBeNull())
  expect(scheduled.author_id).toBe(eva.id)
})

test('S9.04 a scheduled reply is moved to another date and time; a past time is rejected, and without a date it waits', async () => {
  const server = await open()
  fireEvent.change(composer(), { target: { value: 'See you' } })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More sending options' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow/ }))
  const list = await findList()
  fireEvent.click(list.getByRole('button', { name: 'Edit' }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const save = () => fireEvent.click(list.getByRole('button', { name: 'Save' }))
  expect(await list.findByLabelText('Time')).toHaveProperty('value', expect.stringMatching(/^9:00\sAM$/))
  type('Date', '1/2/2020')
  save()
  expect(await list.findByText('Choose a time in the future.')).toBeTruthy()
  type('Date', '2/31/2099')
  save()
  expect(await list.findByText(/^Enter a date such as/)).toBeTruthy()
  type('Date', '2/3/2099')
  expect(list.queryByText(/^Enter a date such as/)).toBeNull()
  type('Time', '2.15 pm')
  save()
  const moved = new Date(2099, 1, 3, 14, 15).toISOString()
  await waitFor(() => expect(server.state.scheduled).toMatchObject([{ send_at: moved, state: 'waiting' }]))
  fireEvent.click(await list.findByRole('button', { name: 'Edit' }))
  await list.findByLabelText('Date')
  type('Date', '')
  save()
  expect(await list.findByText('Not sent. The customer can’t see it.')).toBeTruthy()
})
