// @vitest-environment jsdom
import type { Hours } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, refuse } from '../../../test/transport.ts'
import HoursPage from './hours-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const path = `/api/integration/${greenBean.id}/hours`
const office = [{ from: '09:00', to: '17:00' }]
const stored: Hours = {
  integration_id: greenBean.id,
  is_on: true,
  time_zone: 'Europe/Bratislava',
  week: [office, office, office, office, office, [], []],
  holidays: [],
  reply_promise_min: null,
  spans: [[0, Date.now() + hour_ms]],
  updated_at: '2026-11-01T00:00:00.000Z',
  version: 3,
}
const hoursPage = (role: 'owner' | 'agent' = 'owner') =>
  showPage(HoursPage, {
    path: '/en/app/i/:integrationId/settings/hours',
    at: `/en/app/i/${greenBean.id}/settings/hours`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('slots are added, copied to all days and saved; only changes are sent', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: (body) => ({ ...stored, ...(body as object), version: 4 }),
  })
  hoursPage()
  expect(await screen.findByText('You’re open now.')).toBeDefined()
  await press('Add hours on Monday')
  fireEvent.change(screen.getByLabelText('Monday, slot 2, to'), { target: { value: '02:00' } })
  expect(screen.getByText('next day')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Tuesday, slot 1, to'), { target: { value: '09:00' } })
  expect(screen.getByText('24 hours', { selector: 'span' })).toBeDefined()
  await press('Copy Monday to weekdays')
  await press('Save changes')
  const day = [...office, { from: '18:00', to: '02:00' }]
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ week: [day, day, day, day, day, [], []] })
  expect(await screen.findByText('Changes saved')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

test('422 an error names the slot and keeps the input', async () => {
  createTestTransport({
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: () =>
      refuse(422, 'invalid_input', 'Check the highlighted fields.', {
        'week.1.0.to': ['Enter a time such as 09:30.'],
      }),
  })
  hoursPage()
  fireEvent.change(await screen.findByLabelText('Tuesday, slot 1, to'), { target: { value: '' } })
  await press('Save changes')
  expect(screen.getByRole('link', { name: /Tuesday, slot 1, to: Enter a time/ })).toBeDefined()
  expect(screen.getByLabelText('Tuesday, slot 1, to').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDefined()
})

test('members who can’t change them see them read-only', async () => {
  createTestTransport({ [`GET ${path}`]: () => stored })
  hoursPage('agent')
  expect(await screen.findByLabelText<HTMLInputElement>('Monday, slot 1, from')).toHaveProperty(
    'readOnly',
    true,
  )
  expect(screen.queryByRole('button', { name: 'Add hours on Monday' })).toBeNull()
})
