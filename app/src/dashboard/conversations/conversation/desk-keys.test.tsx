// @vitest-environment jsdom
import type { InboxRow } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { at, conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
async function openFirst(first: Partial<InboxRow> = {}) {
  const server = inboxServer({ rows: [rowOf(1, first), rowOf(2)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  const paths = { message: server.path(1, '/message'), status: server.path(1, '/status') }
  return { server, paths }
}

test('Ctrl+Shift+Enter sends the reply and then resolves', async () => {
  const { server, paths } = await openFirst()
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: 'Done, thank you', selectionStart: 15 } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(server.calls(`POST ${paths.status}`)).toHaveLength(1))
  expect(server.calls(`POST ${paths.message}`)[0]?.body).toMatchObject({ body: 'Done, thank you' })
  expect(server.calls(`POST ${paths.status}`)[0]?.body).toMatchObject({ status: 'resolved' })
})
test('without text nothing is sent or resolved', async () => {
  const { server, paths } = await openFirst()
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, shiftKey: true })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.calls(`POST ${paths.status}`)).toEqual([])
})
test('a key hides and shows the panel next to the conversation, and the choice is stored', async () => {
  await openFirst()
  const list = () => screen.getByRole('region', { name: 'Inbox' })
  await screen.findByRole('region', { name: 'Customer' })
  fireEvent.keyDown(document.body, { key: ']' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Customer' })).toBeNull())
  fireEvent.keyDown(document.body, { key: '[' })
  await waitFor(() => expect(list().className).toContain('md:hidden'))
  expect(localStorage.getItem('ozvi.hidden_panes')).toBe('contact list')
  fireEvent.click(screen.getByRole('button', { name: 'Show customer details' }))
  await screen.findByRole('region', { name: 'Customer' })
  fireEvent.keyDown(document.body, { key: '[' })
  await waitFor(() => expect(list().className).not.toContain('md:hidden'))
  expect(localStorage.getItem('ozvi.hidden_panes')).toBe('')
})
test('Ctrl+Z undoes the last action, except in a text field', async () => {
  const { server, paths } = await openFirst()
  fireEvent.keyDown(document.body, { key: 'e' })
  await screen.findByRole('button', { name: 'Undo' })
  const field = document.querySelector('textarea')
  if (field) fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  expect(server.calls(`POST ${paths.status}`)).toHaveLength(1)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(server.calls(`POST ${paths.status}`)).toHaveLength(2))
  expect(server.calls(`POST ${paths.status}`)[1]?.body).toMatchObject({ status: 'open' })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await screen.findByText('Nothing to undo')
})

test('resolving by key opens the next conversation, and the focus moves to its heading from the previous one', async () => {
  await openFirst()
  screen.getByRole('heading', { name: 'Peter 1' }).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e' })
  const next = await screen.findByRole('heading', { name: 'Peter 2' })
  await waitFor(() => expect(document.activeElement).toBe(next))
})
test('a change that didn’t reach the server is reverted, even if nothing can be reloaded', async () => {
  const { server, paths } = await openFirst()
  const fail = () => {
    throw new TypeError('Failed to fetch')
  }
  const tried = Promise.withResolvers<never>()
  server.answers[`POST ${paths.status}`] = () => tried.promise
  server.answers[`GET ${server.path(1, '')}`] = fail
  server.answers[`GET /api/integration/${greenBean.id}/conversation`] = fail
  fireEvent.click(screen.getByRole('button', { name: 'Resolve' }))
  await screen.findAllByRole('button', { name: 'Reopen' })
  tried.reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText(/^Couldn’t reach the server/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Resolve' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Inbox' })).getByText('Peter 1')).toBeTruthy()
})
test('a key reopens a resolved conversation', async () => {
  const { server, paths } = await openFirst({ status: 'spam' })
  fireEvent.keyDown(document.body, { key: 'E', shiftKey: true })
  await waitFor(() => expect(server.calls(`POST ${paths.status}`)[0]?.body).toMatchObject({ status: 'open' }))
})
test('keys take a conversation over from the assistant and hand it back', async () => {
  const { server } = await openFirst({ handler: 'assistant' })
  fireEvent.keyDown(document.body, { key: 't' })
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/take-over')}`)).toHaveLength(1))
  await screen.findByText('You’ve taken over. The assistant won’t reply anymore.')
  fireEvent.keyDown(document.body, { key: 'T', shiftKey: true })
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/hand-back')}`)).toHaveLength(1))
})
test('a also assigns to teams', async () => {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  const team_id = '01980000-0000-7000-8000-0000000000aa'
  server.answers[`GET /api/integration/${greenBean.id}/team`] = () => [
    { id: team_id, integration_id: greenBean.id, name: 'Returns', member_ids: [], version: 1 },
  ]
  server.answers[`POST ${server.path(1, '/assign-team')}`] = () => server.change(rowOf(1).id, { team_id })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.click(await screen.findByRole('option', { name: 'Team Returns' }))
  await screen.findByText(/Returns/)
  expect(server.sent.filter(({ method, body }) => method === 'POST' && body)).toContainEqual(
    expect.objectContaining({ body: { team_id } }),
  )
})
test.each([
  ['by key', () => fireEvent.keyDown(document.body, { key: 'a' })],
  ['by button', () => fireEvent.click(screen.getByRole('button', { name: /^Assignee/ }))],
])('the contact’s owner is suggested after oneself, %s', async (_by, open) => {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  const member = { email: '', role: 'agent', joined_at: at(0), availability: 'online', is_idle: false }
  server.answers['GET /api/integration/users'] = () => ({
    users: [
      { ...member, user_id: crypto.randomUUID(), name: 'Adam', open_conversations: 0 },
      { ...member, user_id: jana.id, name: jana.name, open_conversations: 7 },
      { ...member, user_id: eva.id, name: eva.name, open_conversations: 3 },
    ],
    invitations: [],
  })
  const profile = `GET /api/integration/${greenBean.id}/contact/${rowOf(1).contact.id}`
  const stored = server.answers[profile]
  server.answers[profile] = (body) => ({ ...(stored?.(body) as object), owner_id: jana.id })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  open()
  await screen.findByRole('option', { name: /Contact owner/ })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names.slice(0, 3)).toEqual([
    expect.stringContaining('Me'),
    expect.stringMatching(new RegExp(`${jana.name}.*Contact owner`)),
    expect.stringContaining('Adam'),
  ])
})
test('z shows when each snooze ends, and also snoozes until a custom time', async () => {
  await openFirst()
  fireEvent.keyDown(document.body, { key: 'z' })
  expect(await screen.findByRole('option', { name: /^Tomorrow.*9:00/ })).toBeDefined()
  fireEvent.click(await screen.findByRole('option', { name: /^Pick a/ }))
  expect(await screen.findByLabelText('Date')).toBeDefined()
})
test('a key deletes a conversation after confirmation', async () => {
  const { server } = await openFirst()
  server.answers[`DELETE ${server.path(1, '')}`] = () => null
  fireEvent.keyDown(document.body, { key: '#' })
  const question = within(await screen.findByRole('dialog', { name: 'Delete conversation #1?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete conversation' }))
  await waitFor(() => expect(server.calls(`DELETE ${server.path(1, '')}`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
})
test('on a phone, marking a conversation as unread returns to the list', async () => {
  const { server } = await openFirst()
  const unread = `POST ${server.path(1, '/unread')}`
  server.answers[unread] = () => ({ seen_seq: 0 })
  fireEvent.keyDown(await screen.findByRole('button', { name: 'More actions' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
  await waitFor(() => expect(server.calls(unread)).toHaveLength(1))
})
