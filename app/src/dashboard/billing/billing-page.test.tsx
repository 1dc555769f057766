// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, refuse } from '../../../test/transport.ts'
import BillingPage from './billing-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const usagePath = `GET /api/integration/${greenBean.id}/usage`
const usage = {
  plan: 'self_hosted',
  limits: { members: null, indexed_items: null, assistant_conversations: null },
  members: 3,
  indexed_items: 1240,
  assistant_conversations: 17,
  month_began_at: '2026-11-01T00:00:00.000Z',
}
const billing = (role: 'owner' | 'agent' = 'owner', locale: 'en' | 'sk' = 'en') =>
  showPage(BillingPage, {
    path: `/${locale}/app/i/:integrationId/settings/billing`,
    at: `/${locale}/app/i/${greenBean.id}/settings/billing`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
    locale,
  })

test('the plan of a copy of one’s own is shown with its real use and no limits', async () => {
  createTestTransport({ [usagePath]: () => usage })
  billing()
  const table = within(await screen.findByRole('table', { name: 'Usage this month' }))
  for (const [name, used] of [
    [/^Members/, '3'],
    [/^Indexed pages and files/, '1,240'],
    [/^Assistant conversations/, '17'],
  ] as const)
    expect(within(table.getByRole('row', { name })).getByText(used)).toBeDefined()
  expect(table.getAllByText('Unlimited').length).toBe(3)
  expect(screen.getByText('Self-hosted')).toBeDefined()
  expect(screen.getByText('This version doesn’t take payments')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
test('S1.07 the same in Slovak, figures as Slovaks write them', async () => {
  createTestTransport({ [usagePath]: () => usage })
  billing('owner', 'sk')
  const table = within(await screen.findByRole('table', { name: 'Využitie v tomto mesiaci' }))
  expect(table.getByText('1 240')).toBeDefined()
  expect(screen.getByText('Vlastný server')).toBeDefined()
})
test('figures that cannot be read say why and can be asked for again', async () => {
  let isDown = true
  const server = createTestTransport({
    [usagePath]: () => (isDown ? refuse(403, 'forbidden', 'We’re busy right now.') : usage),
  })
  billing()
  expect(await screen.findByText('We’re busy right now.')).toBeDefined()
  isDown = false
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByRole('table')).toBeDefined()
  expect(server.calls(usagePath).length).toBe(2)
})
test('S6.02 an agent is told who looks after the plan, and nothing is asked', async () => {
  const server = createTestTransport({})
  billing('agent')
  expect(await screen.findByText('Only owners and admins can manage the plan')).toBeDefined()
  expect(server.sent).toEqual([])
})
