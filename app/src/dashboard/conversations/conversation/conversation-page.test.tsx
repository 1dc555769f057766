// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { messagesDelivered, messagesSeen, typingChanged } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, jana, messageOf, noDetails, noOrigin, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { refuse } from '../../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const log = () => screen.getByRole('log')
const bodies = () =>
  [...log().querySelectorAll('p')]
    .map((p) => p.textContent)
    .filter((text) => /^Message \d+$/.test(text ?? ''))
const reply = () => screen.getByRole('textbox', { name: /^Reply to/ })
async function open(number = 1) {
  showInbox({ at: `/${conversationId(number)}` })
  await screen.findByRole('log')
}
function write(text: string) {
  fireEvent.change(reply(), { target: { value: text } })
  fireEvent.keyDown(reply(), { key: 'Enter' })
}
const team = { author: 'member', author_id: jana.id, author_name: jana.name } as const

test('S2.07 a conversation shows its thread: customer, team, notes, events, answers with sources, hand-over', async () => {
  inboxServer({
    rows: [rowOf(1, { last_seq: 7, seen_seq: 6, visitor_seen_seq: 5 })],
    messages: [
      messageOf(1, 1, { body: 'When? See https://green-bean.example **soon**' }),
      messageOf(1, 2, {
        author: 'assistant',
        author_id: null,
        author_name: null,
        kind: 'answer',
        body: 'Within **30 days** [1].',
        citations: [
          {
            number: 1,
            title: 'Returns',
            heading: 'Help › Returns',
            quote: 'You may return unopened bags within 30 days.',
            url: 'https://green-bean.example/returns#:~:text=You%20may',
            snapshot_url: '/snapshot/1',
            fetched_at: '2026-11-19T10:00:00.000Z',
            source_id: conversationId(1),
            item_id: conversationId(2),
          },
        ],
      }),
      messageOf(1, 3, {
        author: 'system',
        author_id: null,
        author_name: null,
        kind: 'hand_over',
        body: 'I have passed this on.',
        details: { reason: 'asked_for_human', summary: 'Asked: When?' },
      }),
      messageOf(1, 4, { ...team, kind: 'event', body: '', details: { event: 'taken_over' } }),
      messageOf(1, 5, { ...team, body: 'Hello **Peter**' }),
      messageOf(1, 6, { ...team, kind: 'note', body: 'Called the carrier' }),
      messageOf(1, 7, { body: 'Thanks' }),
    ],
  })
  await open()
  const thread = within(log())
  expect(await thread.findByText('https://green-bean.example')).toBeTruthy()
  expect(log().textContent).toContain('**soon**')
  expect(thread.getByText('30 days').tagName).toBe('STRONG')
  expect(thread.getByText('The customer asked for a person.')).toBeTruthy()
  expect(thread.getByText('Asked: When?')).toBeTruthy()
  expect(thread.getByText(/Jana Kováčová took over/)).toBeTruthy()
  expect(thread.getByText('Peter').tagName).toBe('STRONG')
  expect(thread.getByText('Note')).toBeTruthy()
  expect(thread.getByText('Seen')).toBeTruthy()
  const marks = [...log().querySelectorAll('p')].map((p) => p.textContent)
  expect(marks.indexOf('New')).toBeGreaterThan(marks.indexOf('Called the carrier'))
  fireEvent.click(thread.getAllByRole('button', { name: /^Source 1:? Returns$/ })[0] ?? log())
  const source = await screen.findByRole('dialog')
  expect(source.textContent).toContain('You may return unopened bags within 30 days.')
  expect(source.textContent).toContain('Help › Returns')
  expect(within(source).getByRole('link', { name: 'View saved copy' }).getAttribute('href')).toBe(
    '/snapshot/1',
  )
})
test('the thread shows automatic changes of a conversation', async () => {
  const events = ['timed_out', 'confirmed', 'unsnoozed', 'unsnoozed_by_customer', 'reopened'] as const
  const by = { author: 'system', author_id: null, author_name: null, kind: 'event', body: '' } as const
  inboxServer({
    rows: [rowOf(1, { last_seq: 7 })],
    messages: [
      messageOf(1, 1),
      ...events.map((event, index) => messageOf(1, index + 2, { ...by, details: { event } })),
      messageOf(1, 7, {
        ...by,
        ...{ author: 'member', author_id: jana.id, author_name: jana.name },
        details: { event: 'reopened', status: 'waiting' },
      }),
    ],
  })
  await open()
  for (const text of [
    /^Resolved automatically: no reply from the customer/,
    /^Resolved: the customer confirmed the answer/,
    /^Snooze ended$/,
    /^Snooze ended: the customer replied/,
    /^Reopened: the customer replied/,
    /^Jana.* reopened this by replying/,
  ])
    expect(await within(log()).findByText(text)).toBeTruthy()
})
test('the thread links to the conversation that it continues', async () => {
  const details = { event: 'follows', follows_id: conversationId(2), follows_number: 2 } as const
  const by = { author: 'system', author_id: null, author_name: null, kind: 'event', body: '' } as const
  inboxServer({
    rows: [rowOf(1, { last_seq: 2 }), rowOf(2)],
    messages: [messageOf(1, 1, { ...by, details }), messageOf(1, 2)],
  })
  await open()
  const link = await within(log()).findByRole('link', { name: /^Continues conversation #2/ })
  expect(link.getAttribute('href')).toMatch(new RegExp(`/conversation/${conversationId(2)}$`))
})
test('REL-06 a live message appears once, regardless of repetition and order', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  await server.tellMessage(messageOf(1, 2))
  await server.tellMessage(messageOf(1, 2))
  await server.tellMessage(messageOf(1, 1))
  expect(bodies()).toEqual(['Message 1', 'Message 2'])
})
test('REL-03 REL-06 messages after a gap are held back until the gap is loaded', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  expect(bodies()).toEqual(['Message 1'])
  server.state.messages = [1, 2, 3, 4].map((seq) => messageOf(1, seq))
  await server.tellMessage(messageOf(1, 4))
  await waitFor(() => expect(bodies()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']))
  expect(server.calls(`GET ${server.path(1, '/message')}`).at(-1)?.url).toContain('after_seq=1')
})
test('REL-03 after a reconnect only missed messages are loaded, page by page', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  server.state.messages = Array.from({ length: 450 }, (_, index) => messageOf(1, index + 1))
  await server.goLive()
  await waitFor(() => expect(bodies()).toHaveLength(450))
  expect(
    server.calls(`GET ${server.path(1, '/message')}`).filter(({ url }) => url.includes('after_seq')).length,
  ).toBe(3)
})
test('earlier messages are loaded page by page above the thread', async () => {
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: 70 })],
    messages: Array.from({ length: 70 }, (_, index) => messageOf(1, index + 1)),
  })
  await open()
  expect(bodies()).toHaveLength(30)
  fireEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }))
  await waitFor(() => expect(bodies()).toHaveLength(60))
  fireEvent.click(screen.getByRole('button', { name: 'Load earlier messages' }))
  await waitFor(() => expect(bodies()[0]).toBe('Message 1'))
  expect(screen.queryByRole('button', { name: 'Load earlier messages' })).toBeNull()
  expect(server.calls(`GET ${server.path(1, '/message')}`).at(-1)?.url).toContain('before_seq=11')
})
test('entries on a visible page are marked as seen, and the row is no longer unread', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/seen')}`)).toHaveLength(1))
  expect(server.calls(`POST ${server.path(1, '/seen')}`)[0]?.body).toEqual({ seq: 1 })
  const said = { last_seq: 2, version: 2, last_message_at: '2026-10-26T12:00:00.000Z' }
  const { seen_seq: _, ...changed } = rowOf(1, said)
  await server.tellChange(changed)
  expect(server.calls(`POST ${server.path(1, '/seen')}`).at(-1)?.body).toEqual({ seq: 2 })
  expect(document.querySelector('[data-conversation]')?.textContent).not.toContain('unread')
})
test('a reply appears immediately, is sent with its own id and shown once after it is acknowledged', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  let acknowledge: (() => void) | undefined
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = async (body) => {
    await new Promise<void>((resolve) => {
      acknowledge = resolve
    })
    return send?.(body)
  }
  write('Message 2')
  expect(await within(log()).findByText('Sending…')).toBeTruthy()
  expect(bodies()).toEqual(['Message 1', 'Message 2'])
  expect(reply()).toHaveProperty('value', '')
  await act(async () => acknowledge?.())
  expect(await within(log()).findByText('Sent')).toBeTruthy()
  const sent = server.state.messages.at(-1)
  if (sent) await server.tellMessage(sent)
  expect(bodies()).toEqual(['Message 1', 'Message 2'])
  expect(server.calls(`POST ${server.path(1, '/message')}`)[0]?.body).toEqual({
    id: sent?.id,
    file_ids: [],
    kind: 'text',
    body: 'Message 2',
    composed_at: expect.any(String),
    seen_seq: 1,
  })
})
test('REL-34 a reply that can’t be sent is queued and sent again automatically with the same id', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = () => {
    throw new TypeError('Failed to fetch')
  }
  write('Message 2')
  expect(await within(log()).findByText('Waiting for connection…')).toBeTruthy()
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/message')}`)).toHaveLength(1))
  if (send) server.answers[`POST ${server.path(1, '/message')}`] = send
  await act(async () => void dispatchEvent(new Event('online')))
  expect(await within(log()).findByText('Sent')).toBeTruthy()
  const ids = server
    .calls(`POST ${server.path(1, '/message')}`)
    // Sent by the composer.
    .map(({ body }) => (body as { id: string }).id)
  expect(new Set(ids).size).toBe(1)
  expect(bodies()).toEqual(['Message 1', 'Message 2'])
})
test('500 a reply waits for the server, and can be sent again before the next automatic try', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = () => refuse(500, 'server_error', 'Failed.')
  write('Message 2')
  expect(await within(log()).findByText('Server error. Trying again automatically…')).toBeTruthy()
  if (send) server.answers[`POST ${server.path(1, '/message')}`] = send
  fireEvent.click(within(log()).getByRole('button', { name: 'Try again' }))
  expect(await within(log()).findByText('Sent')).toBeTruthy()
})
test('422 a rejected reply shows the reason and can be retried or deleted', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = () =>
    refuse(422, 'invalid_input', 'Use at most 8000 characters.')
  write('Message 2')
  expect((await within(log()).findByRole('alert')).textContent).toContain('Use at most 8000 characters.')
  write('Message 3')
  await waitFor(() => expect(within(log()).getAllByRole('alert')).toHaveLength(2))
  fireEvent.click(within(log()).getAllByRole('button', { name: 'Delete' })[1] ?? log())
  await waitFor(() => expect(bodies()).toEqual(['Message 1', 'Message 2']))
  if (send) server.answers[`POST ${server.path(1, '/message')}`] = send
  fireEvent.click(within(log()).getByRole('button', { name: 'Try again' }))
  expect(await within(log()).findByText('Sent')).toBeTruthy()
})
test('a draft is kept for each conversation and mode', async () => {
  inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1), messageOf(2, 1)] })
  await open()
  fireEvent.change(reply(), { target: { value: 'Half a reply' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Note' }))
  const note = screen.getByRole('textbox', { name: 'Note to the team' })
  expect(note).toHaveProperty('value', '')
  fireEvent.change(note, { target: { value: 'Half a note' } })
  fireEvent.click(screen.getByText('Peter 2'))
  await screen.findByRole('heading', { name: 'Peter 2' })
  expect(reply()).toHaveProperty('value', '')
  const row = document.querySelector(`[data-conversation="${conversationId(1)}"]`)
  expect(row?.textContent).toContain('Draft: Half a reply')
  if (row) fireEvent.click(row)
  await screen.findByRole('heading', { name: 'Peter 1' })
  expect(reply()).toHaveProperty('value', 'Half a reply')
  fireEvent.click(screen.getByRole('radio', { name: 'Note' }))
  expect(screen.getByRole('textbox', { name: 'Note to the team' })).toHaveProperty('value', 'Half a note')
})
test('selecting a tab focuses the composer of the note or reply', async () => {
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.click(screen.getByRole('radio', { name: 'Note' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note to the team' })),
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  await waitFor(() => expect(document.activeElement).toBe(reply()))
})
test('a reply is held back if a teammate has replied since it was started', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.change(reply(), { target: { value: 'Message 3' } })
  const rival = messageOf(1, 2, { ...team, body: 'I have this' })
  server.state.messages = [...server.state.messages, rival]
  await server.tellMessage(rival)
  fireEvent.keyDown(reply(), { key: 'Enter' })
  expect(await screen.findByText('Jana Kováčová replied while you were writing')).toBeTruthy()
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
  expect(await within(log()).findByText('Sent')).toBeTruthy()
})
test('the length is shown near the limit, and longer messages aren’t sent', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.change(reply(), { target: { value: 'x'.repeat(7_000) } })
  expect(screen.queryByText(/characters/)).toBeNull()
  fireEvent.change(reply(), { target: { value: 'x'.repeat(7_999) } })
  expect(screen.getByText('1 character left')).toBeTruthy()
  write('x'.repeat(8_002))
  expect(screen.getByText('2 characters over the limit')).toBeTruthy()
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
})
test('typing indicators and read receipts are shown live', async () => {
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: 2 })],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...team, body: 'Hello' })],
  })
  await open()
  const conversation_id = conversationId(1)
  await server.tell(typingChanged.name, {
    conversation_id,
    side: 'visitor',
    name: null,
    author_id: null,
    is_typing: true,
  })
  expect(screen.getByText('Peter 1 is typing…')).toBeTruthy()
  await server.tellMessage(messageOf(1, 3))
  expect(screen.queryByText('Peter 1 is typing…')).toBeNull()
  expect(within(log()).getByText('Sent')).toBeTruthy()
  await server.tell(messagesDelivered.name, { conversation_id, seq: 2 })
  expect(within(log()).getByText('Delivered')).toBeTruthy()
  await server.tell(messagesSeen.name, { conversation_id, side: 'visitor', seq: 2 })
  expect(within(log()).getByText('Seen')).toBeTruthy()
})
test('the assistant answers until a member takes over', async () => {
  const server = inboxServer({ rows: [rowOf(1, { handler: 'assistant' })], messages: [messageOf(1, 1)] })
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByText(/The assistant is replying/)).toBeNull())
  expect(server.calls(`POST ${server.path(1, '/take-over')}`)).toHaveLength(1)
})
test('the customer’s name and email are edited in place, and an error is shown below the field', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await open()
  const { contact } = rowOf(1)
  const call = `PUT /api/integration/${greenBean.id}/contact/${contact.id}`
  server.answers[call] = () =>
    refuse(422, 'invalid_input', 'Check the highlighted fields.', { email: ['Enter an e-mail address.'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Email Add email' }))
  const field = screen.getByRole('textbox', { name: 'Email' })
  fireEvent.change(field, { target: { value: 'nonsense' } })
  fireEvent.submit(field)
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an e-mail address.')
  expect(field).toHaveProperty('value', 'nonsense')
  server.answers[call] = (body) => ({
    ...contact,
    ...noDetails,
    ...(body as object), // the one changed field
    ...noOrigin,
    first_seen_at: contact.last_seen_at,
    online: null,
    pages: [],
  })
  fireEvent.change(field, { target: { value: 'peter@example.com' } })
  fireEvent.submit(field)
  expect(await screen.findByRole('button', { name: 'Email peter@example.com Edit' })).toBeTruthy()
})
test('404 an unknown conversation shows an error next to the list', async () => {
  inboxServer({ rows: [rowOf(1)] })
  showInbox({ at: `/${conversationId(7)}` })
  expect(await screen.findByText('Conversation not found')).toBeTruthy()
  expect(await screen.findByText('Peter 1')).toBeTruthy()
})
test('a viewer sees the thread read-only', async () => {
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}`, role: 'viewer' })
  expect(await screen.findByText('Message 1')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
})

test('S6.02 an agent suggests an answer to an unanswered question, prefilled with the customer’s question and the team’s reply', async () => {
  // The dialog's texts are loaded over the network.
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const passedOn = { author: 'assistant', author_id: null, author_name: null, kind: 'hand_over' } as const
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: 3 })],
    messages: [
      messageOf(1, 1, { body: 'Do you send to Iceland?' }),
      messageOf(1, 2, { ...passedOn, body: 'I have passed it on.', details: { reason: 'nothing_found' } }),
      messageOf(1, 3, { ...team, body: 'Yes, within ten days.' }),
    ],
    role: 'agent',
  })
  showInbox({ at: `/${conversationId(1)}`, role: 'agent' })
  await screen.findByRole('log')
  fireEvent.click(within(log()).getByRole('button', { name: 'Suggest answer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suggest answer' }))
  expect(dialog.getByLabelText('Question')).toHaveProperty('value', 'Do you send to Iceland?')
  expect(dialog.getByLabelText('Answer')).toHaveProperty('value', 'Yes, within ten days.')
  fireEvent.click(dialog.getByRole('button', { name: 'Suggest' }))
  const suggestionRequests = () => server.sent.filter(({ url }) => url.includes('/suggestion/'))
  await waitFor(() => expect(suggestionRequests()).toHaveLength(1))
  expect(suggestionRequests()[0]).toMatchObject({
    method: 'PUT',
    url: expect.stringMatching(/\/question$/),
    body: { question: 'Do you send to Iceland?', alternatives: [], answer: 'Yes, within ten days.' },
  })
  vi.unstubAllGlobals()
})
