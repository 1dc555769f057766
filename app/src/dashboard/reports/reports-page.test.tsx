// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { at, metrics, report } from '../../../test/show-home.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import ReportsPage from './reports-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const page = (search = '') =>
  showPage(ReportsPage, {
    path: '/en/app/i/:integrationId/reports',
    at: `/en/app/i/${greenBean.id}/reports${search}`,
    user: eva,
  })
const rateLimited = () => errorReply(429, 'rate_limited', 'Too many attempts.')

test('S2.03 reports whose calls fail keep their heading and filters', async () => {
  createTestTransport({ 'GET /api/integration/users': rateLimited, [`GET ${at}/report`]: rateLimited })
  page()
  expect(await screen.findByText('Couldn’t load the numbers')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeDefined()
  expect(screen.getByLabelText('Assignee')).toBeDefined()
})
test('S2.03 a report is headed by its dates, and a table by member calls no one a former teammate while the team isn’t loaded', async () => {
  createTestTransport({
    'GET /api/integration/users': rateLimited,
    [`GET ${at}/report`]: () => report,
    [`GET ${at}/report-table`]: () => [{ key: crypto.randomUUID(), ...metrics }],
  })
  page('?by=member')
  expect(await screen.findByRole('table', { name: 'Breakdown' })).toBeDefined()
  expect(screen.getByRole('heading', { name: /^Nov 1\s?–\s?20, 2026$/ })).toBeDefined()
  expect(screen.getAllByText('Period')).toHaveLength(1)
  expect(screen.queryByText('Former teammate')).toBeNull()
})
test('S2.03 empty reports mention filters only if some are set', async () => {
  const none = { ...metrics, conversations: 0, open: 0 }
  createTestTransport({
    'GET /api/integration/users': () => ({ users: [eva], invitations: [] }),
    [`GET ${at}/report`]: () => ({
      ...report,
      current: none,
      previous: none,
      by_day: [],
      previous_by_day: [],
    }),
  })
  const { unmount } = page()
  expect(await screen.findByText('No conversations yet')).toBeDefined()
  unmount()
  page('?locale=sk')
  expect(await screen.findByText('No matching conversations')).toBeDefined()
})
