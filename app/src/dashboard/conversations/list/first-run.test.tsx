// @vitest-environment jsdom
import { type InboxView, widgetLoaded } from '@ozvi/contract'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('before the first conversation the inbox links to the install snippet, and detects its installation live', async () => {
  const server = inboxServer({ rows: [] })
  const base = `/api/integration/${greenBean.id}`
  const counts = server.answers[`GET ${base}/conversation-counts`]?.({}) as Record<InboxView, number>
  server.answers[`GET ${base}/conversation-counts`] = () =>
    Object.fromEntries(Object.keys(counts).map((view) => [view, 0]))
  server.answers[`GET ${base}/installation`] = () => []
  showInbox()
  expect(await screen.findByText('Your first conversation will appear here')).toBeTruthy()
  expect(screen.queryByText('Select a conversation')).toBeNull()
  expect(screen.getByRole('link', { name: 'Get the install snippet' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/settings/client`,
  )
  expect(await screen.findByText('Not detected on your site yet')).toBeTruthy()
  const now = new Date().toISOString()
  await server.emit(widgetLoaded.name, {
    integration_id: greenBean.id,
    host: 'shop.example',
    first_seen_at: now,
    last_seen_at: now,
  })
  expect(await screen.findByText('Chat installed on shop.example')).toBeTruthy()
})
