// @vitest-environment jsdom
import type { Billing, Usage } from '@ozvi/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import BillingPage from './billing-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const base = `/api/integration/${greenBean.id}`
const usagePath = `GET ${base}/usage`
const billingPath = `GET ${base}/billing`
const invoicesPath = `GET ${base}/billing/invoices`
const usage: Usage = {
  plan: 'self_hosted',
  limits: { members: null, indexed_items: null, assistant_conversations: null, published_scenarios: null },
  members: 3,
  indexed_items: 1240,
  published_scenarios: 2,
  assistant_conversations: 17,
  extra_conversations: 0,
  period_start: '2026-11-01T00:00:00.000Z',
}
const off: Billing = {
  integration_id: greenBean.id,
  is_on: false,
  plan: 'self_hosted',
  state: null,
  period: 'month',
  extra_seats: 0,
  ends_at: null,
  grace_ends_at: null,
  next_plan: null,
  is_capped: false,
  is_subscribed: false,
  details: null,
  vat_check: null,
}
const business: Billing = {
  ...off,
  is_on: true,
  plan: 'business',
  state: 'active',
  ends_at: '2026-12-15T00:00:00.000Z',
  is_capped: true,
  is_subscribed: true,
}
const businessUsage: Usage = {
  ...usage,
  plan: 'business',
  limits: { members: 25, indexed_items: 20_000, assistant_conversations: 6000, published_scenarios: null },
  assistant_conversations: 6000,
}
const billing = (role: 'owner' | 'agent' = 'owner', locale: 'en' | 'sk' = 'en') =>
  showPage(BillingPage, {
    path: `/${locale}/app/i/:integrationId/settings/billing`,
    at: `/${locale}/app/i/${greenBean.id}/settings/billing`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
    locale,
  })

