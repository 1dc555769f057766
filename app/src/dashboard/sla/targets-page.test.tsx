// @vitest-environment jsdom
import type { Targets } from '@ozvi/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { show, showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { DueBadge } from './due-badge.tsx'
import TargetsPage from './targets-page.tsx'

const path = `/api/integration/${greenBean.id}/targets`
const none = { none: null, low: null, medium: null, high: null, urgent: null }
const stored: Targets = {
  integration_id: greenBean.id,
  first_reply_min: { ...none, urgent: 15 },
  next_reply_min: none,
  resolve_after_days: null,
  email_delay_min: 2,
  inactivity_set_at: null,
  updated_at: null,
  version: 0,
}

test('targets are set by priority, inactivity in days and emails in minutes; only changes are sent', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: () => ({ ...stored, resolve_after_days: 7, version: 1 }),
  })
  showPage(TargetsPage, {
    path: '/en/app/i/:integrationId/settings/targets',
    at: `/en/app/i/${greenBean.id}/settings/targets`,
  })
  const urgent = await screen.findByLabelText<HTMLSelectElement>('First reply, priority Urgent')
  expect(urgent.value).toBe('15')
  fireEvent.change(urgent, { target: { value: '5' } })
  fireEvent.change(screen.getByLabelText('Next replies, priority No priority'), {
    target: { value: '240' },
  })
  fireEvent.change(screen.getByLabelText('Resolve after inactivity of'), { target: { value: '7' } })
  const delay = screen.getByLabelText<HTMLSelectElement>('Email replies when the customer is away for')
  expect([...delay.options].map(({ text }) => text)).toEqual([
    '2 minutes',
    '10 minutes',
    '60 minutes',
    'Don’t email replies',
  ])
  expect(delay.value).toBe('2')
  fireEvent.change(delay, { target: { value: '' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save changes' })))
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({
    first_reply_min: { urgent: 5 },
    next_reply_min: { none: 240 },
    resolve_after_days: 7,
    email_delay_min: null,
  })
})

test('S9.16 without reply targets in the plan a target can only be removed; the other settings stay editable', async () => {
  const server = createTestTransport({
    [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan: 'starter' }),
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: () => ({ ...stored, first_reply_min: none, version: 1 }),
  })
  showPage(TargetsPage, {
    path: '/en/app/i/:integrationId/settings/targets',
    at: `/en/app/i/${greenBean.id}/settings/targets`,
  })
  expect(await screen.findByText('Reply targets are available from the Pro plan')).toBeDefined()
  const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
  const urgent = select('First reply, priority Urgent')
  expect([...urgent.options].map(({ text }) => text)).toEqual(['No target', '15 minutes'])
  expect(select('First reply, priority High').disabled).toBe(true)
  expect(select('Resolve after inactivity of').disabled).toBe(false)
  fireEvent.change(urgent, { target: { value: '' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save changes' })))
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ first_reply_min: { urgent: null } })
  expect(urgent.disabled).toBe(true)
})

test('the due time of a reply is shown as in time, soon, or overdue', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  const mark = (due_at: string | null) => show(<DueBadge row={{ due_at }} now={now} />).container.textContent
  expect(mark(null)).toBe('')
  expect(mark('2026-11-20T12:00:00Z')).toBe('Reply due in 2 hr')
  expect(mark('2026-11-20T10:10:00Z')).toBe('Due in 10 min')
  expect(mark('2026-11-20T09:20:00Z')).toBe('Overdue by 40 min')
})
