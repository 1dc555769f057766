// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { press, rowLinks, shownNumbers } from '../../../../test/inbox-list.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const focusedRow = () => rowLinks().find((row) => row === document.activeElement)

test('twenty conversations are triaged by keyboard with at most three keys each', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => 20 - index)
  const server = inboxServer({ rows: numbers.map((number) => rowOf(number)) })
  showInbox()
  await screen.findByText('Peter 20')
  let keys = 0
  const count = (key: string, target?: Element) => {
    keys += 1
    press(key, target)
  }
  count('j')
  for (const number of numbers) {
    await waitFor(() => expect(focusedRow()?.textContent).toContain(`Peter ${number}`))
    // Every third one is snoozed until the first time offered.
    if (number % 3 > 0) count('e')
    else {
      count('z')
      const field = await screen.findByRole('combobox')
      await screen.findAllByRole('option')
      count('Enter', field)
    }
    await waitFor(() => expect(server.calls(`POST ${server.path(number, '/status')}`)).toHaveLength(1))
  }
  await waitFor(() => expect(rowLinks()).toHaveLength(0))
  expect(keys / numbers.length).toBeLessThanOrEqual(3)
})
test('keys move through the list, open, go back and show help, but not while typing', async () => {
  inboxServer({ rows: [rowOf(3), rowOf(2), rowOf(1)], messages: [messageOf(2, 1)] })
  showInbox()
  await screen.findByText('Peter 3')
  press('j')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[0]))
  press('j')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[1]))
  press('k')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[0]))
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[1]))
  // Browsers turn Enter on a link into a click.
  fireEvent.click(rowLinks()[1] ?? document.body)
  const heading = await screen.findByRole('heading', { name: 'Peter 2' })
  expect(document.activeElement).toBe(heading)
  press('r')
  const composer = screen.getByRole('textbox', { name: 'Reply to Peter 2' })
  expect(document.activeElement).toBe(composer)
  press('j')
  press('?')
  expect(document.activeElement).toBe(composer)
  expect(screen.queryByRole('dialog')).toBeNull()
  press('Escape')
  expect(document.activeElement).toBe(heading)
  press('n')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note to the team' }))
  press('Escape')
  press('?')
  expect((await screen.findByRole('dialog')).textContent).toContain('Keyboard shortcuts')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Escape', document.body)
  expect(await screen.findByText('Select a conversation')).toBeTruthy()
})
test('e resolves and opens the next one, its toast reverts it, and i assigns to me', async () => {
  const server = inboxServer({
    rows: [rowOf(2), rowOf(1)],
    messages: [messageOf(2, 1), messageOf(1, 1)],
  })
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  await screen.findByText('Message 1')
  press('i', document.body)
  await waitFor(() => expect(server.calls(`POST ${server.path(2, '/assign')}`)).toHaveLength(1))
  expect(server.calls(`POST ${server.path(2, '/assign')}`)[0]?.body).toEqual({ assignee_id: eva.id })
  press('e', document.body)
  expect(await screen.findByRole('heading', { name: 'Peter 1' })).toBeTruthy()
  expect(shownNumbers()).toEqual(['1'])
  expect(await screen.findByText('Conversation resolved')).toBeTruthy()
  const toast = screen.getByText('Conversation resolved').closest('li') ?? document.body
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(shownNumbers()).toEqual(['2', '1']))
  expect(server.calls(`POST ${server.path(2, '/status')}`).map(({ body }) => body)).toEqual([
    { status: 'resolved' },
    { status: 'open' },
  ])
})
test('422 a rejected change is reverted with an error', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  server.answers[`POST ${server.path(1, '/status')}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { status: ['It cannot go there.'] })
  showInbox({ at: `/${conversationId(1)}` })
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  expect(await screen.findByText('It cannot go there.')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Resolve' })).toBeTruthy())
  expect(shownNumbers()).toEqual(['1'])
})