test('S9.16 without payments the Self-hosted plan shows its usage and no purchase buttons', async () => {
  createTestTransport({ [billingPath]: () => off, [usagePath]: () => usage })
  billing()
  expect(await screen.findByText('1,240')).toBeDefined()
  expect(screen.getAllByText('· Unlimited').length).toBe(4)
  expect(
    screen.getByText('The Self-hosted plan runs on this server, without limits and without charges.'),
  ).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('meter')).toBeNull()
})
test('S1.07 the plan in Slovak has Slovak number formats', async () => {
  createTestTransport({ [billingPath]: () => off, [usagePath]: () => usage })
  billing('owner', 'sk')
  expect(await screen.findByText('1 240')).toBeDefined()
  expect(screen.getByText('Využitie v tomto mesiaci')).toBeDefined()
})
test('S9.16 a plan shows its state, meters, a warning at the limit, and what a smaller plan changes', async () => {
  const server = createTestTransport({
    [billingPath]: () => business,
    [usagePath]: () => businessUsage,
    [invoicesPath]: () => [],
    [`PUT ${base}/billing/plan`]: () => ({ ...business, next_plan: 'starter' }),
  })
  billing()
  expect(await screen.findByText('Active')).toBeDefined()
  const meter = await screen.findByRole('meter', { name: 'Assistant conversations' })
  expect(meter.getAttribute('aria-valuenow')).toBe('6000')
  expect(screen.getByText(/^The limit is reached: the assistant is paused/)).toBeDefined()
  expect(screen.getAllByText('Limit reached')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Current plan' })).toHaveProperty('disabled', true)
  expect(await screen.findByText('No invoices yet')).toBeDefined()
  const choice = within(screen.getByRole('group', { name: 'Plan' }))
  expect(choice.getByRole('radio', { name: /5 published scenarios/ })).toBeDefined()
  fireEvent.click(choice.getByRole('radio', { name: /^Starter/ }))
  expect(await screen.findByText('Starter starts on Dec 15, 2026. Nothing is deleted.')).toBeDefined()
  expect(screen.getByText('1,240 of 300 pages and files are indexed: new ones are left out.')).toBeDefined()
  expect(screen.getByText('Reply targets stop and become read-only.')).toBeDefined()
  expect(screen.getByText(/^Webhooks keep delivering/)).toBeDefined()
  expect(screen.getByText('HubSpot stops and becomes read-only.')).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Change to Starter' })))
  expect(await screen.findByText('The Starter plan starts on Dec 15, 2026.')).toBeDefined()
  expect(server.calls(`PUT ${base}/billing/plan`).length).toBe(1)
})
test('S9.16 during the trial, a smaller plan lists what it changes before the payment', async () => {
  createTestTransport({
    [billingPath]: () => ({ ...business, plan: 'pro', state: 'trialing', is_subscribed: false }),
    [usagePath]: () => ({ ...businessUsage, plan: 'pro' }),
    [invoicesPath]: () => [],
  })
  billing()
  fireEvent.click(await screen.findByRole('radio', { name: /^Starter/ }))
  expect(
    await screen.findByText('Starter replaces your trial when you pay. Nothing is deleted.'),
  ).toBeDefined()
  expect(screen.getByText('HubSpot stops and becomes read-only.')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /^Business/ }))
  expect(screen.queryByText('HubSpot stops and becomes read-only.')).toBeNull()
})
test('S9.16 before a plan is canceled, the dialog lists what the Free plan changes', async () => {
  const server = createTestTransport({
    [billingPath]: () => business,
    [usagePath]: () => businessUsage,
    [invoicesPath]: () => [],
    [`POST ${base}/billing/cancel`]: () => ({ ...business, state: 'cancelled' }),
  })
  billing()
  await screen.findByRole('meter', { name: 'Seats' })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel plan' })))
  const dialog = within(await screen.findByRole('dialog'))
  const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toContain('3 of 2 seats are taken: no one else can be invited.')
  expect(lines).toContain('The chat shows “Powered by Ozvi”.')
  expect(lines).toHaveLength(3 + 8)
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Cancel plan' })))
  expect(await screen.findByText('Canceled')).toBeDefined()
  expect(server.calls(`POST ${base}/billing/cancel`)).toHaveLength(1)
})
test('S9.16 a rejected VAT ID is explained at its field', async () => {
  createTestTransport({
    [billingPath]: () => business,
    [usagePath]: () => businessUsage,
    [invoicesPath]: () => [],
    [`PUT ${base}/billing/details`]: () =>
      errorReply(422, 'invalid_input', 'This VAT ID belongs to another country than the address.', {
        vat_id: ['This VAT ID belongs to another country than the address.'],
      }),
  })
  billing()
  fireEvent.change(await screen.findByLabelText('VAT ID'), { target: { value: 'DE123456789' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save details' })))
  expect(await screen.findByText('This VAT ID belongs to another country than the address.')).toBeDefined()
  expect(screen.getByLabelText('VAT ID').getAttribute('aria-invalid')).toBe('true')
})
test.each([
  ['en', 'pending', null, 'Being checked in VIES, the EU’s VAT register.'],
  [
    'en',
    'valid',
    '2026-11-20T08:00:00.000Z',
    'Valid in VIES, the EU’s VAT register. Checked on Nov 20, 2026.',
  ],
  ['en', 'invalid', '2026-11-20T08:00:00.000Z', /had no such number on Nov 20, 2026/],
  ['en', 'unavailable', '2026-11-20T08:00:00.000Z', /^Not checked: VIES, .* didn’t answer on Nov 20, 2026/],
  ['sk', 'unavailable', '2026-11-20T08:00:00.000Z', /^Neoverené: VIES, .* 20\. 11\. 2026 neodpovedal/],
] as const)(
  'S9.16 in %s a VAT ID that is %s in VIES is described at its field',
  async (locale, result, checked_at, text) => {
    const details = { company: 'Shop', line1: 'A 1', line2: '', city: 'B', postal_code: '1', country: 'SK' }
    createTestTransport({
      [billingPath]: () => ({
        ...business,
        details: { ...details, vat_id: 'SK2020304050' },
        vat_check: { result, checked_at },
      }),
      [usagePath]: () => businessUsage,
      [invoicesPath]: () => [],
    })
    billing('owner', locale)
    expect(await screen.findByText(text)).toBeDefined()
    const field = screen.getByDisplayValue('SK2020304050')
    fireEvent.change(field, { target: { value: 'SK20203040' } })
    expect(screen.queryByText(text)).toBeNull()
  },
)
test('a plan that can’t be loaded shows the reason and can be retried', async () => {
  let isDown = true
  const server = createTestTransport({
    [billingPath]: () => (isDown ? errorReply(403, 'forbidden', 'We’re busy right now.') : off),
    [usagePath]: () => usage,
  })
  billing()
  expect(await screen.findByText('We’re busy right now.')).toBeDefined()
  isDown = false
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('1,240')).toBeDefined()
  expect(server.calls(billingPath).length).toBe(2)
})
test('S6.02 an agent sees who manages the plan, and nothing is requested', async () => {
  const server = createTestTransport({})
  billing('agent')
  expect(await screen.findByText('Only owners and admins can manage the plan')).toBeDefined()
  expect(server.sent).toEqual([])
})
