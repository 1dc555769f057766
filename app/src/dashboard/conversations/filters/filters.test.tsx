// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { jana, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
/** The filters that the list was last requested with. */
const lastQuery = (server: ReturnType<typeof inboxServer>) =>
  server.sent
    .filter(({ url }) => /\/conversation\?/.test(url))
    .map(({ url }) => Object.fromEntries(new URL(url, 'http://test').searchParams))
    .at(-1)

test('the list is filtered by the URL and by a form, and filters are removed one at a time or all at once', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)] })
  showInbox({ at: '?view=mine&locale=sk&status=lost' })
  await screen.findByText('Peter 2')
  expect(lastQuery(server)).toMatchObject({ view: 'mine', locale: 'sk' })
  expect(lastQuery(server)).not.toHaveProperty('status')
  const chips = await screen.findByRole('list', { name: 'Filters' })
  expect(chips.textContent).toContain('Language: Slovenčina')

  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const assignee = await screen.findByRole('combobox', { name: 'Assigned to' })
  await within(assignee).findByRole('option', { name: 'Jana Kováčová' })
  fireEvent.change(assignee, { target: { value: jana.id } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Resolved' }))
  server.state.rows = []
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('No matching conversations')).toBeTruthy()
  expect(lastQuery(server)).toMatchObject({
    view: 'mine',
    locale: 'sk',
    assignee: jana.id,
    status: 'resolved',
  })
  expect(chips.textContent).toContain('Assigned to: Jana Kováčová')

  fireEvent.click(screen.getByRole('button', { name: 'Remove: Language: Slovenčina' }))
  await waitFor(() => expect(lastQuery(server)).not.toHaveProperty('locale'))
  server.state.rows = [rowOf(1)]
  const empty = (await screen.findByText('No matching conversations')).closest('div') ?? document.body
  fireEvent.click(within(empty).getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Peter 1')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  expect(screen.getByRole('button', { name: /^Inbox: Mine/ })).toBeTruthy()
})

test('f filters by keyboard: the field, then a value, which applies immediately and is removed the same way', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)] })
  showInbox()
  await screen.findByText('Peter 2')
  const choose = async (...names: (string | RegExp)[]) => {
    // The shortcut is loaded after the list.
    await vi.waitFor(
      () => {
        fireEvent.keyDown(document.body, { key: 'f' })
        expect(screen.getByRole('combobox')).toBeTruthy()
      },
      { interval: 200 },
    )
    for (const name of names) fireEvent.click(await screen.findByRole('option', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await choose('Priority', 'Urgent')
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ priority: 'urgent' }))
  await choose('Priority', 'High')
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ priority: 'urgent,high' }))
  expect((await screen.findByRole('list', { name: 'Filters' })).textContent).toContain(
    'Priority: Urgent, High',
  )
  await choose('Priority', /^Urgent/)
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ priority: 'high' }))
})

test('the heading says that a filter on another status shows more than open conversations', async () => {
  inboxServer({ rows: [rowOf(1)] })
  showInbox({ at: '?status=resolved' })
  expect(await screen.findByRole('button', { name: /^Inbox: All conversations\./ })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Status: Resolved' }))
  expect(await screen.findByRole('button', { name: /^Inbox: All open\./ })).toBeTruthy()
})
