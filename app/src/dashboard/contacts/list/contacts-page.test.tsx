// @vitest-environment jsdom
import { contactHidden, contactsImported, type OnlineVisitor, minute_ms } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts, idOf } from '../../../../test/contact-list.ts'
import { greenBean } from '../../../../test/fixtures.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { base, names, showContacts } from '../../../../test/show-contacts.tsx'
import { runCommand } from '#dashboard/commands'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockLayout()
})

test('S2.04 contacts are listed in a table with links to their pages; those without a name are distinguishable', async () => {
  contacts([
    [
      contact(1, { email: 'peter@example.com' }),
      contact(2, { name: null }),
      contact(3, { name: null, email: 'ann@example.com', is_online: true }),
    ],
  ])
  showContacts()
  const table = await screen.findByRole('table', { name: 'Contacts' })
  expect(names()).toEqual(['Peter 1', 'Visitor 0002', 'ann@example.com'])
  expect(within(table).getByText('peter@example.com')).toBeDefined()
  expect(within(table).getAllByText(/Online now/).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Peter 1' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/contacts/${idOf(1)}`,
  )
  expect(table.getAttribute('aria-rowcount')).toBe('4')
})
test('a printed list says how many contacts are left out, with formatted numbers', async () => {
  const server = contacts([[contact(1), contact(2)]])
  server.answers[`GET ${base}/contact-counts`] = () => ({ all: 12_345, visitor: 0, lead: 12_345, user: 0 })
  showContacts()
  expect(await screen.findByText('The first 2 contacts of 12,345')).toBeDefined()
})
test('/ focuses the list’s search field; Enter, or Escape in the empty field, returns to the list', async () => {
  contacts([[contact(1)]])
  showContacts()
  await screen.findByText('Peter 1')
  act(() => {
    runCommand('search')
  })
  const search = screen.getByRole('searchbox', { name: 'Search by name or email' })
  expect(document.activeElement).toBe(search)
  fireEvent.change(search, { target: { value: 'Pe' } })
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(document.activeElement).toBe(search)
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(document.activeElement).toBe(document.body)
  search.focus()
  fireEvent.change(search, { target: { value: '' } })
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(document.activeElement).toBe(document.body)
})
test('S6.02 an agent with limited access sees a hint; contacts that become hidden leave the list and its counts', async () => {
  const server = contacts([[contact(1), contact(2)]])
  showContacts('', 'agent', 'own')
  await screen.findByText('Peter 2')
  expect(screen.getByText(/^You see contacts you own and contacts from your own conversations/)).toBeDefined()
  const counts = `GET ${base}/contact-counts`
  const before = server.calls(counts).length
  await act(() => server.emit(contactHidden.name, { integration_id: greenBean.id, contact_id: idOf(1) }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
  expect(server.calls(counts).length).toBeGreaterThan(before)
})
test('S6.02 an import updates the list and its counts for members who can’t import too', async () => {
  const pages = [[contact(1)]]
  const server = contacts(pages)
  showContacts('', 'agent')
  await screen.findByText('Peter 1')
  pages[0] = [contact(1), contact(2)]
  const counts = `GET ${base}/contact-counts`
  const before = server.calls(counts).length
  await act(() => server.emit(contactsImported.name, { integration_id: greenBean.id }))
  await waitFor(() => expect(names()).toEqual(['Peter 1', 'Peter 2']))
  expect(server.calls(counts).length).toBeGreaterThan(before)
})
test('S6.02 an agent without contacts isn’t asked to install the chat', async () => {
  contacts([[]])
  showContacts('', 'agent', 'team')
  expect(await screen.findByText('No contacts yet')).toBeDefined()
  expect(
    screen.getByText(/^You see contacts you own and contacts from your own and your teams’ conversations/),
  ).toBeDefined()
})
test('S2.04 each purpose of consent is a column, and its text can be filtered', async () => {
  const day = '2026-11-02T10:00:00.000Z'
  const consent_summary = 'Visits are measured\nNewsletter'
  const server = contacts([[contact(1, { consent_page_at: day, consent_summary }), contact(2)]])
  server.answers[`GET ${base}/contact-columns`] = () => ({
    columns: ['consent_page', 'consent_summary'],
    version: 1,
  })
  showContacts('?rules=consent_summary.contains.newsletter')
  const table = await screen.findByRole('table', { name: 'Contacts' })
  for (const head of ['Page consent', 'Consent text'])
    expect(await within(table).findByRole('columnheader', { name: head })).toBeDefined()
  expect(within(table).getByText('Visits are measured · Newsletter')).toBeDefined()
  const row = within(table).getAllByRole('row')[1]!
  expect(row.querySelector(`time[datetime="${day}"]`)).not.toBeNull()
  expect(screen.getByText(/^Consent text: contains newsletter/)).toBeDefined()
  expect(server.asked()[0]).toMatchObject({ rules: 'consent_summary.contains.newsletter' })
  // A contact whose consent no longer matches leaves the list immediately.
  await act(() => server.emitChange(contact(1, { consent_summary: 'Visits are measured', version: 2 })))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
})
test('S2.04 an imported contact shows Never instead of a time, and no language', async () => {
  const imported = { first_seen_at: null, last_seen_at: null, locale: null, import_file: 'people.csv' }
  contacts([[contact(1, imported)]])
  showContacts('?columns=last_seen,first_seen,locale,import_file')
  const table = await screen.findByRole('table', { name: 'Contacts' })
  const row = (await within(table).findAllByRole('row'))[1]
  const cells = within(row ?? table).getAllByRole('cell')
  expect(cells.filter(({ textContent }) => textContent === 'Never').length).toBeGreaterThan(0)
  expect(row?.querySelector('time')).toBeNull()
})
test('S2.04 clicking a column heading sorts the table', async () => {
  const server = contacts([[contact(1)]])
  showContacts()
  const head = await screen.findByRole('columnheader', { name: 'Last seen' })
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Name' })))
  expect(server.asked().map(({ sort }) => sort)).toEqual(['last_seen', 'name'])
  const name = await screen.findByRole('columnheader', { name: 'Name' })
  expect(name.getAttribute('aria-sort')).toBe('ascending')
})
test('S2.04 the search runs after typing stops; Clear restores the list', async () => {
  const server = contacts([[contact(1)]])
  showContacts()
  await screen.findByText('Peter 1')
  server.state.pages = [[]]
  const field = screen.getByRole('searchbox', { name: 'Search by name or email' })
  fireEvent.change(field, { target: { value: 'x' } })
  fireEvent.change(field, { target: { value: 'xyz ' } })
  expect(await screen.findByText('No matching contacts')).toBeDefined()
  expect(server.asked().map(({ search }) => search)).toEqual([undefined, 'xyz'])
  server.state.pages = [[contact(1)]]
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Clear search' })))
  expect(await screen.findByText('Peter 1')).toBeDefined()
  expect(field).toHaveProperty('value', '')
})
test('S2.04 the URL includes search, type and sort order, so a list can be shared', async () => {
  const server = contacts([[contact(1)]])
  showContacts('?search=pet&kind=lead&sort=name')
  await screen.findByText('Peter 1')
  expect(server.asked()).toMatchObject([{ search: 'pet', kind: 'lead', sort: 'name' }])
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'pet')
  expect(screen.getByRole('radio', { name: /Leads/ })).toHaveProperty('checked', true)
  const file = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? ''
  expect(file.startsWith(`${base}/contact-export?search=pet&kind=lead&`)).toBe(true)
  expect(new URLSearchParams(file.split('?')[1]).get('columns')).toBe(
    'kind,last_seen,first_seen,conversations',
  )
})
test('S2.04 a type selected while a search is pending is applied together with it', async () => {
  const server = contacts([[contact(1)]])
  showContacts()
  await screen.findByText('Peter 1')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'peter' } })
  fireEvent.click(screen.getByRole('radio', { name: /^Leads/ }))
  await waitFor(() => expect(server.asked().at(-1)).toMatchObject({ search: 'peter', kind: 'lead' }))
  // Where there is no room, the types are in a list.
  const types = screen.getByRole('combobox', { name: 'Type' })
  expect(types).toHaveProperty('value', 'lead')
  fireEvent.change(types, { target: { value: 'user' } })
  await waitFor(() => expect(server.asked().at(-1)).toMatchObject({ search: 'peter', kind: 'user' }))
})

