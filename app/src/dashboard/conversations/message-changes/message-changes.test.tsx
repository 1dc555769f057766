// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { messageChanged } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, type greenBean } from '../../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const byEva = { author: 'member', author_id: eva.id, author_name: eva.name } as const
const byJana = { author: 'member', author_id: jana.id, author_name: jana.name } as const
const log = () => within(screen.getByRole('log'))
async function open(role: typeof greenBean.role = 'agent') {
  showInbox({ at: `/${conversationId(1)}`, role })
  await screen.findByRole('log')
}
/** Of the newest message. */
const menu = async () => {
  const buttons = await screen.findAllByRole('button', { name: 'Message actions' })
  return buttons.at(-1) ?? document.body
}
const choose = async (item: string) => {
  fireEvent.keyDown(await menu(), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('a member’s own message is edited in place, shows the change immediately, and the edit can be undone', async () => {
  const server = inboxServer({
    rows: [rowOf(1)],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...byEva, body: 'On Mondey' })],
  })
  await open()
  await choose('Edit')
  const field = await screen.findByRole('textbox', { name: 'Edit message' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: 'On Monday' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await log().findByText('On Monday')).toBeTruthy()
  expect(log().getByText('Edited')).toBeTruthy()
  expect(document.activeElement?.id).toBe('composer')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.messages[1]?.body).toBe('On Mondey'))
})

test('an unsaved edit is restored when its author returns, until it is discarded', async () => {
  inboxServer({
    rows: [rowOf(1), rowOf(2)],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...byEva, body: 'On Mondey' })],
  })
  await open()
  await choose('Edit')
  const field = () => screen.findByRole('textbox', { name: 'Edit message' })
  fireEvent.change(await field(), { target: { value: 'On Monday at noon' } })
  fireEvent.click(screen.getByRole('link', { name: /Peter 2/ }))
  await screen.findByRole('heading', { name: 'Peter 2' })
  fireEvent.click(screen.getByRole('link', { name: /Peter 1/ }))
  expect(await field()).toHaveProperty('value', 'On Monday at noon')
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await choose('Edit')
  expect(await field()).toHaveProperty('value', 'On Mondey')
  fireEvent.keyDown(await field(), { key: 'Escape' })
})

test('a deleted message leaves a placeholder, and Undo restores its text', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1), messageOf(1, 2, byEva)] })
  await open()
  await choose('Delete')
  expect(await log().findByText('You deleted this message')).toBeTruthy()
  expect(log().queryByText('Message 2')).toBeNull()
  await waitFor(() => expect(server.state.messages[1]?.change?.is_deleted).toBe(true))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await log().findByText('Message 2')).toBeTruthy()
  await waitFor(() => expect(server.state.messages[1]?.change?.is_deleted).toBe(false))
})

test('a rejected edit is reverted and the input stays in the form', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1), messageOf(1, 2, byEva)] })
  server.answers[`PUT ${server.path(1, `/message/${messageOf(1, 2).id}`)}`] = () => {
    throw new Error('no')
  }
  await open()
  const composer = screen.getByRole('textbox', { name: /Reply to/ })
  fireEvent.keyDown(composer, { key: 'ArrowUp' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Edit message' }), {
    target: { value: 'Other words' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  // Again, with the typed text.
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Edit message' })).toHaveProperty('value', 'Other words'),
  )
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Edit message' }), { key: 'Escape' })
  expect(await log().findByText('Message 2')).toBeTruthy()
})

test('a teammate’s change is shown immediately; only admins can change their message', async () => {
  const theirs = messageOf(1, 2, byJana)
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1), theirs] })
  await open()
  const change = {
    version: 1,
    is_edited: false,
    is_deleted: true,
    at: theirs.sent_at,
    by_id: jana.id,
    by_name: jana.name,
  }
  await server.emit(messageChanged.name, { ...theirs, body: '', change })
  expect(await log().findByText('Jana Kováčová deleted this message')).toBeTruthy()
  fireEvent.keyDown(await menu(), { key: 'Enter' })
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Split from here',
  ])
})

test('members who can change a message see who changed it and its earlier text', async () => {
  const change = {
    version: 1,
    is_edited: true,
    is_deleted: false,
    at: messageOf(1, 3).sent_at,
    by_id: jana.id,
    by_name: jana.name,
  }
  const server = inboxServer({
    rows: [rowOf(1)],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...byJana, body: 'Twelve', change })],
  })
  server.answers[`GET ${server.path(1, `/message/${messageOf(1, 2).id}/version`)}`] = () => [
    {
      version: 1,
      action: 'edited',
      body: 'Ten',
      attachments: [],
      by_id: jana.id,
      by_name: jana.name,
      at: change.at,
    },
  ]
  await open('owner')
  await choose('View edit history')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit history' }))
  expect(await dialog.findByText('Jana Kováčová edited it')).toBeTruthy()
  expect(dialog.getByText('Ten')).toBeTruthy()
})
