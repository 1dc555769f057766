// @vitest-environment jsdom
import {
  contactChanged,
  contactErased,
  conversationHidden,
  type ScenarioRun,
  scenarioRunChanged,
} from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { press, rowLinks, shownNumbers } from '../../../../test/inbox-list.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('S2.06 the inbox lists conversations, newest first, with assignee, waiting and unread state', async () => {
  inboxServer({
    rows: [
      rowOf(3, { is_test: true, seen_seq: 1 }),
      rowOf(2, { handler: 'assistant', waiting_since: null }),
      rowOf(1, { assignee_id: jana.id, contact: { ...rowOf(1).contact, name: null } }),
    ],
  })
  showInbox()
  const list = (await screen.findByText('Peter 3')).closest('ul') ?? document.body
  const [third, second, first] = within(list).getAllByRole('listitem')
  expect(third?.textContent).toContain('Peter 3')
  expect(third?.textContent).toContain('Test')
  expect(third?.textContent).not.toContain('unread')
  expect(second?.textContent).toContain('Assistant')
  expect(first?.textContent).toContain('Visitor 0001')
  expect(first?.textContent).toContain('unread')
  expect(first?.textContent).toContain('waiting')
  await waitFor(() => expect(first?.textContent).toContain('Jana Kováčová'))
  expect(screen.getByRole('button', { name: /^Inbox: All open/ })).toBeTruthy()
})
test('a contact has the same name in all rows, and a new name appears immediately', async () => {
  const contact = { ...rowOf(1).contact, id: '01980000-0000-7000-8000-0000000047e2', name: null }
  const server = inboxServer({ rows: [rowOf(3), rowOf(2, { contact }), rowOf(1, { contact })] })
  showInbox()
  expect(await screen.findAllByText('Visitor 47e2')).toHaveLength(2)
  await server.emit(contactChanged.name, { ...contact, name: 'Ján Malý' })
  expect(await screen.findAllByText('Ján Malý')).toHaveLength(2)
  expect(screen.queryByText('Visitor 47e2')).toBeNull()
  expect(screen.getByText('Peter 3')).toBeDefined()
})
test('a row names the last author: you, a teammate by first name, the assistant, or the customer', async () => {
  const lastMessage = { last_message_preview: 'Hello' }
  const by = (last_message_author_id: string) =>
    ({ ...lastMessage, last_message_author: 'member', last_message_author_id }) as const
  const server = inboxServer({
    rows: [
      rowOf(4, by(eva.id)),
      rowOf(3, by(jana.id)),
      rowOf(2, { ...lastMessage, last_message_author: 'assistant' }),
      rowOf(1, lastMessage),
    ],
  })
  showInbox()
  await screen.findByText('Peter 4')
  const lines = () => rowLinks().map((row) => /(You: |Jana: |Assistant: )?Hello/.exec(row.textContent)?.[0])
  await waitFor(() => expect(lines()).toEqual(['You: Hello', 'Jana: Hello', 'Assistant: Hello', 'Hello']))
  const { seen_seq: _, ...first } = rowOf(1, { ...by(eva.id), version: 2 })
  await server.emitChange(first)
  expect(lines()[3]).toBe('You: Hello')
})
test('a row names the scenario that replies and its step, which moves with the run, disappears with its end and is there from a new row’s first event', async () => {
  const active_scenario = {
    id: crypto.randomUUID(),
    scenario_name: 'Leads',
    step_number: 2,
    step_title: '',
    started_at: rowOf(1).created_at,
    version: 2,
  }
  const first = rowOf(1, { handler: 'scenario', active_scenario })
  const server = inboxServer({ rows: [rowOf(2, { handler: 'assistant' }), first] })
  showInbox({ at: '?view=automated' })
  expect(await screen.findByText('Leads · step 2')).toBeDefined()
  const run: ScenarioRun = {
    ...active_scenario,
    integration_id: first.integration_id,
    conversation_id: first.id,
    scenario_id: crypto.randomUUID(),
    scenario_version: 1,
    status: 'waiting',
    step_id: 'city',
    step_number: 3,
    step_title: 'Ask for the city',
    waiting_until: null,
    ended_at: null,
    version: 3,
  }
  await server.emit(scenarioRunChanged.name, run)
  expect(await screen.findByText('Leads · Ask for the city')).toBeDefined()
  // Neither an older version nor an earlier run changes it.
  await server.emit(scenarioRunChanged.name, { ...run, step_title: '', version: 2 })
  const earlier = { id: crypto.randomUUID(), started_at: '2020-01-01T00:00:00.000Z', step_title: '' }
  await server.emit(scenarioRunChanged.name, { ...run, ...earlier })
  expect(screen.getByText('Leads · Ask for the city')).toBeDefined()
  // A change of the conversation keeps it.
  const { seen_seq: _, active_scenario: __, ...changed } = first
  await server.emitChange({ ...changed, priority: 'high', version: 2 })
  expect(screen.getByText('Leads · Ask for the city')).toBeDefined()
  await server.emit(scenarioRunChanged.name, { ...run, ended_at: first.created_at, version: 4 })
  await waitFor(() => expect(screen.queryByText(/^Leads/)).toBeNull())
  const { seen_seq: ___, ...entered } = rowOf(3, { handler: 'scenario', active_scenario })
  await server.emitChange(entered)
  expect(await screen.findByText('Leads · step 2')).toBeDefined()
  // Neither does an older step that comes with a change.
  await server.emitChange({
    ...entered,
    active_scenario: { ...active_scenario, version: 1, step_number: 1 },
    version: 2,
  })
  expect(screen.getByText('Leads · step 2')).toBeDefined()
})
test('a note is marked in its row, so that it doesn’t read like a reply', async () => {
  const by = {
    last_message_preview: 'Hello',
    last_message_author: 'member',
    last_message_author_id: eva.id,
  } as const
  inboxServer({ rows: [rowOf(2, { ...by, last_message_is_note: true }), rowOf(1, by)] })
  showInbox()
  await screen.findByText('Peter 2')
  const lines = () => rowLinks().map((row) => /(Note: )?You: Hello/.exec(row.textContent)?.[0])
  await waitFor(() => expect(lines()).toEqual(['Note: You: Hello', 'You: Hello']))
})
test('the last message of a removed member stays marked as the team’s, and that of a rule as automatic', async () => {
  const lastMessage = { last_message_preview: 'Hello', last_message_author: 'member' } as const
  inboxServer({
    rows: [
      rowOf(2, { ...lastMessage, last_message_author_id: crypto.randomUUID() }),
      rowOf(1, { ...lastMessage, last_message_author: 'system', last_message_author_id: null }),
    ],
  })
  showInbox()
  await screen.findByText('Peter 2')
  const lines = () => rowLinks().map((row) => /[A-Z][a-z ]+: Hello/.exec(row.textContent)?.[0])
  await waitFor(() => expect(lines()).toEqual(['Former teammate: Hello', 'Automation: Hello']))
})
test('a row that returns from snooze is marked until it is read', async () => {
  const server = inboxServer({ rows: [rowOf(2, { unsnoozed_seq: 1, seen_seq: 1 }), rowOf(1)] })
  showInbox()
  await screen.findByText('Peter 2')
  expect(screen.queryByText('Snooze ended')).toBeNull()
  const { seen_seq: _, ...first } = rowOf(1, {
    last_seq: 2,
    unsnoozed_seq: 2,
    last_message_at: rowOf(9).last_message_at,
    version: 2,
  })
  await server.emitChange(first)
  expect(shownNumbers()).toEqual(['1', '2'])
  expect(rowLinks()[0]?.textContent).toContain('Snooze ended')
  expect(rowLinks()[0]?.textContent).toContain('unread')
  await server.emitChange({ ...first, status: 'waiting', version: 3 })
  expect(screen.queryByText('Snooze ended')).toBeNull()
})
test('a row and the panel show whether the customer is on the site, and which members are online', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1)] })
  const { contact, integration_id } = rowOf(1)
  const arrived = {
    ...contact,
    integration_id,
    first_seen_at: contact.last_seen_at,
    is_test: false,
    conversations: 1,
    version: 1,
    online_since: new Date().toISOString(),
    page: { url: 'https://green-bean.example/basket', title: 'Basket', at: new Date().toISOString() },
  }
  server.answers[`GET /api/integration/${integration_id}/online-visitors`] = () => ({ items: [], total: 0 })
  showInbox({ at: `/${conversationId(1)}` })
  await waitFor(() => expect(rowLinks()).toHaveLength(2))
  await waitFor(() =>
    expect(server.calls(`GET /api/integration/${integration_id}/online-visitors`)).not.toHaveLength(0),
  )
  await screen.findAllByRole('link', { name: 'Shipping' })
  const words = () => rowLinks().map((row) => row.textContent?.includes('Online now'))
  await waitFor(() => expect(server.subscriptions.some(({ event }) => event === 'VisitorOnline')).toBe(true))
  expect(words()).toEqual([false, false])
  await server.emit('VisitorOnline', arrived)
  await waitFor(() => expect(words()).toEqual([false, true]))
  expect((await screen.findAllByRole('link', { name: 'Basket' })).length).toBeGreaterThan(0)
  const left = { integration_id, contact_id: contact.id, online_since: arrived.online_since }
  await server.emit('VisitorOffline', left)
  await waitFor(() => expect(words()).toEqual([false, false]))
  expect(screen.queryByRole('link', { name: 'Basket' })).toBeNull()

  const assign = screen.getByRole('button', { name: 'Assignee: Unassigned' })
  fireEvent.click(assign)
  const colleague = await screen.findByRole('option', { name: /Jana/ })
  expect(colleague.textContent).not.toContain('Online now')
  await server.setMembers(`presence-integration.${integration_id}`, [jana])
  await waitFor(() => expect(colleague.textContent).toContain('Online now'))
})
test('a newer change moves a row immediately, an older one is ignored, and a row that leaves the view disappears', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)] })
  showInbox()
  await screen.findByText('Peter 2')
  const { seen_seq: _, ...first } = rowOf(1, {
    last_message_preview: 'And now?',
    last_message_at: rowOf(9).last_message_at,
    version: 3,
  })
  await server.emitChange(first)
  expect(shownNumbers()).toEqual(['1', '2'])
  await server.emitChange({ ...first, last_message_preview: 'Older news', version: 2 })
  expect(screen.queryByText('Older news')).toBeNull()
  await server.emitChange({ ...first, status: 'resolved', version: 4 })
  expect(shownNumbers()).toEqual(['2'])
})
test('SEC-50 conversations of an erased contact leave the list, and an open one closes', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await waitFor(() => expect(rowLinks()).toHaveLength(2))
  expect(await screen.findByRole('heading', { name: /Peter 1/ })).toBeDefined()
  const { contact, integration_id } = rowOf(1)
  server.state.rows = [rowOf(2)]
  server.answers[`GET ${server.path(1, '')}`] = () => errorReply(404, 'not_found', 'We couldn’t find that.')
  await server.emit(contactErased.name, { integration_id, contact_id: contact.id })
  await waitFor(() => expect(shownNumbers()).toEqual(['2']))
  expect(await screen.findByText('Conversation not found')).toBeDefined()
})
test('S6.02 a conversation that an agent can no longer see leaves the list; if open, it shows a message and keeps unsent text', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1)], role: 'agent' })
  showInbox({ at: `/${conversationId(1)}`, role: 'agent', conversation_access: 'own' })
  await waitFor(() => expect(rowLinks()).toHaveLength(2))
  expect(screen.getByText(/^You see conversations assigned to you/)).toBeDefined()
  const composer = await screen.findByRole('textbox', { name: 'Reply to Peter 1' })
  fireEvent.change(composer, { target: { value: 'I am about to' } })
  const { integration_id, seen_seq: _, ...row } = rowOf(1)
  server.state.rows = [rowOf(2)]
  const answer = server.answers[`GET ${server.path(1, '')}`]
  server.answers[`GET ${server.path(1, '')}`] = () => errorReply(404, 'not_found', 'We couldn’t find that.')
  const hidden = { integration_id, conversation_id: row.id, version: row.version + 1 }
  await server.emit(conversationHidden.name, hidden)
  await waitFor(() => expect(shownNumbers()).toEqual(['2']))
  expect(await screen.findByText('You don’t have access to this conversation')).toBeDefined()
  expect(screen.getByText('I am about to')).toBeDefined()
  // The late response is older.
  await server.emitChange({ ...row, integration_id, version: row.version + 1 })
  expect(shownNumbers()).toEqual(['2'])
  if (answer) server.answers[`GET ${server.path(1, '')}`] = answer
  server.state.rows = [rowOf(2), rowOf(1, { version: row.version + 2 })]
  await server.emitChange({ ...row, integration_id, version: row.version + 2 })
  await waitFor(() => expect(shownNumbers()).toEqual(['2', '1']))
  expect(await screen.findByRole('textbox', { name: 'Reply to Peter 1' })).toHaveProperty(
    'value',
    'I am about to',
  )
})
test('while the list is hovered, new rows wait behind a button', async () => {
  const server = inboxServer({ rows: [rowOf(1)] })
  showInbox()
  const row = await screen.findByText('Peter 1')
  fireEvent.pointerEnter(row.closest('[data-conversation]')?.closest('div') ?? row, { pointerType: 'mouse' })
  fireEvent.focus(rowLinks()[0] ?? row)
  const { seen_seq: _, ...newRow } = rowOf(5)
  await server.emitChange(newRow)
  expect(shownNumbers()).toEqual(['1'])
  fireEvent.click(screen.getByRole('button', { name: '1 update' }))
  expect(shownNumbers()).toEqual(['5', '1'])
})
test('a row that a teammate moves elsewhere keeps its place while the list is hovered, but a hidden one doesn’t', async () => {
  const rows = [rowOf(3), rowOf(2), rowOf(1)]
  const server = inboxServer({ rows })
  showInbox()
  await screen.findByText('Peter 3')
  act(() => rowLinks()[0]?.focus())
  const resolve = (number: number) => {
    const { seen_seq: _, ...row } = rowOf(number)
    return server.emitChange({ ...row, status: 'resolved', version: row.version + 1 })
  }
  await resolve(2)
  expect(shownNumbers()).toEqual(['3', '2', '1'])
  expect(rowLinks()[1]?.textContent).toContain('No longer in this view')
  expect(rowLinks()[2]?.textContent).not.toContain('No longer in this view')
  await resolve(1)
  await server.emit(conversationHidden.name, {
    integration_id: rowOf(1).integration_id,
    conversation_id: rowOf(1).id,
    version: 9,
  })
  expect(shownNumbers()).toEqual(['3', '2'])
  fireEvent.click(screen.getByRole('button', { name: '1 update' }))
  expect(shownNumbers()).toEqual(['3'])
})
test('a row that the reader moved elsewhere returns immediately on undo, even while the list has the focus', async () => {
  const server = inboxServer({ rows: [rowOf(3), rowOf(2), rowOf(1)], messages: [messageOf(2, 1)] })
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('log')
  press('e', document.body)
  await waitFor(() => expect(shownNumbers()).toEqual(['3', '1']))
  await screen.findByRole('button', { name: 'Undo' })
  act(() => rowLinks()[0]?.focus())
  // Other people's changes wait.
  const { seen_seq: _, ...newRow } = rowOf(5)
  await server.emitChange(newRow)
  fireEvent.keyDown(rowLinks()[0] ?? document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(shownNumbers()).toEqual(['3', '2', '1']))
  expect(screen.getByRole('button', { name: '1 update' })).toBeDefined()
})
test('a row that keeps the focus is preloaded, one that is passed isn’t, and the preloaded one opens with its messages', async () => {
  const server = inboxServer({
    rows: [rowOf(3), rowOf(2), rowOf(1)],
    messages: [messageOf(1, 1, { body: 'Where is my order?' })],
  })
  const reads = (number: number) => server.calls(`GET ${server.path(number, '/message')}`).length
  showInbox()
  await screen.findByText('Peter 3')
  act(() => rowLinks().forEach((row) => row.focus()))
  await waitFor(() => expect(reads(1)).toBe(1))
  expect([reads(3), reads(2)]).toEqual([0, 0])
  server.answers[`GET ${server.path(1, '/message')}`] = () => new Promise(() => {})
  fireEvent.click(document.activeElement ?? document.body)
  expect(await screen.findByText('Where is my order?')).toBeDefined()
  fireEvent.pointerOver(rowLinks()[1] ?? document.body)
  await waitFor(() => expect(reads(2)).toBe(1))
})
test('a list that can’t be loaded shows an error and can be retried', async () => {
  const server = inboxServer({ rows: [rowOf(1)] })
  const list = Object.keys(server.answers)[0] ?? ''
  const answer = server.answers[list]
  server.answers[list] = () => errorReply(403, 'forbidden', 'You don’t have permission to do this.')
  showInbox()
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
  if (answer) server.answers[list] = answer
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Peter 1')).toBeTruthy()
})
test('an empty workspace shows how to get the first conversation', async () => {
  inboxServer({ rows: [] })
  showInbox()
  const link = await screen.findByRole('link', { name: 'Open the preview page' })
  expect(link.getAttribute('href')).toBe('/en/preview?key=pk_green')
})
