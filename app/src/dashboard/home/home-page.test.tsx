// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { handHeld } from '../../../test/transport.ts'
import HomePage from './home-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const counts = { all: 0, mine: 0, unassigned: 0, automated: 0, waiting: 0, snoozed: 0, resolved: 0, spam: 0 }
const answers = {
  'GET /api/user': () => ({
    ...eva,
    integrations: [{ ...greenBean, onboarded_at: '2026-11-20T10:00:00.000Z' }],
  }),
  [`GET /api/integration/${greenBean.id}/conversation-counts`]: () => ({ ...counts, unassigned: 5 }),
  [`GET /api/integration/${greenBean.id}/data-source`]: () => [
    { id: '1', status: 'ready', indexed: 120 },
    { id: '2', status: 'failed', indexed: 4 },
  ],
  'GET /api/integration/users': () => ({ users: [eva], invitations: [] }),
}
const home = () => showPage(HomePage, { path: '/en/app/i/:integrationId', at: `/en/app/i/${greenBean.id}` })
const figure = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent

test('S2.03 the dashboard shows what waits and what the assistant knows', async () => {
  handHeld(answers)
  home()
  await screen.findByRole('heading', { name: 'Hello, Eva' })
  expect([
    figure('Unassigned'),
    figure('Data sources'),
    figure('Pages and files read'),
    figure('Sources in trouble'),
  ]).toEqual(['5', '2', '124', '1'])
})
test('S2.03 the figures follow the workspace’s conversations live', async () => {
  const server = handHeld(answers)
  home()
  await screen.findByRole('heading', { name: 'Hello, Eva' })
  server.answers[`GET /api/integration/${greenBean.id}/conversation-counts`] = () => ({
    ...counts,
    unassigned: 6,
  })
  const ear = server.ears.find(({ event }) => event === 'ConversationChanged')
  expect(ear?.channel).toBe(`presence-integration.${greenBean.id}`)
  await act(async () => ear?.ear.hear({}))
  await waitFor(() => expect(figure('Unassigned')).toBe('6'))
})
test('S7.08 the checklist ticks what is there and is put away for good', async () => {
  const server = handHeld({ ...answers, 'POST /api/integration/pk_green/onboarding': () => greenBean })
  home()
  expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('3')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Hide this list' })))
  expect(server.calls('POST /api/integration/pk_green/onboarding').length).toBe(1)
  await waitFor(() => expect(screen.queryByRole('meter')).toBeNull())
})
