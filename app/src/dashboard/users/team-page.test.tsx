// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { handHeld, refuse } from '../../../test/transport.ts'
import TeamPage from './team-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const pending = {
  id: '01980000-0000-7000-8000-000000000050',
  email: 'jana@example.com',
  role: 'editor',
  state: 'pending',
  sent_at: '2026-11-19T10:00:00.000Z',
  expires_at: '2026-11-26T10:00:00.000Z',
}
const people = {
  users: [
    {
      user_id: eva.id,
      name: eva.name,
      email: eva.email,
      role: 'owner',
      joined_at: '2026-11-01T10:00:00.000Z',
    },
  ],
  invitations: [
    pending,
    { ...pending, id: `${pending.id.slice(0, -1)}1`, email: 'past@example.com', state: 'revoked' },
  ],
}
const revokePath = `/api/integration/${greenBean.id}/invitation/${pending.id}`
const team = (role: 'owner' | 'viewer' = 'owner') =>
  showPage(TeamPage, {
    path: '/en/app/i/:integrationId/settings/team',
    at: `/en/app/i/${greenBean.id}/settings/team`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })

test('S7.11 S2.10 the team page lists people and open invitations of the workspace', async () => {
  handHeld({ 'GET /api/integration/users': () => people })
  team()
  const members = await screen.findByRole('table', { name: 'Members' })
  expect(within(members).getByText('eva@example.com')).toBeDefined()
  const invitations = screen.getByRole('table', { name: 'Open invitations' })
  expect(within(invitations).getByText('jana@example.com')).toBeDefined()
  expect(within(invitations).queryByText('past@example.com')).toBeNull()
})
test('S7.09 S3.04 somebody is invited by e-mail, and the lists are read again', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    'PUT /api/integration/user-invite': () => pending,
  })
  team()
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'new@example.com' } })
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'editor' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'new@example.com',
    role: 'editor',
  })
  expect(server.calls('GET /api/integration/users').length).toBe(2)
  expect(await screen.findByText('An invitation is on its way to new@example.com.')).toBeDefined()
})
test('422 S5.05 an address that is invited already says so at its field', async () => {
  handHeld({
    'GET /api/integration/users': () => people,
    'PUT /api/integration/user-invite': () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', { email: ['Already invited.'] }),
  })
  team()
  await screen.findByLabelText('E-mail address')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(screen.getByLabelText('E-mail address').getAttribute('aria-invalid')).toBe('true')
})
test('S4.17 an invitation is revoked after a question', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`DELETE ${revokePath}`]: () => null,
  })
  team()
  const menu = await screen.findByRole('button', { name: 'Actions for jana@example.com' })
  fireEvent.keyDown(menu, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Revoke invitation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this invitation?' })
  expect(server.calls(`DELETE ${revokePath}`)).toEqual([])
  await act(
    async () =>
      void fireEvent.submit(
        within(dialog).getByRole('button', { name: 'Revoke invitation' }).closest('form')!,
      ),
  )
  expect(server.calls(`DELETE ${revokePath}`).length).toBe(1)
})
test('S6.02 a viewer sees the team and cannot invite', async () => {
  handHeld({ 'GET /api/integration/users': () => people })
  team('viewer')
  await screen.findByRole('table', { name: 'Members' })
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for jana@example.com' })).toBeNull()
})
