// @vitest-environment jsdom
import type { OnlineVisitor } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts, idOf } from '../../../test/contact-list.ts'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { layOut } from '../../../test/layout.ts'
import { showPage } from '../../../test/render.tsx'
import { refuse } from '../../../test/transport.ts'
import { give } from '#dashboard/commands'
import ContactsPage from './contacts-page.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  layOut()
})
const base = `/api/integration/${greenBean.id}`
const plan = {
  id: '01980000-0000-7000-8004-000000000001',
  integration_id: greenBean.id,
  name: 'Plan',
  type: 'text',
  options: [],
  position: 0,
  version: 1,
}
const list = (query = '', role: typeof greenBean.role = 'owner') =>
  showPage(ContactsPage, {
    path: '/en/app/i/:integrationId/contacts',
    at: `/en/app/i/${greenBean.id}/contacts${query}`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const names = () =>
  screen.getAllByRole('link', { name: /^Peter|^Visitor|@/ }).map(({ textContent }) => textContent)

test('S2.04 contacts stand in a table, each leading to its page; who has no name is told apart', async () => {
  contacts([
    [
      contact(1, { email: 'peter@example.com' }),
      contact(2, { name: null }),
      contact(3, { name: null, email: 'ann@example.com', is_online: true }),
    ],
  ])
  list()
  const table = await screen.findByRole('table', { name: 'Contacts' })
  expect(names()).toEqual(['Peter 1', 'Visitor 0002', 'ann@example.com'])
  expect(within(table).getByText('peter@example.com')).toBeDefined()
  expect(within(table).getAllByText(/Online now/).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Peter 1' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/contacts/${idOf(1)}`,
  )
  expect(table.getAttribute('aria-rowcount')).toBe('4')
})
/** A screen with room for a preview beside the list, or one without. */
const screenOf = (isRoomy: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isRoomy,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
function withProfiles(server: ReturnType<typeof contacts>) {
  for (const row of server.state.pages.flat()) {
    const own = `${base}/contact/${row.id}`
    server.answers[`GET ${own}`] = () => ({
      ...row,
      here: null,
      pages: [],
      erasing: null,
      blocked: null,
      merges: [],
      consents: [],
      note_count: 2,
    })
    server.answers[`GET ${own}/timeline`] = () => ({
      items: [
        {
          kind: 'conversation',
          id: row.id,
          at: row.last_seen_at,
          number: 7,
          subject: `Asked by ${row.name}`,
          status: 'open',
        },
      ],
      next: null,
    })
  }
  return server
}
test('S2.04 a click shows somebody beside the list, keys move the preview, Escape closes it and Enter opens the page', async () => {
  screenOf(true)
  withProfiles(contacts([[contact(1), contact(2), contact(3)]]))
  list()
  const link = (number: number) => screen.findByRole('link', { name: `Peter ${number}` })
  fireEvent.click(await link(2), { detail: 1 })
  const preview = (number: number) =>
    screen.findByRole('complementary', { name: `Preview of Peter ${number}` })
  const shown = within(await preview(2))
  expect(await shown.findByRole('link', { name: /Asked by Peter 2/ })).toBeDefined()
  expect(shown.getByText('2 notes')).toBeDefined()
  expect(shown.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/contacts/${idOf(2)}`,
  )
  expect(screen.getByRole('row', { name: /Peter 2/ }).querySelector('[aria-current]')).not.toBeNull()
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  await preview(3)
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  fireEvent.keyDown(document.body, { key: 'ArrowUp' })
  await preview(2)
  act(() => give('previous'))
  await preview(1)
  act(() => give('back'))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  // Told by a key, and not by a click.
  fireEvent.click(within(screen.getByRole('table')).getByRole('link', { name: 'Peter 1' }), { detail: 0 })
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('S2.04 the address of a preview opens it again, and leads to the page where there is no room', async () => {
  screenOf(true)
  withProfiles(contacts([[contact(1), contact(2)]]))
  const { unmount } = list(`?contact=${idOf(2)}&sort=name`)
  await screen.findByRole('complementary', { name: 'Preview of Peter 2' })
  fireEvent.click(screen.getByRole('button', { name: 'Close the preview' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  unmount()
  screenOf(false)
  const narrow = list()
  fireEvent.click(await screen.findByRole('link', { name: 'Peter 1' }), { detail: 1 })
  expect(await screen.findByText('Another page')).toBeDefined()
  narrow.unmount()
  list(`?contact=${idOf(2)}`)
  expect(await screen.findByText('Another page')).toBeDefined()
})
test('S2.04 the heads of the table set its order', async () => {
  const server = contacts([[contact(1)]])
  list()
  const head = await screen.findByRole('columnheader', { name: 'Last seen' })
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Name' })))
  expect(server.asked().map(({ sort }) => sort)).toEqual(['last_seen', 'name'])
  const name = await screen.findByRole('columnheader', { name: 'Name' })
  expect(name.getAttribute('aria-sort')).toBe('ascending')
})
test('S2.04 what is typed is searched for once it rests; Clear brings everybody back', async () => {
  const server = contacts([[contact(1)]])
  list()
  await screen.findByText('Peter 1')
  server.state.pages = [[]]
  const field = screen.getByRole('searchbox', { name: 'Search name or e-mail' })
  fireEvent.change(field, { target: { value: 'x' } })
  fireEvent.change(field, { target: { value: 'xyz ' } })
  expect(await screen.findByText('Nobody matches')).toBeDefined()
  expect(server.asked().map(({ search }) => search)).toEqual([undefined, 'xyz'])
  server.state.pages = [[contact(1)]]
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Clear' })))
  expect(await screen.findByText('Peter 1')).toBeDefined()
  expect(field).toHaveProperty('value', '')
})
test('S2.04 the address holds search, kind and order, so that a list can be shared', async () => {
  const server = contacts([[contact(1)]])
  list('?search=pet&kind=lead&sort=name')
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
test('S2.04 a kind that is chosen while the typing rests is asked for beside the words', async () => {
  const server = contacts([[contact(1)]])
  list()
  await screen.findByText('Peter 1')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'peter' } })
  fireEvent.click(screen.getByRole('radio', { name: /^Leads/ }))
  await waitFor(() => expect(server.asked().at(-1)).toMatchObject({ search: 'peter', kind: 'lead' }))
})

test('S2.04 the next page is read before its end is reached', async () => {
  const server = contacts([[contact(1), contact(2)], [contact(3)]])
  list()
  expect(await screen.findByText('Peter 3')).toBeDefined()
  expect(names()).toEqual(['Peter 1', 'Peter 2', 'Peter 3'])
  expect(server.asked().map(({ cursor }) => cursor)).toEqual([undefined, '1'])
})
test('S2.04 before the first visitor the page says how they come', async () => {
  contacts([[]])
  list()
  expect(await screen.findByText('Your first visitors appear here')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Install the widget' }).getAttribute('href')).toContain(
    '/settings/',
  )
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})
test('a list that could not be read says why and is asked for again', async () => {
  const server = contacts([[contact(1)]])
  const answer = server.answers[`GET ${base}/contact`]!
  server.answers[`GET ${base}/contact`] = () => refuse(403, 'forbidden', 'Your role does not allow this.')
  list()
  expect((await screen.findByRole('alert')).textContent).toContain('Your role does not allow this.')
  server.answers[`GET ${base}/contact`] = answer
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Peter 1')).toBeDefined()
})
test('S2.04 news of somebody listed changes their row where it stands, somebody new is read', async () => {
  const server = contacts([[contact(1), contact(2)]])
  list()
  await screen.findByText('Peter 2')
  await server.tellChange(contact(2, { name: 'Peter the Second', version: 2 }))
  expect(names()).toEqual(['Peter 1', 'Peter the Second'])
  await server.tellChange(contact(2, { name: 'An older name', version: 1 }))
  expect(names()).toEqual(['Peter 1', 'Peter the Second'])
  expect(server.asked().length).toBe(1)
  server.state.pages = [[contact(3), contact(1), contact(2)]]
  await server.tellChange(contact(3))
  await waitFor(() => expect(names()[0]).toBe('Peter 3'))
})
test('S2.04 a search is not disturbed by those it does not look for', async () => {
  const server = contacts([[contact(1)]])
  list('?search=petér')
  await screen.findByText('Peter 1')
  await server.tellChange(contact(9, { name: 'Anna' }))
  expect(server.asked().length).toBe(1)
  await server.tellChange(contact(8, { name: 'PETER 8' }))
  expect(server.asked().length).toBe(2)
})
test('S6.02 who may not take the list along is not offered it', async () => {
  contacts([[contact(1)]])
  list('', 'agent')
  await screen.findByText('Peter 1')
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})

test('who is on the site now stands in a view of its own, and comes, moves and goes by itself', async () => {
  const here = (number: number, changes: Partial<OnlineVisitor> = {}): OnlineVisitor => {
    const { is_online: _, ...row } = contact(number)
    const since = new Date(Date.now() - 5.5 * 60_000).toISOString()
    const page = { url: 'https://green-bean.example/beans?x=1', title: 'Beans', at: since }
    return { ...row, here_since: since, page, ...changes }
  }
  const server = contacts([[contact(1)]])
  server.answers[`GET ${base}/visitors-online`] = () => ({ items: [here(1)], total: 1 })
  list()
  fireEvent.click(await screen.findByRole('radio', { name: 'On the site now (1)' }))
  const table = await screen.findByRole('table', { name: 'On the site now' })
  expect(names()).toEqual(['Peter 1'])
  const page = within(table).getByRole('link', { name: /Beans/ })
  expect(page.getAttribute('href')).toBe('https://green-bean.example/beans?x=1')
  expect(page.getAttribute('rel')).toContain('noopener')
  expect(within(table).getAllByText('5 mins')).toHaveLength(2)

  const key = { integration_id: greenBean.id }
  const now = new Date().toISOString()
  await server.tell('VisitorCameOnline', here(2, { here_since: now, page: null }))
  expect(await screen.findByRole('radio', { name: 'On the site now (2)' })).toBeDefined()
  expect(names()).toEqual(['Peter 2', 'Peter 1'])
  const moved = { url: 'javascript:alert(1)', title: 'Basket', at: now }
  await server.tell('VisitorMoved', { ...key, contact_id: idOf(1), page: moved })
  expect(await within(table).findByText('Basket')).toBeDefined()
  // An address that a browser must not follow is told, not linked.
  expect(within(table).queryByRole('link', { name: /Basket/ })).toBeNull()
  await server.tell('VisitorLeft', { ...key, contact_id: idOf(1), here_since: here(1).here_since })
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
  await server.tell('VisitorLeft', { ...key, contact_id: idOf(2), here_since: now })
  expect(await screen.findByText('Nobody is on the site now')).toBeDefined()
})

/** The server's side of a member's own columns. */
function columns(server: ReturnType<typeof contacts>) {
  let held: { columns: string[] | null; version: number } = { columns: null, version: 0 }
  server.answers[`GET ${base}/contact-columns`] = () => held
  server.answers[`PUT ${base}/contact-columns`] = (body) => {
    // What the page sends is what the contract takes.
    held = { ...(body as typeof held), version: held.version + 1 }
    return held
  }
  return () => held.columns
}
test('S2.04 the columns are chosen from what is known of contacts and put in order, and the member keeps them', async () => {
  const server = contacts([[contact(1, { company: 'Acme', country: 'SK', fields: { [plan.id]: 'Gold' } })]])
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  const kept = columns(server)
  list()
  fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  for (const [name, isChosen] of [
    ['Company', true],
    ['Country', true],
    ['Plan', true],
    ['Kind', false],
  ] as const) {
    fireEvent.click(await screen.findByRole('checkbox', { name }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', isChosen))
  }
  const table = screen.getByRole('table', { hidden: true })
  const heads = () =>
    within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map((head) => head.textContent)
  expect(heads()).toEqual(['Name', 'Last seen', 'First seen', 'Conversations', 'Company', 'Country', 'Plan'])
  for (const value of ['Acme', 'Slovakia', 'Gold']) expect(within(table).getByText(value)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Move Plan up' }))
  await waitFor(() => expect(heads().slice(-2)).toEqual(['Plan', 'Country']))
  await waitFor(() =>
    expect(kept()).toEqual(['last_seen', 'first_seen', 'conversations', 'company', plan.id, 'country']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'The usual columns' }))
  await waitFor(() => expect(heads()).toEqual(['Name', 'Kind', 'Last seen', 'First seen', 'Conversations']))
  await waitFor(() => expect(kept()).toBeNull())
})

const lastRules = (server: ReturnType<typeof contacts>) => server.asked().at(-1)?.rules
test('S2.04 filters are put together in words, one that is incomplete is named, and each can be taken away', async () => {
  const server = contacts([[contact(1, { company: 'Acme' })]])
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  list()
  await screen.findByText('Peter 1')
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  await open()
  const field = await screen.findByRole('combobox', { name: 'What' })
  fireEvent.change(field, { target: { value: 'company' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect((await screen.findByRole('alert')).textContent).toContain('“Company”')
  fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: 'acme' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add a filter' }))
  const [, second] = screen.getAllByRole('combobox', { name: 'What' })
  fireEvent.change(second!, { target: { value: 'kind' } })
  for (const value of ['lead', 'visitor'])
    fireEvent.change(screen.getByRole('combobox', { name: 'Value' }), { target: { value } })
  fireEvent.click(screen.getByRole('radio', { name: 'Any filter holds' }))
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('company.contains.acme;kind.any_of.lead,visitor'))
  expect(server.asked().at(-1)).toMatchObject({ match: 'any' })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Kind: any of Lead, Visitor' }))
  await waitFor(() => expect(lastRules(server)).toBe('company.contains.acme'))

  // Who is no longer wanted leaves the list; who is wanted now is read.
  await server.tellChange(contact(1, { company: 'Other', version: 2 }))
  await waitFor(() => expect(screen.queryByText('Peter 1')).toBeNull())
})

test('those who are blocked are found, and leave the list once they may write again', async () => {
  const blocked = { blocked_at: '2026-11-01T10:00:00.000Z', blocked_until: null }
  const server = contacts([[contact(1, blocked), contact(2, blocked)]])
  list()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'What' }), { target: { value: 'blocked' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('blocked.yes'))
  expect(await screen.findByRole('button', { name: 'Remove: Blocked: yes' })).toBeDefined()
  await server.tellChange(contact(1, { blocked_at: null, version: 2 }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
  await server.tellChange(contact(2, { ...blocked, blocked_until: '2026-11-02T10:00:00.000Z', version: 2 }))
  await waitFor(() => expect(screen.queryByText('Peter 2')).toBeNull())
})
test('S2.04 where somebody came from and what they use is a column and a filter', async () => {
  const server = contacts([[contact(1, { utm_source: 'newsletter', device: 'tablet' }), contact(2)]])
  server.answers[`GET ${base}/contact-columns`] = () => ({ columns: ['utm_source', 'device'], version: 1 })
  list()
  expect(await screen.findByRole('columnheader', { name: 'UTM source' })).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Device' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'newsletter' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'Tablet' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'What' }), { target: { value: 'device' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Value' }), { target: { value: 'tablet' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('device.any_of.tablet'))
  expect(await screen.findByRole('button', { name: 'Remove: Device: Tablet' })).toBeDefined()
  await server.tellChange(contact(1, { device: 'mobile', version: 2 }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
})
test('S2.04 a segment opens by its address, counts who is in it, and says when something else is shown', async () => {
  const server = contacts([[contact(1, { company: 'Acme' })]])
  const segment = {
    id: '01980000-0000-7000-8005-000000000001',
    integration_id: greenBean.id,
    list: 'contacts',
    name: 'Of Acme',
    owner_id: null,
    view: 'all',
    filter: { rules: 'company.is.acme' },
  }
  server.answers[`GET ${base}/saved-view`] = () => [segment]
  server.answers[`GET ${base}/contact-segment-counts`] = () => ({ [segment.id]: 17 })
  const put = `PUT ${base}/contact-segment/${segment.id}`
  server.answers[put] = () => segment
  list(`?segment=${segment.id}`)
  await screen.findByText('Peter 1')
  expect(server.asked()).toMatchObject([{ rules: 'company.is.acme' }])
  const nav = screen.getByRole('navigation', { name: 'Segments' })
  const link = within(nav).getByRole('link', { name: /Of Acme/ })
  await waitFor(() => expect(link.textContent).toContain('17'))
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('button', { name: 'Save in “Of Acme”' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /Leads/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save in “Of Acme”' }))
  await waitFor(() => expect(server.calls(put)).toHaveLength(1))
  expect(server.calls(put)[0]?.body).toMatchObject({
    name: 'Of Acme',
    is_shared: true,
    filter: { kind: 'lead', rules: 'company.is.acme' },
  })
})

test('S2.04 rows are chosen by box, Shift and key; what is done with them is one act, from the whole list or those named', async () => {
  const server = contacts([[contact(1), contact(2), contact(3)]])
  const start = `POST ${base}/contact-bulk-act`
  // What the page sends is what the contract takes.
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
  list()
  await screen.findByText('Peter 1')
  const box = (number: number) => screen.getByRole('checkbox', { name: `Select Peter ${number}` })
  fireEvent.click(box(1))
  const bar = await screen.findByRole('region', { name: 'Change the selected contacts' })
  expect(within(bar).getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(box(3), { shiftKey: true })
  await waitFor(() => expect(within(bar).getByRole('status').textContent).toBe('3 selected'))
  expect(within(bar).getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
    `ids=${[1, 2, 3].map(idOf).join('%2C')}`,
  )
  fireEvent.click(within(bar).getByRole('button', { name: 'Erase…' }))
  const sure = await screen.findByRole('dialog', { name: 'Erase 3 people?' })
  fireEvent.change(within(sure).getByRole('textbox'), { target: { value: '3' } })
  fireEvent.click(within(sure).getByRole('button', { name: 'Erase for good' }))
  await waitFor(() => expect(server.calls(start)).toHaveLength(1))
  expect(server.calls(start)[0]?.body).toMatchObject({
    change: { kind: 'erase' },
    contact_ids: [1, 2, 3].map(idOf),
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: /Change the selected/ })).toBeNull())
})
test('S6.02 who may only read chooses nothing, and who may not erase is not offered it', async () => {
  contacts([[contact(1)]])
  list('', 'viewer')
  await screen.findByText('Peter 1')
  expect(screen.queryByRole('checkbox', { name: 'Select Peter 1' })).toBeNull()
})
