// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { inboxViews, type SavedView, type Team } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { showPage } from '../../../../test/render.tsx'
import { createTestTransport } from '../../../../test/transport.ts'
import { InboxNav, UnreadBadge } from './index.ts'
import { stubMatchMedia } from '../../../../test/stub-match-media.ts'

const base = `/api/integration/${greenBean.id}`
const inbox = `/en/app/i/${greenBean.id}/conversation`
const view: SavedView = {
  id: '01980000-0000-7000-8000-000000000001',
  integration_id: greenBean.id,
  list: 'conversations',
  name: 'Slovak',
  owner_id: eva.id,
  view: 'all',
  filter: { locale: 'sk' },
}
const team: Team = {
  id: '01980000-0000-7000-8000-000000000002',
  integration_id: greenBean.id,
  name: 'Returns',
  member_ids: [],
  assignment_mode: 'manual',
  created_at: '2026-11-20T10:00:00.000Z',
  version: 1,
}
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stubMatchMedia(true)
  createTestTransport({
    [`GET ${base}/conversation-counts`]: () =>
      Object.fromEntries(inboxViews.map((name, index) => [name, index])),
    [`GET ${base}/saved-view`]: () => [view],
    [`GET ${base}/saved-view-counts`]: () => ({ [view.id]: 7 }),
    [`GET ${base}/team`]: () => [team],
    [`GET ${base}/team-counts`]: () => ({ [team.id]: 3 }),
    'GET /api/integrations/activity': () => [
      { integration_id: greenBean.id, unread: 4, members: 1, last_active_at: null },
    ],
  })
})
const show = (at: string) =>
  showPage(
    () => (
      <>
        <UnreadBadge integration_id={greenBean.id} />
        <InboxNav integration={greenBean} />
      </>
    ),
    { path: '/en/app/i/:integrationId/*', at, user: eva },
  )
const links = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const current = () => document.querySelector('[aria-current=page]')?.textContent

test('the sidebar lists views, saved views and teams with counts, and the number of unread conversations', async () => {
  show(inbox)
  await waitFor(() => expect(links('Teams')).toEqual(['Returns 3']))
  expect(links('Saved views')).toEqual(['Slovak 7'])
  // Nothing is shown for a view without conversations.
  expect(links('Views')).toEqual(['All open ', 'Mine 1', 'Unassigned 2', 'Mentions 3', 'Overdue 4'])
  expect(current()).toBe('All open ')
  expect(await screen.findByText('4 unread conversations')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'More views' }))
  expect(links('Views')).toContain('Snoozed 7')
})

test.each([
  { list: '?view=snoozed', name: 'Snoozed 7' },
  { list: `?saved=${view.id}`, name: 'Slovak 7' },
  { list: `?team=${team.id}`, name: 'Returns 3' },
])('the current list is marked at $list, also in a collapsed section', async ({ list, name }) => {
  show(inbox + list)
  await waitFor(() => expect(current()).toBe(name))
  for (const section of ['Saved views', 'Teams'])
    fireEvent.click(await screen.findByRole('button', { name: section }))
  expect(current()).toBe(name)
  expect(screen.getAllByRole('link').length).toBeLessThanOrEqual(6)
})

test.each(['?status=resolved', '?status=open,spam', '?resolved_by=assistant'])(
  'no list is marked as the current one if a filter shows other statuses: %s',
  async (filter) => {
    show(inbox + filter)
    await waitFor(() => expect(links('Teams')).toEqual(['Returns 3']))
    expect(current()).toBeUndefined()
  },
)
test('all open conversations stay the current list with filters on other fields and on open statuses', async () => {
  show(`${inbox}?status=waiting&locale=sk`)
  await waitFor(() => expect(current()).toBe('All open '))
})
