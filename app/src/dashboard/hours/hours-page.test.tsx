// @vitest-environment jsdom
import type { Hours, Locale } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
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
const hoursPage = (role: 'owner' | 'agent' = 'owner', locale: Locale = 'en') =>
  showPage(HoursPage, {
    path: `/${locale}/app/i/:integrationId/settings/hours`,
    at: `/${locale}/app/i/${greenBean.id}/settings/hours`,
    locale,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
function type(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
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
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        'week.1.0.to': ['Enter a time such as 09:30.'],
      }),
  })
  hoursPage()
  fireEvent.change(await screen.findByLabelText('Tuesday, slot 1, to'), { target: { value: '' } })
  await press('Save changes')
  const field = screen.getByLabelText('Tuesday, slot 1, to')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter a time such as 09:30.',
  )
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Tuesday, slot 1, to' }).hash).toBe(
    `#${field.id}`,
  )
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDefined()
  fireEvent.change(field, { target: { value: '18:00' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test.each([
  ['en', 'Monday, slot 1, to', /^5:00\sPM$/, '5:30 pm', /^5:30\sPM$/],
  ['sk', 'pondelok, úsek 1, do', /^17:00$/, '17.30', /^17:30$/],
] as const)(
  'times are shown and typed in the format of the language: %s',
  async (locale, label, before, typed, after) => {
    const server = createTestTransport({
      [`GET ${path}`]: () => stored,
      [`PUT ${path}`]: (body) => ({ ...stored, ...(body as object), version: 4 }),
    })
    hoursPage('owner', locale)
    const field = await screen.findByLabelText<HTMLInputElement>(label)
    expect(field.value).toMatch(before)
    type(field, typed)
    expect(field.value).toMatch(after)
    await act(async () => void fireEvent.submit(field))
    expect(server.calls(`PUT ${path}`)[0]?.body).toHaveProperty('week.0.0', { from: '09:00', to: '17:30' })
  },
)

test('24:00 ends a slot at midnight', async () => {
  createTestTransport({ [`GET ${path}`]: () => stored })
  hoursPage()
  const field = await screen.findByLabelText<HTMLInputElement>('Monday, slot 1, to')
  type(field, '24:00')
  expect(field.value).toMatch(/^12:00\sAM$/)
  expect(screen.getByText('next day')).toBeDefined()
})

test('text that isn’t a time or a date is an error of its field, and isn’t replaced by the stored value', async () => {
  const holidays = [{ date: '2026-12-24', name: 'Christmas', is_yearly: true }]
  const server = createTestTransport({
    [`GET ${path}`]: () => ({ ...stored, holidays }),
    [`PUT ${path}`]: () => errorReply(422, 'invalid_input', 'No.', {}),
  })
  hoursPage()
  const field = await screen.findByLabelText<HTMLInputElement>('Monday, slot 1, to')
  const day = screen.getByLabelText<HTMLInputElement>('Date of holiday 1')
  type(field, '25:00')
  expect(screen.getByRole('alert').textContent).toMatch(/^Enter a time such as 9:30\sAM\.$/)
  type(day, '2/31/2026')
  // Enter submits without leaving the field.
  const tuesday = screen.getByLabelText<HTMLInputElement>('Tuesday, slot 1, from')
  fireEvent.change(tuesday, { target: { value: 'nine' } })
  fireEvent.keyDown(tuesday, { key: 'Enter' })
  await act(async () => void fireEvent.submit(tuesday))
  const sent = server.calls(`PUT ${path}`)[0]?.body
  expect(sent).toHaveProperty('week.0.0.to', '25:00')
  expect(sent).toHaveProperty('week.1.0.from', 'nine')
  expect(sent).toHaveProperty('holidays.0.date', '2/31/2026')
  expect([field, day, tuesday].map((each) => each.getAttribute('aria-invalid'))).toEqual([
    'true',
    'true',
    'true',
  ])
  await press('Discard')
  expect([field.value, day.value]).toEqual([expect.stringMatching(/^5:00\sPM$/), '12/24/2026'])
  expect(field.getAttribute('aria-invalid')).toBeNull()
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
