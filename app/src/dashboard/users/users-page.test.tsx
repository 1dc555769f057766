// @vitest-environment jsdom
import { availabilityChanged, conversationChanged, type Member, teamChanged } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import UsersPage from './users-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const member = (id: string, name: string, changes: Partial<Member> = {}): Member => ({
  user_id: id,
  name,
  email: `${name}@example.com`,
  display_name: '',
  avatar_id: null,
  time_zone: null,
  signature: '',
  role: 'agent',
  custom_role: null,
  conversation_access: 'all',
  joined_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: null,
  two_factor: null,
  open_conversations: 0,
  availability: 'online',
  is_idle: false,
  capacity: null,
  languages: [],
  hours_note: '',
  week: null,
  work_spans: [],
  ...changes,
})
const hourAgo = new Date(Date.now() - 3_700_000).toISOString()
const people = {
  users: [
    member(eva.id, 'Eva', { role: 'owner', open_conversations: 2 }),
    member('jana', 'Jana', { last_seen_at: hourAgo, open_conversations: 3, capacity: 5 }),
    member('karol', 'Karol'),
  ],
  invitations: [
    {
      id: '1',
      email: 'new@example.com',
      role: 'editor',
      team_ids: [],
      state: 'pending',
      sent_at: hourAgo,
      expires_at: '2026-11-28T10:00:00.000Z',
    },
    {
      id: '2',
      email: 'late@example.com',
      role: 'viewer',
      state: 'expired',
      sent_at: hourAgo,
      expires_at: '2026-11-02T10:00:00.000Z',
    },
  ],
}
const users = (role: typeof greenBean.role = 'owner') =>
  showPage(UsersPage, {
    path: '/en/app/i/:integrationId/users',
    at: `/en/app/i/${greenBean.id}/users`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') ?? document.body

test('S2.11 the directory shows online members, open conversations and pending invitations', async () => {
  const server = createTestTransport({ 'GET /api/integration/users': () => people })
  users()
  expect((await rowOf('Jana')).textContent).toMatch(/Agent.*Last seen 1 hour ago.*3/)
  expect((await rowOf('Karol')).textContent).toMatch(/Offline.*0/)
  expect((await rowOf('new@example.com')).textContent).toMatch(/Editor.*Invited.*until Nov 28, 2026/)
  expect((await rowOf('late@example.com')).textContent).toMatch(/Invited.*expired on/)
  const evasRow = await rowOf('Eva')
  expect(evasRow.textContent).toMatch(/you.*Owner.*Online now/)
  expect(within(evasRow).getByRole('link', { name: '2' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/conversation?view=mine`,
  )
  expect(screen.getByText('1 of 3 online')).toBeDefined()
  const [watcher] = server.watchers
  expect(watcher?.channel).toBe(`presence-integration.${greenBean.id}`)
  act(() => watcher?.received([{ id: 'karol', name: 'Karol' }]))
  expect((await rowOf('Karol')).textContent).toContain('Online now')
  expect(screen.getByText('2 of 3 online')).toBeDefined()
})
test('S2.11 the load changes with conversations, relative to capacity, and a new member is loaded', async () => {
  const server = createTestTransport({ 'GET /api/integration/users': () => people })
  users()
  expect((await rowOf('Jana')).textContent).not.toContain('At capacity')
  const answer =
    (open_conversations: number, ...more: Member[]) =>
    () => ({
      ...people,
      users: [
        ...people.users.map((one) => (one.user_id === 'jana' ? { ...one, open_conversations } : one)),
        ...more,
      ],
    })
  server.answers['GET /api/integration/users'] = answer(7)
  await server.emit(conversationChanged.name)
  await waitFor(async () => expect((await rowOf('Jana')).textContent).toContain('7 / 5At capacity'))
  server.answers['GET /api/integration/users'] = answer(7, member('new', 'Nora'))
  await server.emit(teamChanged.name)
  act(() => server.watchers[0]?.received([{ id: 'new', name: 'Nora' }]))
  expect((await rowOf('Nora')).textContent).toContain('Online now')
})
test('S6.02 members who manage the team see the link to its settings', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  users()
  expect((await screen.findByRole('link', { name: 'Manage team' })).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/settings/team`,
  )
})
test('S2.11 S6.02 a row opens a member’s details, with their menu for those who manage the team', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  users()
  fireEvent.click(await screen.findByRole('button', { name: 'Jana' }))
  const detail = await screen.findByRole('dialog', { name: 'Member' })
  expect(detail.textContent).toMatch(/Jana.*Role.*Agent.*Conversation access.*Open conversations.*3 \/ 5/)
  expect(within(detail).getByRole('link', { name: '3' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/conversation?view=all&assignee=jana`,
  )
  expect(within(detail).getByRole('button', { name: 'Actions for Jana' })).toBeDefined()
})
test('S6.02 every role can see the directory', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  users('viewer')
  await rowOf('Jana')
  expect(screen.queryByRole('link', { name: 'Manage team' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Jana' })).toBeNull()
})
test('a directory that couldn’t be loaded shows the reason and can be retried', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => errorReply(403, 'forbidden', 'You don’t have permission to do this.'),
  })
  users()
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
  server.answers['GET /api/integration/users'] = () => people
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  await rowOf('Jana')
})
test('an online member who is away is shown as away immediately', async () => {
  const server = createTestTransport({ 'GET /api/integration/users': () => people })
  users()
  await rowOf('Karol')
  act(() => server.watchers[0]?.received([{ id: 'karol', name: 'Karol' }]))
  expect((await rowOf('Karol')).textContent).toContain('Online now')
  const idle = { user_id: 'karol', availability: 'online', is_idle: true }
  await server.emit(availabilityChanged.name, { integration_id: greenBean.id, ...idle })
  expect((await rowOf('Karol')).textContent).toContain('Away')
  expect(screen.getByText('1 of 3 online')).toBeDefined()
})
const figuresOf = (user_id: string, replied: number, more: object = {}) => ({
  user_id,
  conversations: replied + 1,
  replied,
  first_reply_median_s: 240,
  resolved: 2,
  rated: 0,
  rating_average: null,
  ...more,
})
const withFigures = {
  'GET /api/integration/users': () => people,
  [`GET /api/integration/${greenBean.id}/member-stats`]: () => [
    figuresOf(eva.id, 3, { rated: 4, rating_average: 4.75 }),
    figuresOf('jana', 9),
  ],
}
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.split(': ').at(-1))

test('S2.11 members see their own statistics for 7 or 30 days, and those of the team if their role allows it', async () => {
  const server = createTestTransport(withFigures)
  users('viewer')
  const region = await screen.findByRole('region', { name: 'Your stats' })
  await within(region).findByText('4 ratings')
  expect([...region.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
    'Open now2',
    'Replied to3of 4 conversations',
    'Median first reply time4 min',
    'Resolved2',
    'Average rating4.84 ratings',
  ])
  const table = within(region).getByRole('table', { name: 'Team stats' })
  expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([
    ['Jana', '3', '9', '4 min', '2', '–'],
    ['Eva', '2', '3', '4 min', '2', '4.8'],
    ['Karol', '0', '0', '–', '0', '–'],
  ])
  const asked = () => server.calls(`GET /api/integration/${greenBean.id}/member-stats`).at(-1)?.url
  expect(asked()).toContain('days=7')
  fireEvent.click(within(region).getByRole('radio', { name: 'Last 30 days' }))
  await waitFor(() => expect(asked()).toContain('days=30'))
})
test('S2.11 an agent sees only their own numbers', async () => {
  createTestTransport(withFigures)
  users('agent')
  const region = await screen.findByRole('region', { name: 'Your stats' })
  await within(region).findByText('4 ratings')
  expect(within(region).queryByRole('table')).toBeNull()
})