test('S2.04 the next page is loaded before the end of the list is reached', async () => {
  const server = contacts([[contact(1), contact(2)], [contact(3)]])
  showContacts()
  expect(await screen.findByText('Peter 3')).toBeDefined()
  expect(names()).toEqual(['Peter 1', 'Peter 2', 'Peter 3'])
  expect(server.asked().map(({ cursor }) => cursor)).toEqual([undefined, '1'])
})
test('S2.04 before the first visitor the page explains how to add contacts', async () => {
  contacts([[]])
  showContacts()
  expect(await screen.findByText('Your first visitors appear here')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Install the chat' }).getAttribute('href')).toContain('/settings/')
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})
test('a list that couldn’t be loaded shows the reason and can be retried', async () => {
  const server = contacts([[contact(1)]])
  const answer = server.answers[`GET ${base}/contact`]!
  server.answers[`GET ${base}/contact`] = () =>
    errorReply(403, 'forbidden', 'You don’t have permission to do this.')
  showContacts()
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
  server.answers[`GET ${base}/contact`] = answer
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Peter 1')).toBeDefined()
})
test('S2.04 an event updates a listed row in place, and a new contact reloads the list', async () => {
  const server = contacts([[contact(1), contact(2)]])
  showContacts()
  await screen.findByText('Peter 2')
  await server.emitChange(contact(2, { name: 'Peter the Second', version: 2 }))
  expect(names()).toEqual(['Peter 1', 'Peter the Second'])
  await server.emitChange(contact(2, { name: 'An older name', version: 1 }))
  expect(names()).toEqual(['Peter 1', 'Peter the Second'])
  expect(server.asked().length).toBe(1)
  server.state.pages = [[contact(3), contact(1), contact(2)]]
  await server.emitChange(contact(3))
  await waitFor(() => expect(names()[0]).toBe('Peter 3'))
})
test('S2.04 changes of contacts outside the search don’t reload it', async () => {
  const server = contacts([[contact(1)]])
  showContacts('?search=petér')
  await screen.findByText('Peter 1')
  await server.emitChange(contact(9, { name: 'Anna' }))
  expect(server.asked().length).toBe(1)
  await server.emitChange(contact(8, { name: 'PETER 8' }))
  expect(server.asked().length).toBe(2)
})
test('S6.02 members who can’t export the list don’t see the button', async () => {
  contacts([[contact(1)]])
  showContacts('', 'agent')
  await screen.findByText('Peter 1')
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})

test('online visitors have their own view, which updates live', async () => {
  const here = (number: number, changes: Partial<OnlineVisitor> = {}): OnlineVisitor => {
    const { is_online: _, ...row } = contact(number)
    const since = new Date(Date.now() - 5.5 * minute_ms).toISOString()
    const page = { url: 'https://green-bean.example/beans?x=1', title: 'Beans', at: since }
    return { ...row, online_since: since, page, ...changes }
  }
  const server = contacts([[contact(1)]])
  server.answers[`GET ${base}/online-visitors`] = () => ({ items: [here(1)], total: 1 })
  showContacts()
  fireEvent.click(await screen.findByRole('radio', { name: 'On your site now (1)' }))
  const table = await screen.findByRole('table', { name: 'On your site now' })
  expect(names()).toEqual(['Peter 1'])
  const page = within(table).getByRole('link', { name: /Beans/ })
  expect(page.getAttribute('href')).toBe('https://green-bean.example/beans?x=1')
  expect(page.getAttribute('rel')).toContain('noopener')
  expect(within(table).getAllByText('5 min')).toHaveLength(2)

  const key = { integration_id: greenBean.id }
  const now = new Date().toISOString()
  await server.emit('VisitorOnline', here(2, { online_since: now, page: null }))
  expect(await screen.findByRole('radio', { name: 'On your site now (2)' })).toBeDefined()
  expect(names()).toEqual(['Peter 2', 'Peter 1'])
  const moved = { url: 'javascript:alert(1)', title: 'Basket', at: now }
  await server.emit('VisitorNavigated', { ...key, contact_id: idOf(1), page: moved })
  expect(await within(table).findByText('Basket')).toBeDefined()
  // A URL that browsers must not follow is shown as text.
  expect(within(table).queryByRole('link', { name: /Basket/ })).toBeNull()
  await server.emit('VisitorOffline', { ...key, contact_id: idOf(1), online_since: here(1).online_since })
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
  await server.emit('VisitorOffline', { ...key, contact_id: idOf(2), online_since: now })
  expect(await screen.findByText('No one is on your site right now')).toBeDefined()
})

test('S2.04 rows are selected by checkbox, Shift and key; a bulk action applies to the whole list or to the selection', async () => {
  const server = contacts([[contact(1), contact(2), contact(3)]])
  const start = `POST ${base}/contact-bulk-action`
  // The page sends what the contract accepts.
  server.answers[start] = (body) => {
    const { id, change } = body as { id: string; change: object }
    const created_at = new Date().toISOString()
    const counts = { total: 3, done: 3, changed: 3, incomplete: 0, version: 2 }
    return {
      id,
      integration_id: greenBean.id,
      list: 'contacts',
      change,
      state: 'done',
      created_at,
      ...counts,
    }
  }
  server.answers[`GET ${base}/users`] = () => ({ users: [], invitations: [] })
  showContacts()
  await screen.findByText('Peter 1')
  const box = (number: number) => screen.getByRole('checkbox', { name: `Select Peter ${number}` })
  fireEvent.click(box(1))
  const bar = await screen.findByRole('region', { name: 'Actions for selected contacts' })
  expect(within(bar).getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(box(3), { shiftKey: true })
  await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('3 selected'))
  expect(within(bar).getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
    `ids=${[1, 2, 3].map(idOf).join('%2C')}`,
  )
  fireEvent.click(within(bar).getByRole('button', { name: 'Erase…' }))
  const sure = await screen.findByRole('dialog', { name: 'Erase 3 contacts?' })
  fireEvent.change(within(sure).getByRole('textbox'), { target: { value: '3' } })
  fireEvent.click(within(sure).getByRole('button', { name: 'Erase permanently' }))
  await waitFor(() => expect(server.calls(start)).toHaveLength(1))
  expect(server.calls(start)[0]?.body).toMatchObject({
    change: { kind: 'erase' },
    contact_ids: [1, 2, 3].map(idOf),
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: /Actions for selected/ })).toBeNull())
})
test('S6.02 read-only members can’t select rows', async () => {
  contacts([[contact(1)]])
  showContacts('', 'viewer')
  await screen.findByText('Peter 1')
  expect(screen.queryByRole('checkbox', { name: 'Select Peter 1' })).toBeNull()
})
