// @vitest-environment jsdom
import { type ReplyEmail, targetsChanged, visitorOnline, visitorOffline } from '@ozvi/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const away: ReplyEmail = {
  contact_id: jana.id,
  is_online: false,
  email: 'jana@example.com',
  has_text: false,
  is_unsubscribed: false,
  after_min: 2,
  is_email_only: false,
}
function open(mail: ReplyEmail, server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })) {
  const path = `GET /api/integration/${greenBean.id}/conversation/${conversationId(1)}/reply-email`
  const answer = (next: ReplyEmail) => {
    server.answers[path] = () => next
  }
  answer(mail)
  showInbox({ at: `/${conversationId(1)}` })
  return { ...server, answer }
}

test.each<[string, Partial<ReplyEmail>]>([
  ['The customer is away. Replies are emailed to jana@example.com after 2 minutes, as a link.', {}],
  [
    'The customer is away. Replies are emailed to jana@example.com after 60 minutes.',
    { has_text: true, after_min: 60 },
  ],
  [
    'The customer is away and gave no email address in the chat. They’ll see replies when they return.',
    { email: null },
  ],
  [
    'The customer is away and has unsubscribed from emails. They’ll see replies when they return.',
    { is_unsubscribed: true },
  ],
  ['The customer is away. Replies aren’t emailed; they’ll see them when they return.', { after_min: null }],
])('the banner reads: %s', async (text, changes) => {
  open({ ...away, ...changes })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('it follows the customer’s presence and the workspace’s setting', async () => {
  const server = open(away)
  const text = /The customer is away/
  await screen.findByText(text)
  server.answer({ ...away, is_online: true })
  await server.emit(visitorOnline.name, { id: jana.id })
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  server.answer(away)
  await server.emit(visitorOffline.name, { contact_id: jana.id })
  await screen.findByText(/after 2 minutes/)
  await server.emit(targetsChanged.name, { email_delay_min: 10 })
  await screen.findByText(/after 10 minutes/)
})

test('the thread shows what was emailed, why not, and what came by a link', async () => {
  const line = (seq: number, details: object) =>
    messageOf(1, seq, { author: 'system', kind: 'event', body: '', details })
  inboxServer({
    rows: [rowOf(1)],
    messages: [
      messageOf(1, 1, { details: { by_link: true } }),
      line(2, { event: 'reply_emailed', emailed_to: 'jana@example.com', has_text: false }),
      line(3, { event: 'reply_emailed', emailed_to: 'eva@example.com', has_text: true }),
      line(4, { event: 'reply_not_emailed', not_emailed_reason: 'limit' }),
    ],
  })
  showInbox({ at: `/${conversationId(1)}` })
  for (const text of [
    'Sent from the link in an email',
    /a link to the reply was emailed to jana@example.com/,
    /the reply was emailed to eva@example.com/,
    /Not emailed: the email limit is reached/,
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})
