// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { actionsOf, memberPath, people, showTeam } from '../../../../test/show-team.tsx'
import { createTestTransport, errorReply } from '../../../../test/transport.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a member’s role is changed in their menu, except one’s own', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`PUT ${memberPath}`]: () => ({ reassigned: null }),
  })
  showTeam()
  const menu = await actionsOf('Jana')
  const checked = within(menu).getAllByRole('menuitemradio', { checked: true })
  expect(checked.map(({ textContent }) => textContent)).toEqual(['Agent', 'All conversations'])
  await act(async () => void fireEvent.click(within(menu).getByRole('menuitemradio', { name: 'Admin' })))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({
    role: 'admin',
    custom_role_id: null,
    reassign_to: null,
  })
  expect(await screen.findByText('Jana is now Admin')).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  expect(server.calls(`PUT ${memberPath}`)[1]?.body).toEqual({
    role: 'agent',
    custom_role_id: null,
    reassign_to: null,
  })
  const ownActions = await actionsOf(eva.name)
  expect(within(ownActions).queryByRole('menuitemradio')).toBeNull()
  expect(within(ownActions).getByRole('menuitem', { name: 'Availability and capacity' })).toBeDefined()
})
test('422 changing to a role that can’t reply asks for a new assignee, and one undo restores role and conversations', async () => {
  const bulk_action_id = '01980000-0000-7000-8000-000000000070'
  const undoPath = `/api/integration/${greenBean.id}/bulk-action/${bulk_action_id}/undo`
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`PUT ${memberPath}`]: () =>
      errorReply(422, 'invalid_input', 'Check the fields.', { reassign_to: ['Not a member.'] }),
    [`POST ${undoPath}`]: () => ({}),
  })
  showTeam()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitemradio', { name: 'Viewer' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change Jana to Viewer?' })
  expect(server.calls(`PUT ${memberPath}`)).toEqual([])
  expect(within(dialog).getByText('2 open conversations are assigned to them.')).toBeDefined()
  const field = within(dialog).getByLabelText('Reassign to')
  fireEvent.change(field, { target: { value: eva.id } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({
    role: 'viewer',
    custom_role_id: null,
    reassign_to: eva.id,
  })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  server.answers[`PUT ${memberPath}`] = () => ({ reassigned: { id: bulk_action_id, total: 2 } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(
    await screen.findByText(`Jana is now Viewer, 2 conversations reassigned to ${eva.name}`),
  ).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  await waitFor(() => expect(server.calls(`POST ${undoPath}`)).toHaveLength(1))
  expect(server.calls(`PUT ${memberPath}`).at(-1)?.body).toEqual({
    role: 'agent',
    custom_role_id: null,
    reassign_to: null,
  })
})
test('S6.02 an agent’s menu sets how much of the inbox they see, which is shown next to their role', async () => {
  const [owner, jana] = people.users
  let conversation_access = 'all'
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ ...people, users: [owner, { ...jana, conversation_access }] }),
    [`PUT ${memberPath}/work-settings`]: (body) => {
      ;({ conversation_access } = body as { conversation_access: string })
      return { ...jana, conversation_access }
    },
  })
  showTeam()
  const menu = await actionsOf('Jana')
  const ownActions = within(menu).getByRole('menuitemradio', { name: 'Only their own' })
  await act(async () => void fireEvent.click(ownActions))
  expect(server.calls(`PUT ${memberPath}/work-settings`)[0]?.body).toEqual({ conversation_access: 'own' })
  const members = screen.getByRole('table', { name: 'Members' })
  expect(await within(members).findByText('Can see only their own conversations')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(within(members).queryByText('Can see only their own conversations')).toBeNull())
})
test('422 a role or an access level that the server rejects shows an error', async () => {
  createTestTransport({
    'GET /api/integration/users': () => people,
    [`PUT ${memberPath}`]: () => errorReply(422, 'invalid_input', 'This role can’t be given.'),
    [`PUT ${memberPath}/work-settings`]: () =>
      errorReply(422, 'invalid_input', 'This access can’t be given.'),
  })
  showTeam()
  const choose = async (name: string) =>
    fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitemradio', { name }))
  await choose('Admin')
  expect(await screen.findByText('This role can’t be given.')).toBeDefined()
  await choose('Only their own')
  expect(await screen.findByText('This access can’t be given.')).toBeDefined()
})
test('the owner transfers ownership to the selected member', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => eva,
    [`PUT ${memberPath}`]: () => ({ reassigned: null }),
  })
  showTeam()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Transfer ownership' }))
  const dialog = await screen.findByRole('dialog', { name: 'Transfer ownership to Jana?' })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({ role: 'owner' })
})
test('an admin can’t make anyone owner', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  showTeam('admin')
  expect(within(await actionsOf('Jana')).queryByRole('menuitem', { name: 'Transfer ownership' })).toBeNull()
})
test('before a member is removed, the dialog shows what is reassigned and what refers to them', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`GET ${memberPath}/offboarding`]: () => ({
      contacts: 3,
      rules: [
        { id: 'a', name: 'VIPs' },
        { id: 'b', name: 'Bills' },
      ],
      macros: [{ id: 'c', name: 'Escalate' }],
      scheduled: 1,
      own: { views: 2, segments: 0, macros: 1, canned_replies: 5 },
    }),
  })
  showTeam()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Remove from workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Jana from this workspace?' })
  await waitFor(() =>
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'They own 3 contacts. They’re reassigned to the same person, or left without an owner.',
      'The rules “VIPs”, “Bills” refer to them. They stay on and are flagged in your rules: until you edit them, they won’t assign to anyone in their place.',
      'The macro “Escalate” assigns to them and needs to be updated.',
      '1 of their replies is scheduled. It will still be sent in their name unless someone cancels it.',
      'Private to them: 2 inbox views, 1 macro, and 5 canned replies. No one else can see these, and they’ll be back if the person returns.',
    ]),
  )
  expect(server.calls(`GET ${memberPath}/offboarding`)).toHaveLength(1)
})
test('422 a member is removed, and their open conversations are reassigned to the selected member', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`DELETE ${memberPath}`]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { reassign_to: ['Not a member.'] }),
  })
  showTeam()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Remove from workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Jana from this workspace?' })
  expect(within(dialog).getByText('2 open conversations are assigned to them.')).toBeDefined()
  const heir = within(dialog).getByLabelText('Reassign to')
  fireEvent.change(heir, { target: { value: eva.id } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`DELETE ${memberPath}`)[0]?.body).toEqual({ reassign_to: eva.id })
  expect(heir.getAttribute('aria-invalid')).toBe('true')
  server.answers[`DELETE ${memberPath}`] = () => null
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(await screen.findByText('Jana removed from the team')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('the owner can’t be removed', async () => {
  createTestTransport({ 'GET /api/integration/users': () => people })
  showTeam()
  await screen.findByRole('table', { name: 'Members' })
  expect(screen.queryByRole('button', { name: 'Leave workspace' })).toBeNull()
})
test('every member except the owner can leave', async () => {
  const ownActions = `/api/integration/${greenBean.id}/member`
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => ({ ...eva, integrations: [] }),
    [`DELETE ${ownActions}`]: () => null,
  })
  showTeam('viewer')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave Green Bean?' })
  fireEvent.submit(dialog.querySelector('form')!)
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(server.calls(`DELETE ${ownActions}`)[0]?.body).toEqual({ reassign_to: null })
})
