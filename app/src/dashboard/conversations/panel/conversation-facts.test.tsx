// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the panel shows where a conversation started, its first reply time and the number of reopenings', async () => {
  const page_url = 'https://green-bean.example/grinders?x=1'
  const facts = { page_url, created_at: at(0), first_reply_at: at(12), reopen_count: 2 }
  inboxServer({ rows: [rowOf(1, facts)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  const link = await screen.findByRole('link', { name: '/grinders' })
  expect(link.getAttribute('href')).toBe(page_url)
  expect(screen.getByText('First reply').nextElementSibling?.textContent).toMatch(/^after 12 min/)
  expect(screen.getByText('Reopened').nextElementSibling?.textContent).toBe('2 times')
})

test('a first reply within a minute is shown in seconds, as in reports', async () => {
  const facts = { created_at: at(0), first_reply_at: at(0).replace(':00.000Z', ':09.000Z') }
  inboxServer({ rows: [rowOf(1, facts)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  const term = await screen.findByText('First reply')
  expect(term.nextElementSibling?.textContent).toBe('after 9 sec')
})
