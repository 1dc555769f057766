// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { actionsOf, memberPath, people, showTeam } from '../../../../test/show-team.tsx'
import { createTestTransport, errorReply } from '../../../../test/transport.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const teamPath = `/api/integration/${greenBean.id}/team`
test('members who manage the team set a member’s capacity', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [],
    [`PUT ${memberPath}/work-settings`]: () => ({}),
  })
  showTeam()
  fireEvent.click(
    within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Availability and capacity' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Jana’s availability' })
  fireEvent.change(within(dialog).getByLabelText('Capacity'), { target: { value: '4' } })
  fireEvent.click(within(dialog).getByLabelText('Slovak'))
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  expect(server.calls(`PUT ${memberPath}/work-settings`)[0]?.body).toEqual({
    languages: ['sk'],
    week: null,
    hours_note: '',
    capacity: 4,
  })
})
test('working hours are set by day, and an invalid time shows an error at its slot', async () => {
  const server = createTestTransport({
    'GET /api/integration/users': () => people,
    [`GET ${teamPath}`]: () => [],
    [`PUT ${memberPath}/work-settings`]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        'week.0.0.to': ['Enter a time such as 09:30.'],
      }),
  })
  showTeam()
  fireEvent.click(
    within(await actionsOf('Jana')).getByRole('menuitem', { name: 'Availability and capacity' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Jana’s availability' })
  expect(within(dialog).queryByLabelText('Monday, slot 1, to')).toBeNull()
  fireEvent.click(within(dialog).getByLabelText(/^Set working hours/))
  fireEvent.change(within(dialog).getByLabelText('Monday, slot 1, to'), { target: { value: '13:00' } })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.submit(save.closest('form')!))
  const day = { from: '09:00', to: '17:00' }
  expect(server.calls(`PUT ${memberPath}/work-settings`)[0]?.body).toMatchObject({
    week: [[{ from: '09:00', to: '13:00' }], [day], [day], [day], [day], [], []],
  })
  expect(within(dialog).getByLabelText('Monday, slot 1, to').getAttribute('aria-invalid')).toBe('true')
})
