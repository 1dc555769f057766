// @vitest-environment jsdom
import { day_ms } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { jana_id, people, showTeam } from '../../../test/show-team.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'

// Days are calendar days: at noon, 3.1 days ago is three days back.
const noon = new Date().setHours(12, 0, 0, 0)
beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }))

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('S7.11 the team page lists members and open invitations', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  showTeam()
  const members = await screen.findByRole('table', { name: 'Members' })
  expect(within(members).getByText('eva@example.com')).toBeDefined()
  const invitations = screen.getByRole('table', { name: 'Pending invitations' })
  expect(within(invitations).getByText('jana@example.com')).toBeDefined()
  expect(within(invitations).queryByText('past@example.com')).toBeNull()
})
test('S2.11 members are shown with last activity and teams, live', async () => {
  const [owner, jana] = people.users
  const last_seen_at = new Date(noon - 3.1 * day_ms).toISOString()
  const returns = {
    integration_id: greenBean.id,
    id: '01980000-0000-7000-8000-0000000000a1',
    name: 'Returns',
    member_ids: [jana_id],
    assignment_mode: 'manual',
    created_at: last_seen_at,
    version: 1,
  }
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ ...people, users: [owner, { ...jana, last_seen_at }] }),
    [`GET /api/integration/${greenBean.id}/team`]: () => [returns],
  })
  showTeam()
  const members = await screen.findByRole('table', { name: 'Members' })
  const row = () => within(members).getByText('jana@here.example').closest('tr')?.textContent
  await waitFor(() => expect(row()).toContain('Returns'))
  expect(row()).toContain('Last seen 3 days ago')
  await server.setMembers(`presence-integration.${greenBean.id}`, [{ id: jana_id, name: 'Jana' }])
  expect(row()).toContain('Online')
})
test('S6.02 a viewer sees the team and can’t invite', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  showTeam('viewer')
  await screen.findByRole('table', { name: 'Members' })
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for jana@example.com' })).toBeNull()
})

const teamPath = `/api/integration/${greenBean.id}/team`
const sales = {
  id: '01980000-0000-7000-8000-000000000070',
  integration_id: greenBean.id,
  name: 'Sales',
  member_ids: [jana_id],
  assignment_mode: 'manual',
  created_at: '2026-11-01T10:00:00.000Z',
  version: 1,
}
test('members are grouped into teams, and a rejected name stays in its field', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [sales],
    [`POST ${teamPath}`]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { name: ['This name is taken.'] }),
  })
  showTeam()
  const table = await screen.findByRole('table', { name: 'Teams' })
  expect(within(table).getByText('Jana')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'New team' }))
  const dialog = await screen.findByRole('dialog', { name: 'New team' })
  const name = within(dialog).getByLabelText('Team name')
  fireEvent.change(name, { target: { value: 'Support' } })
  fireEvent.click(within(dialog).getByLabelText('Jana'))
  fireEvent.change(within(dialog).getByLabelText('Assign new conversations'), {
    target: { value: 'round_robin' },
  })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(server.calls(`POST ${teamPath}`)[0]?.body).toEqual({
    name: 'Support',
    member_ids: [jana_id],
    assignment_mode: 'round_robin',
  })
  expect(within(dialog).getAllByText('This name is taken.').length).toBeGreaterThan(0)
  expect(name).toHaveProperty('value', 'Support')
  server.answers[`POST ${teamPath}`] = () => ({ ...sales, id: eva.id, name: 'Support' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(await within(table).findByText('Support')).toBeDefined()
})
test('S6.02 members who manage the team set whether two-factor authentication is required, after setting up their own', async () => {
  const path = `PUT /api/integration/${greenBean.id}/two-factor`
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => ({ ...eva, has_two_factors: true }),
    [path]: (body) => body,
  })
  const { unmount } = showTeam()
  const need = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Required for this workspace' })
  expect((await need()).disabled).toBe(true)
  unmount()
  showTeam('owner', { has_two_factors: true })
  await act(async () => void fireEvent.click(await need()))
  expect(server.calls(path)[0]?.body).toEqual({ is_needed: true })
  expect(await screen.findByText('Two-factor authentication is now required')).toBeDefined()
})
test('S2.11 a team that couldn’t be loaded leaves the page in place, and loads when tried again', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => errorReply(429, 'rate_limited', 'Too many attempts.'),
  })
  showTeam()
  expect(await screen.findByText('Couldn’t load the team')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Team' })).toBeDefined()
  server.answers['GET /api/integration/users'] = () => people
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Members' })).toBeDefined()
})
