// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { joined, pending, people, showTeam } from '../../../../test/show-team.tsx'
import { createTestTransport, errorReply } from '../../../../test/transport.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const revokePath = `/api/integration/${greenBean.id}/invitation/${pending.id}`

test('S7.09 S3.04 a person is invited by email, and the lists are reloaded', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    'PUT /api/integration/user-invite': () => pending,
  })
  showTeam()
  fireEvent.change(await screen.findByLabelText('Email address'), { target: { value: 'new@example.com' } })
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'editor' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'new@example.com',
    role: 'editor',
    custom_role_id: null,
  })
  expect(server.calls('GET /api/integration/users').length).toBe(2)
  expect(await screen.findByText('Invitation sent to new@example.com')).toBeDefined()
})
test('S7.09 an invitation includes the selected teams, and shows them with the time it was sent', async () => {
  const group = {
    integration_id: greenBean.id,
    member_ids: [],
    assignment_mode: 'manual',
    created_at: joined.joined_at,
  }
  const returns = { ...group, id: '01980000-0000-7000-8000-0000000000a1', name: 'Returns', version: 1 }
  const sales = { ...group, id: '01980000-0000-7000-8000-0000000000a2', name: 'Sales', version: 1 }
  const server = createTestTransport({
    'GET /api/integration/users': () => ({ ...people, invitations: [{ ...pending, team_ids: [sales.id] }] }),
    [`GET /api/integration/${greenBean.id}/team`]: () => [returns, sales],
    'PUT /api/integration/user-invite': () => pending,
  })
  showTeam()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Returns' }))
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'new@example.com' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(server.calls('PUT /api/integration/user-invite')[0]?.body).toEqual({
    email: 'new@example.com',
    role: 'agent',
    custom_role_id: null,
    conversation_access: 'all',
    team_ids: [returns.id],
  })
  expect(screen.getByRole('checkbox', { name: 'Returns' })).toHaveProperty('checked', false)
  const row = within(screen.getByRole('table', { name: 'Pending invitations' })).getByText('jana@example.com')
  const rowText = row.closest('tr')?.textContent
  expect(rowText).toContain('sent Nov 19, 2026, valid until Nov 26, 2026')
  expect(rowText).toContain('Sales')
})
test('422 S5.05 an address that was already invited shows an error at its field', async () => {
  createTestTransport({
    'GET /api/integration/users': () => people,
    'PUT /api/integration/user-invite': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { email: ['Already invited.'] }),
  })
  showTeam()
  await screen.findByLabelText('Email address')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(screen.getByLabelText('Email address').getAttribute('aria-invalid')).toBe('true')
})
test('several addresses are invited together, and rejected ones stay in the field with their errors', async () => {
  const answers: Record<string, unknown> = {
    'jana@example.com': errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      email: ['Already invited.'],
    }),
    nonsense: errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      email: ['Please enter an address.'],
    }),
  }
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    // Sent by this page.
    'PUT /api/integration/user-invite': (body) => answers[(body as { email: string }).email] ?? pending,
  })
  showTeam()
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Email address')
  const asked = () =>
    server.calls('PUT /api/integration/user-invite').map(({ body }) => (body as { email: string }).email)
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'editor' } })
  fireEvent.change(field, {
    target: { value: 'a@x.example, jana@example.com\nb@x.example nonsense;A@x.example ' },
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(asked()).toEqual(['a@x.example', 'jana@example.com', 'b@x.example', 'nonsense'])
  expect(await screen.findByText('2 invitations sent')).toBeDefined()
  expect(screen.getByText('Couldn’t invite 2 of 4')).toBeDefined()
  const why = document.querySelector('#invite-email-error')?.textContent
  expect(why).toBe('jana@example.com: Already invited. nonsense: Please enter an address.')
  expect(field.value).toBe('jana@example.com\nnonsense')
  expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('editor')
  expect(server.calls('GET /api/integration/users').length).toBe(2)

  fireEvent.change(field, { target: { value: 'c@x.example' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(asked().at(-1)).toBe('c@x.example')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Email address').value).toBe('')
})
test('S4.17 an invitation is revoked after confirmation', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`DELETE ${revokePath}`]: () => null,
  })
  showTeam()
  const menu = await screen.findByRole('button', { name: 'Actions for jana@example.com' })
  fireEvent.keyDown(menu, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Revoke invitation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this invitation?' })
  expect(within(dialog).getByRole('button', { name: 'Keep invitation' })).toBeTruthy()
  expect(server.calls(`DELETE ${revokePath}`)).toEqual([])
  await act(
    async () =>
      void fireEvent.submit(
        within(dialog).getByRole('button', { name: 'Revoke invitation' }).closest('form')!,
      ),
  )
  expect(server.calls(`DELETE ${revokePath}`).length).toBe(1)
})
