// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type Message, messagesDelivered, messagesSeen, typingChanged } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, noDetails, noOrigin, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { bodies, log, openThread, prepareThread, team } from '../../../../test/open-thread.tsx'
import { translators } from '../../../../test/render.tsx'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(prepareThread)

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
  await openThread()
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
test.each([
  ['en', 'The customer wrote', 'The assistant quoted', 'Started on'],
  ['sk', 'Zákazník napísal', 'Asistent citoval', 'Začiatok na stránke'],
] as const)(
  'the summary of a hand-over is in the reader’s language (%s) and repeats no single message above it',
  async (locale, questions, quoted, page) => {
    const by = { author: 'system', author_id: null, author_name: null, kind: 'hand_over' } as const
    const handOver = (summary_facts: Message['details']['summary_facts']) => ({
      ...by,
      body: 'Passed on.',
      details: { reason: 'asked_for_human', summary: 'Stored text', summary_facts } as const,
    })
    const first = { questions: ['When?'], quoted_titles: [], page: 'green-bean.example/cart' }
    inboxServer({
      rows: [rowOf(1, { last_seq: 4, seen_seq: 4 })],
      messages: [
        messageOf(1, 1, { body: 'When?' }),
        messageOf(1, 2, handOver(first)),
        messageOf(1, 3, { body: 'And how?' }),
        messageOf(1, 4, handOver({ ...first, questions: ['When?', 'And how?'], quoted_titles: ['Returns'] })),
      ],
    })
    await openThread(1, locale)
    await within(log()).findAllByText('green-bean.example/cart')
    const parts = [...log().querySelectorAll('dl')].map((dl) =>
      [...dl.children].slice(1).map((part) => [...part.children].map(({ textContent }) => textContent)),
    )
    expect(parts).toEqual([
      [[page, 'green-bean.example/cart']],
      [
        [questions, 'When?\nAnd how?'],
        [quoted, 'Returns'],
        [page, 'green-bean.example/cart'],
      ],
    ])
    expect(log().textContent).not.toContain('Stored text')
  },
)
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
        ...team,
        details: { event: 'reopened', status: 'waiting' },
      }),
    ],
  })
  await openThread()
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
test('a page of an earlier build shows a general text for what it doesn’t know yet', async () => {
  const by = { author: 'system', author_id: null, author_name: null, kind: 'event', body: '' } as const
  const scenario = { id: conversationId(5), name: 'Welcome', run_id: conversationId(6), step_id: 'a' }
  // Values of a later build of the server.
  const later = JSON.parse('{ "failed_step_reason": "of_a_later_build" }') as object
  const details = { event: 'scenario_step_failed', scenario, ...later } as const
  const status: 'open' = JSON.parse('"archived_later"')
  inboxServer({
    rows: [rowOf(1, { last_seq: 2, status })],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...by, details })],
  })
  await openThread()
  expect(await within(log()).findByText(/Welcome.*\. Reload the page to see this$/)).toBeTruthy()
  expect(screen.getAllByText('Reload the page to see this').length).toBeGreaterThan(0)
  expect(() => translators.en.t(JSON.parse('"unknown_file.key"'))).toThrow('No message')
})
test('the thread links to the conversation that it continues', async () => {
  const details = { event: 'follows', follows_id: conversationId(2), follows_number: 2 } as const
  const by = { author: 'system', author_id: null, author_name: null, kind: 'event', body: '' } as const
  inboxServer({
    rows: [rowOf(1, { last_seq: 2 }), rowOf(2)],
    messages: [messageOf(1, 1, { ...by, details }), messageOf(1, 2)],
  })
  await openThread()
  const link = await within(log()).findByRole('link', { name: /^Continues conversation #2/ })
  expect(link.getAttribute('href')).toMatch(new RegExp(`/conversation/${conversationId(2)}$`))
})
test('REL-06 a live message appears once, regardless of repetition and order', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
  await server.tellMessage(messageOf(1, 2))
  await server.tellMessage(messageOf(1, 2))
  await server.tellMessage(messageOf(1, 1))
  expect(bodies()).toEqual(['Message 1', 'Message 2'])
})
test('REL-03 REL-06 messages after a gap are held back until the gap is loaded', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
  expect(bodies()).toEqual(['Message 1'])
  server.state.messages = [1, 2, 3, 4].map((seq) => messageOf(1, seq))
  await server.tellMessage(messageOf(1, 4))
  await waitFor(() => expect(bodies()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']))
  expect(server.calls(`GET ${server.path(1, '/message')}`).at(-1)?.url).toContain('after_seq=1')
})
test('REL-03 after a reconnect only missed messages are loaded, page by page', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
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
  await openThread()
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
  await openThread()
  await waitFor(() => expect(server.calls(`POST ${server.path(1, '/seen')}`)).toHaveLength(1))
  expect(server.calls(`POST ${server.path(1, '/seen')}`)[0]?.body).toEqual({ seq: 1 })
  const said = { last_seq: 2, version: 2, last_message_at: '2026-10-26T12:00:00.000Z' }
  const { seen_seq: _, ...changed } = rowOf(1, said)
  await server.emitChange(changed)
  expect(server.calls(`POST ${server.path(1, '/seen')}`).at(-1)?.body).toEqual({ seq: 2 })
  expect(document.querySelector('[data-conversation]')?.textContent).not.toContain('unread')
})
test('typing indicators and read receipts are shown live', async () => {
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: 2 })],
    messages: [messageOf(1, 1), messageOf(1, 2, { ...team, body: 'Hello' })],
  })
  await openThread()
  const conversation_id = conversationId(1)
  await server.emit(typingChanged.name, {
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
  await server.emit(messagesDelivered.name, { conversation_id, seq: 2 })
  expect(within(log()).getByText('Delivered')).toBeTruthy()
  await server.emit(messagesSeen.name, { conversation_id, side: 'visitor', seq: 2 })
  expect(within(log()).getByText('Seen')).toBeTruthy()
})
test('the assistant answers until a member takes over', async () => {
  const server = inboxServer({ rows: [rowOf(1, { handler: 'assistant' })], messages: [messageOf(1, 1)] })
  await openThread()
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByText(/The assistant is replying/)).toBeNull())
  expect(server.calls(`POST ${server.path(1, '/take-over')}`)).toHaveLength(1)
})
test('the customer’s name and email are edited in place, and an error is shown below the field', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
  const { contact } = rowOf(1)
  const call = `PUT /api/integration/${greenBean.id}/contact/${contact.id}`
  server.answers[call] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { email: ['Enter an e-mail address.'] })
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
    field_sources: {},
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
