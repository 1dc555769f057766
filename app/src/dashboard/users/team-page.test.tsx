// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
  sees: 'all',
  team_ids: [] as string[],
  state: 'pending',
  sent_at: '2026-11-19T10:00:00.000Z',
  expires_at: '2026-11-26T10:00:00.000Z',
}
const jana_id = '01980000-0000-7000-8000-000000000060'
const joined = {
  joined_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: null,
  two_factor: 'none',
  open_conversations: 2,
  availability: 'online',
  is_idle: false,
  capacity: null,
  sees: 'all',
  languages: [],
  hours_note: '',
  week: null,
  work_spans: [],
}
const people = {
  users: [
    { ...joined, user_id: eva.id, name: eva.name, email: eva.email, role: 'owner' },
    { ...joined, user_id: jana_id, name: 'Jana', email: 'jana@here.example', role: 'agent' },
  ],
  invitations: [
    pending,
    { ...pending, id: `${pending.id.slice(0, -1)}1`, email: 'past@example.com', state: 'revoked' },
  ],
}
const revokePath = `/api/integration/${greenBean.id}/invitation/${pending.id}`
const team = (role: 'owner' | 'admin' | 'viewer' = 'owner') =>
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
test('S2.11 members stand with when they were here last and with their teams, live', async () => {
  const [owner, jana] = people.users
  const last_seen_at = new Date(Date.now() - 3.1 * 24 * 60 * 60 * 1000).toISOString()
  const returns = {
    integration_id: greenBean.id,
    id: '01980000-0000-7000-8000-0000000000a1',
    name: 'Returns',
    member_ids: [jana_id],
    hand_out: 'by_hand',
    created_at: last_seen_at,
    version: 1,
  }
  const server = handHeld({
    'GET /api/integration/users': () => ({ ...people, users: [owner, { ...jana, last_seen_at }] }),
    [`GET /api/integration/${greenBean.id}/team`]: () => [returns],
  })
  team()
  const members = await screen.findByRole('table', { name: 'Members' })
  const row = () => within(members).getByText('jana@here.example').closest('tr')?.textContent
  await waitFor(() => expect(row()).toContain('Returns'))
  expect(row()).toContain('Last seen 3 days ago')
  await server.seat(`presence-integration.${greenBean.id}`, [{ id: jana_id, name: 'Jana' }])
  expect(row()).toContain('Online')
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
test('S7.09 whoever is invited to teams joins those that are ticked; they stand with the invitation, and when it was sent', async () => {
  const group = {
    integration_id: greenBean.id,
    member_ids: [],
    hand_out: 'by_hand',
    created_at: joined.joined_at,
  }
  const returns = { ...group, id: '01980000-0000-7000-8000-0000000000a1', name: 'Returns', version: 1 }
  const sales = { ...group, id: '01980000-0000-7000-8000-0000000000a2', name: 'Sales', version: 1 }
  const server = handHeld({
    'GET /api/integration/users': () => ({ ...people, invitations: [{ ...pending, team_ids: [sales.id] }] }),
    [`GET /api/integration/${greenBean.id}/team`]: () => [returns, sales],
    'PUT /api/integration/user-invite': () => pending,
  })
  team()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Returns' }))
  fireEvent.change(screen.getByLabelText('E-mail address'), { target: { value: 'new@example.com' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'new@example.com',
    role: 'agent',
    sees: 'all',
    team_ids: [returns.id],
  })
  expect(screen.getByRole('checkbox', { name: 'Returns' })).toHaveProperty('checked', false)
  const row = within(screen.getByRole('table', { name: 'Open invitations' })).getByText('jana@example.com')
  const said = row.closest('tr')?.textContent
  expect(said).toContain('sent 19 Nov 2026, valid until 26 Nov 2026')
  expect(said).toContain('Sales')
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
test('several addresses are invited at once, and those refused stay in the field, each with why', async () => {
  const answers: Record<string, unknown> = {
    'jana@example.com': refuse(422, 'invalid_input', 'Some fields need attention.', {
      email: ['Already invited.'],
    }),
    nonsense: refuse(422, 'invalid_input', 'Some fields need attention.', {
      email: ['Please enter an address.'],
    }),
  }
  const server = handHeld({
    'GET /api/integration/users': () => people,
    // What this page sends.
    'PUT /api/integration/user-invite': (body) => answers[(body as { email: string }).email] ?? pending,
  })
  team()
  const field = await screen.findByLabelText<HTMLTextAreaElement>('E-mail address')
  const asked = () =>
    server.calls('PUT /api/integration/user-invite').map(({ body }) => (body as { email: string }).email)
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'editor' } })
  fireEvent.change(field, {
    target: { value: 'a@x.example, jana@example.com\nb@x.example nonsense;A@x.example ' },
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(asked()).toEqual(['a@x.example', 'jana@example.com', 'b@x.example', 'nonsense'])
  expect(await screen.findByText('2 invitations are on their way.')).toBeDefined()
  expect(screen.getByText('2 of 4 could not be invited.')).toBeDefined()
  const why = document.querySelector('#invite-email-error')?.textContent
  expect(why).toBe('jana@example.com: Already invited. nonsense: Please enter an address.')
  expect(field.value).toBe('jana@example.com\nnonsense')
  expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('editor')
  expect(server.calls('GET /api/integration/users').length).toBe(2)

  fireEvent.change(field, { target: { value: 'c@x.example' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(asked().at(-1)).toBe('c@x.example')
  expect(screen.getByLabelText<HTMLTextAreaElement>('E-mail address').value).toBe('')
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
const memberPath = `/api/integration/${greenBean.id}/member/${jana_id}`
const actionsOf = async (name: string) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' })
  return screen.findByRole('menu')
}
test('a role is given from the menu of a member; nobody changes their own', async () => {
  const server = handHeld({ 'GET /api/integration/users': () => people, [`PUT ${memberPath}`]: () => ({}) })
  team()
  const menu = await actionsOf('Jana')
  const chosen = within(menu).getAllByRole('menuitemradio', { checked: true })
  expect(chosen.map(({ textContent }) => textContent)).toEqual(['Agent', 'All'])
  await act(async () => void fireEvent.click(within(menu).getByRole('menuitemradio', { name: 'Admin' })))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({ role: 'admin' })
  expect(await screen.findByText('Jana is now: Admin.')).toBeDefined()
  const own = await actionsOf(eva.name)
  expect(within(own).queryByRole('menuitemradio')).toBeNull()
  expect(within(own).getByRole('menuitem', { name: 'Work and capacity' })).toBeDefined()
})
test('S6.02 from the menu of an agent it is said how much of the inbox they see, which stands with their role', async () => {
  const [owner, jana] = people.users
  let sees = 'all'
  const server = handHeld({
    'GET /api/integration/users': () => ({ ...people, users: [owner, { ...jana, sees }] }),
    [`PUT ${memberPath}/work`]: (body) => {
      ;({ sees } = body as { sees: string })
      return { ...jana, sees }
    },
  })
  team()
  const menu = await actionsOf('Jana')
  const own = within(menu).getByRole('menuitemradio', { name: 'Only their own' })
  await act(async () => void fireEvent.click(own))
  expect(server.calls(`PUT ${memberPath}/work`)[0]?.body).toEqual({ sees: 'own' })
  const members = screen.getByRole('table', { name: 'Members' })
  expect(await within(members).findByText('Sees only their own conversations')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(within(members).queryByText('Sees only their own conversations')).toBeNull())
})
test('the owner hands the workspace over with the password, to the person who is named', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => eva,
    [`PUT ${memberPath}`]: () => ({}),
  })
  team()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Make owner' }))
  const dialog = await screen.findByRole('dialog', { name: 'Make Jana the owner?' })
  fireEvent.change(within(dialog).getByLabelText('Your password'), { target: { value: 'my words' } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`PUT ${memberPath}`)[0]?.body).toEqual({ role: 'owner', password: 'my words' })
})
test('an admin makes no owner', async () => {
  handHeld({ 'GET /api/integration/users': () => people })
  team('admin')
  expect(within(await actionsOf('Jana')).queryByRole('menuitem', { name: 'Make owner' })).toBeNull()
})
test('before somebody goes it is said what passes on with them, and what names them', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`GET ${memberPath}/departure`]: () => ({
      contacts: 3,
      rules: [
        { id: 'a', name: 'VIPs' },
        { id: 'b', name: 'Bills' },
      ],
      macros: [{ id: 'c', name: 'Escalate' }],
    }),
  })
  team()
  fireEvent.click(
    within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Remove from the workspace' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Remove Jana?' })
  await waitFor(() =>
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '3 contacts of theirs go to the same person, or to nobody.',
      'The rules “VIPs”, “Bills” name them and have to be changed.',
      'The macro “Escalate” assigns to them and has to be changed.',
    ]),
  )
  expect(server.calls(`GET ${memberPath}/departure`)).toHaveLength(1)
})
test('422 somebody is taken off the team, and what they have open passes to whoever is chosen', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`DELETE ${memberPath}`]: () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', { reassign_to: ['Not a member.'] }),
  })
  team()
  fireEvent.click(
    within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Remove from the workspace' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Remove Jana?' })
  expect(within(dialog).getByText('2 open conversations are assigned to them.')).toBeDefined()
  const heir = within(dialog).getByLabelText('Who takes over')
  fireEvent.change(heir, { target: { value: eva.id } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(server.calls(`DELETE ${memberPath}`)[0]?.body).toEqual({ reassign_to: eva.id })
  expect(heir.getAttribute('aria-invalid')).toBe('true')
  server.answers[`DELETE ${memberPath}`] = () => null
  await act(async () => void fireEvent.submit(dialog.querySelector('form')!))
  expect(await screen.findByText('Jana is no longer on the team.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('the owner stays', async () => {
  handHeld({ 'GET /api/integration/users': () => people })
  team()
  await screen.findByRole('table', { name: 'Members' })
  expect(screen.queryByRole('button', { name: 'Leave the workspace' })).toBeNull()
})
test('everybody but the owner can leave', async () => {
  const own = `/api/integration/${greenBean.id}/member`
  const server = handHeld({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => ({ ...eva, integrations: [] }),
    [`DELETE ${own}`]: () => null,
  })
  team('viewer')
  fireEvent.click(await screen.findByRole('button', { name: 'Leave the workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave Green Bean?' })
  fireEvent.submit(dialog.querySelector('form')!)
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(server.calls(`DELETE ${own}`)[0]?.body).toEqual({ reassign_to: null })
})
test('S6.02 a viewer sees the team and cannot invite', async () => {
  handHeld({ 'GET /api/integration/users': () => people })
  team('viewer')
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
  hand_out: 'by_hand',
  created_at: '2026-11-01T10:00:00.000Z',
  version: 1,
}
test('members are put together in teams, and a refused name stays in its field', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [sales],
    [`POST ${teamPath}`]: () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', { name: ['This name is taken.'] }),
  })
  team()
  const table = await screen.findByRole('table', { name: 'Teams' })
  expect(within(table).getByText('Jana')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'New team' }))
  const dialog = await screen.findByRole('dialog', { name: 'New team' })
  const name = within(dialog).getByLabelText('Name of the team')
  fireEvent.change(name, { target: { value: 'Support' } })
  fireEvent.click(within(dialog).getByLabelText('Jana'))
  fireEvent.change(within(dialog).getByLabelText('Hand out new conversations'), {
    target: { value: 'in_turn' },
  })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(server.calls(`POST ${teamPath}`)[0]?.body).toEqual({
    name: 'Support',
    member_ids: [jana_id],
    hand_out: 'in_turn',
  })
  expect(within(dialog).getAllByText('This name is taken.').length).toBeGreaterThan(0)
  expect(name).toHaveProperty('value', 'Support')
  server.answers[`POST ${teamPath}`] = () => ({ ...sales, id: eva.id, name: 'Support' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(await within(table).findByText('Support')).toBeDefined()
})
test('who manages the team says how much somebody takes on', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [],
    [`PUT ${memberPath}/work`]: () => ({}),
  })
  team()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Work and capacity' }))
  const dialog = await screen.findByRole('dialog', { name: 'How Jana works' })
  fireEvent.change(within(dialog).getByLabelText('Capacity'), { target: { value: '4' } })
  fireEvent.click(within(dialog).getByLabelText('Slovak'))
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(server.calls(`PUT ${memberPath}/work`)[0]?.body).toEqual({
    languages: ['sk'],
    week: null,
    hours_note: '',
    capacity: 4,
  })
})
test('when somebody works is put in by the day, and a refused time stands at its slot', async () => {
  const server = handHeld({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [],
    [`PUT ${memberPath}/work`]: () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', {
        'week.0.0.to': ['Enter a time such as 09:30.'],
      }),
  })
  team()
  fireEvent.click(within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Work and capacity' }))
  const dialog = await screen.findByRole('dialog', { name: 'How Jana works' })
  expect(within(dialog).queryByLabelText('Monday, slot 1, to')).toBeNull()
  fireEvent.click(within(dialog).getByLabelText(/^Works at set hours/))
  fireEvent.change(within(dialog).getByLabelText('Monday, slot 1, to'), { target: { value: '13:00' } })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  const day = { from: '09:00', to: '17:00' }
  expect(server.calls(`PUT ${memberPath}/work`)[0]?.body).toMatchObject({
    week: [[{ from: '09:00', to: '13:00' }], [day], [day], [day], [day], [], []],
  })
  expect(within(dialog).getByLabelText('Monday, slot 1, to').getAttribute('aria-invalid')).toBe('true')
})
test('S6.02 who manages the team says whether a second factor is needed, and has one first', async () => {
  const path = `PUT /api/integration/${greenBean.id}/two-factor`
  const server = handHeld({
    'GET /api/integration/users': () => people,
    'GET /api/user': () => ({ ...eva, has_two_factors: true }),
    [path]: (said) => said,
  })
  const { unmount } = team()
  const need = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Needed to enter this workspace' })
  expect((await need()).disabled).toBe(true)
  unmount()
  showPage(TeamPage, {
    path: '/en/app/i/:integrationId/settings/team',
    at: `/en/app/i/${greenBean.id}/settings/team`,
    user: { ...eva, has_two_factors: true },
  })
  await act(async () => void fireEvent.click(await need()))
  expect(server.calls(path)[0]?.body).toEqual({ is_needed: true })
  expect(await screen.findByText('Two-factor sign-in is needed from now on.')).toBeDefined()
})
