// @vitest-environment jsdom
import { type CustomRole, customRoleDeleted, customRoleSaved } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { actionsOf, memberPath, people, showTeam } from '../../../../test/show-team.tsx'
import { createTestTransport, errorReply } from '../../../../test/transport.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const path = `/api/integration/${greenBean.id}/role`
const writer: CustomRole = {
  id: '01980000-0000-7000-8000-0000000000b1',
  integration_id: greenBean.id,
  name: 'Writer',
  base_role: 'editor',
  withheld: ['tags.manage'],
  created_at: '2026-11-19T10:00:00.000Z',
  version: 1,
}
const table = () => screen.findByRole('table', { name: 'Roles' })
const team = (more: object = {}) =>
  createTestTransport(
    { 'GET /api/integration/users': () => people, [`GET ${path}`]: () => [writer], ...more },
    { isLive: true },
  )

test('S6.02 the team page lists built-in roles with their rights, and custom ones with their restrictions, live', async () => {
  const server = team()
  showTeam('viewer')
  expect(within(await table()).getByText('Editor without: Manage tags')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'New role' })).toBeNull()
  fireEvent.click(within(await table()).getByRole('button', { name: 'Agent' }))
  const dialog = await screen.findByRole('dialog', { name: 'Agent' })
  expect(within(dialog).getByText('Reply, take notes, assign and resolve')).toBeDefined()
  expect(within(dialog).queryByText('Manage tags')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await server.emit(customRoleSaved.name, { ...writer, withheld: [], version: 2 })
  expect(await within(await table()).findByText('Same rights as Editor')).toBeDefined()
  await server.emit(customRoleDeleted.name, { id: writer.id, integration_id: greenBean.id })
  await waitFor(async () => expect(within(await table()).queryByText('Writer')).toBeNull())
})

test('422 S6.02 a role is created from the rights of a built-in one, and a rejected name stays in its field', async () => {
  const server = team({
    [`POST ${path}`]: () => errorReply(422, 'invalid_input', 'Check the fields.', { name: ['Taken.'] }),
  })
  showTeam()
  fireEvent.click(await screen.findByRole('button', { name: 'New role' }))
  const dialog = await screen.findByRole('dialog', { name: 'New role' })
  const right = (name: RegExp) => within(dialog).getByRole('checkbox', { name })
  expect(right(/^Delete the workspace/).hasAttribute('disabled')).toBe(true)
  expect(right(/^Manage tags.*Not included in Agent/).hasAttribute('disabled')).toBe(true)
  fireEvent.change(within(dialog).getByLabelText('Based on'), { target: { value: 'editor' } })
  fireEvent.click(right(/^Manage tags/))
  fireEvent.click(right(/^View reports/))
  fireEvent.click(right(/^View reports/))
  fireEvent.change(within(dialog).getByLabelText('Role name'), { target: { value: 'Writer' } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`POST ${path}`)[0]?.body).toEqual({
    name: 'Writer',
    base_role: 'editor',
    withheld: ['tags.manage'],
  })
  expect(within(dialog).getByLabelText('Role name').getAttribute('aria-invalid')).toBe('true')
})

test('S6.02 a custom role is assigned from a member’s menu; roles with rights one lacks aren’t offered', async () => {
  const server = team({ [`PUT ${memberPath}`]: () => ({ reassigned: null }) })
  const { unmount } = showTeam()
  await table()
  const item = { name: 'Writer' }
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitemradio', item))
  await waitFor(() => expect(server.calls(`PUT ${memberPath}`)).toHaveLength(1))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({
    role: 'editor',
    custom_role_id: writer.id,
    reassign_to: null,
  })
  unmount()
  const limited = { id: 'lead', name: 'Lead', withheld: ['contacts.manage' as const] }
  showTeam('admin', {
    integrations: [{ ...greenBean, role: 'admin', custom_role: limited }],
    active_integration: eva.active_integration,
  })
  await table()
  const offered = within(await actionsOf('Jana')).getAllByRole('menuitemradio')
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Agent',
    'Viewer',
    'All conversations',
    'Their teams’ and their own',
    'Only their own',
  ])
})

test('S9.16 without custom roles in the plan existing ones can only be viewed and deleted', async () => {
  team({ [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan: 'starter' }) })
  showTeam('owner')
  expect(await screen.findByText('Custom roles are available from the Pro plan')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'New role' })).toBeNull()
  fireEvent.click(within(await table()).getByRole('button', { name: 'Writer' }))
  expect(await screen.findByRole('dialog', { name: 'Writer' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await actionsOf('Writer')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete role'])
})
