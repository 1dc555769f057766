// @vitest-environment jsdom
import type { BulkAction, BulkChange } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, jana, messageOf, rowOf, tagOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { errorReply } from '../../../../test/transport.ts'
import { undoLast } from '#ui/toast.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const startPath = `POST /api/integration/${greenBean.id}/bulk-action`
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Peter/ })
const ticked = () =>
  boxes().flatMap(({ checked, ariaLabel }) => (checked ? [String(ariaLabel).slice(-1)] : []))
const atHand = () => document.activeElement?.getAttribute('data-conversation')
const bar = () => screen.findByRole('region', { name: 'Actions for selected conversations' })

interface Asked {
  id: string
  change: BulkChange
  conversation_ids?: string[]
}
/** Five conversations, and a server that accepts bulk actions without progress. */
function server(role: typeof greenBean.role = 'owner') {
  const testServer = inboxServer({
    rows: [5, 4, 3, 2, 1].map((number) => rowOf(number)),
    messages: [messageOf(2, 1)],
    tags: [tagOf(1, 'Late'), tagOf(2, 'Refund')],
    role,
  })
  testServer.answers[`GET /api/integration/${greenBean.id}/team`] = () => []
  let held_act: BulkAction
  testServer.answers[startPath] = (body) => {
    // The input of `startBulkAction`.
    const { id, change, conversation_ids = [] } = body as Asked
    const total = conversation_ids.length || 1_240
    held_act = {
      id,
      integration_id: greenBean.id,
      list: 'conversations',
      change,
      state: 'running',
      total,
      done: 0,
      changed: 0,
      incomplete: 0,
      created_at: new Date().toISOString(),
      version: 1,
    }
    testServer.answers[`GET /api/integration/${greenBean.id}/bulk-action/${id}`] = () => held_act
    testServer.answers[`POST /api/integration/${greenBean.id}/bulk-action/${id}/undo`] = () =>
      (held_act = {
        ...held_act,
        state: 'undoing',
        total: held_act.changed,
        done: 0,
        version: held_act.version + 1,
      })
    return held_act
  }
  const progress = (changes: Partial<BulkAction>) => {
    held_act = { ...held_act, ...changes, version: held_act.version + 1 }
  }
  return {
    ...testServer,
    asked: () => testServer.calls(startPath).map(({ body }) => body as Asked),
    /** Without an event. */
    progress,
    async come(changes: Partial<BulkAction>) {
      progress(changes)
      await testServer.emit('BulkActionChanged', held_act)
    },
  }
}

test('x selects the current row, Shift+j extends the selection, Shift+click selects all rows in between, and Escape clears it', async () => {
  server()
  showInbox()
  await screen.findByText('Peter 5')
  press('j')
  await waitFor(() => expect(atHand()).toBe(conversationId(5)))
  press('x')
  expect(ticked()).toEqual(['5'])
  press('J', { shiftKey: true })
  expect(ticked()).toEqual(['5', '4'])
  expect((await bar()).textContent).toContain('2 selected')
  await waitFor(() => expect(atHand()).toBe(conversationId(4)))
  press('x')
  await waitFor(() => expect(ticked()).toEqual(['5']))
  press('Escape')
  expect(ticked()).toEqual([])
  expect(screen.queryByRole('region', { name: 'Actions for selected conversations' })).toBeNull()
  const [, second, , , last] = boxes()
  fireEvent.click(second ?? document.body)
  fireEvent.click(last ?? document.body, { shiftKey: true })
  expect(ticked()).toEqual(['4', '3', '2', '1'])
  press('X', { shiftKey: true })
  expect(ticked()).toEqual(['5', '4', '3', '2', '1'])
})
test('a bulk action shows immediately, with its progress, and one undo reverts all of it', async () => {
  const testServer = server()
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(boxes()[1] ?? document.body)
  await bar()
  press('e')
  await waitFor(() => expect(screen.queryByText('Peter 5')).toBeNull())
  expect(testServer.asked()).toEqual([
    expect.objectContaining({
      change: { kind: 'status', status: 'resolved' },
      conversation_ids: [conversationId(5), conversationId(4)],
    }),
  ])
  expect(screen.getByRole('heading', { name: 'Peter 2' })).toBeTruthy()
  await waitFor(() => expect(atHand()).toBe(conversationId(3)))
  expect(await screen.findByText('Updating 0 of 2…')).toBeTruthy()
  await testServer.come({ done: 1, changed: 1 })
  expect(await screen.findByText('Updating 1 of 2…')).toBeTruthy()
  await testServer.come({ done: 2, changed: 2, state: 'done' })
  const toastText = await screen.findByText('2 conversations resolved')
  expect(screen.queryByText(/^Updating/)).toBeNull()
  fireEvent.click(within(toastText.closest('li') ?? document.body).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undoing 0 of 2…')).toBeTruthy()
  await testServer.come({ done: 2, changed: 1, state: 'undone' })
  expect(
    await screen.findByText(
      'Change undone for 1 conversation. 1 was changed in the meantime and stays as is.',
    ),
  ).toBeTruthy()
})
test('the progress of an undo is polled, because its event can be missed', async () => {
  const testServer = server()
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  await bar()
  press('e')
  await screen.findByText('Updating 0 of 1…')
  await testServer.come({ done: 1, changed: 1, state: 'done' })
  const toastText = await screen.findByText('1 conversation resolved')
  fireEvent.click(within(toastText.closest('li') ?? document.body).getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undoing 0 of 1…')
  testServer.progress({ done: 1, changed: 0, state: 'undone' })
  expect(await screen.findByText('Change undone for 1 conversation')).toBeTruthy()
})
test('conversations that couldn’t be resolved stay selected, the required field is named, and one value for all resolves them', async () => {
  const testServer = server()
  const order = { id: crypto.randomUUID(), integration_id: greenBean.id, name: 'Order', type: 'text' }
  testServer.answers[`GET /api/integration/${greenBean.id}/conversation-field`] = () => [
    { ...order, options: [], position: 0, is_required: true, version: 1 },
  ]
  showInbox()
  await screen.findByText('Peter 5')
  for (const index of [0, 1, 2]) fireEvent.click(boxes()[index] ?? document.body)
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Resolve' }))
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  const first = testServer.asked()[0]?.id ?? ''
  testServer.answers[`GET /api/integration/${greenBean.id}/bulk-action/${first}/incomplete`] = () => ({
    conversation_ids: [conversationId(4), conversationId(3)],
    fields: [{ id: order.id, name: 'Order' }],
  })
  await testServer.come({ done: 3, changed: 1, incomplete: 2, state: 'done' })
  const toastMessage = '1 conversation resolved. 2 of 3 left: “Order” is required'
  const toastText = await screen.findByText(toastMessage)
  expect(toastText.closest('li')?.textContent).toContain('Undo')
  const dialog = await screen.findByRole('dialog', { name: 'Fill in before resolving' })
  fireEvent.change(within(dialog).getByLabelText(/^Order/), { target: { value: 'GB-1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save and resolve 2 conversations' }))
  await waitFor(() => expect(testServer.asked()).toHaveLength(2))
  expect(testServer.asked()[1]).toMatchObject({
    change: { kind: 'status', status: 'resolved', fields: { [order.id]: 'GB-1' } },
    left_by: first,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(ticked()).toEqual(['4', '3'])
})
test('the selection stays after a bulk action until Escape', async () => {
  const testServer = server()
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(boxes()[1] ?? document.body)
  for (const name of ['Urgent', 'Low']) {
    fireEvent.keyDown(within(await bar()).getByRole('button', { name: 'Priority' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await waitFor(() => expect(testServer.asked()).toHaveLength(2))
  expect(testServer.asked().map(({ conversation_ids }) => conversation_ids)).toEqual([
    [conversationId(5), conversationId(4)],
    [conversationId(5), conversationId(4)],
  ])
  // Each reports its own progress.
  expect(await screen.findAllByText('Updating 0 of 2…')).toHaveLength(2)
  press('Escape')
  expect(ticked()).toEqual([])
})
test('the undo key reverts a bulk action that is still running, even before the server has answered', async () => {
  const testServer = server()
  const answer = testServer.answers[startPath]
  const gate = Promise.withResolvers<void>()
  testServer.answers[startPath] = async (body) => {
    await gate.promise
    return answer?.(body)
  }
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.keyDown(within(await bar()).getByRole('button', { name: 'Priority' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Urgent' }))
  expect(undoLast()).toBe(true)
  expect(undoLast()).toBe(false)
  await act(async () => gate.resolve())
  const { id } = testServer.asked()[0] ?? {}
  await waitFor(() =>
    expect(testServer.calls(`POST /api/integration/${greenBean.id}/bulk-action/${id}/undo`)).toHaveLength(1),
  )
  expect(await screen.findByText('Undoing 0 of 0…')).toBeTruthy()
  await testServer.come({ state: 'undone' })
  expect(await screen.findByText('Change undone for 0 conversations')).toBeTruthy()
})
test('one click selects everything that matches the filter, loaded or not, up to the displayed limit', async () => {
  const testServer = server()
  const counts = `GET /api/integration/${greenBean.id}/conversation-counts`
  testServer.answers[counts] = () => ({
    all: 12_400,
    mine: 0,
    unassigned: 0,
    mentioned: 0,
    overdue: 0,
    automated: 0,
    waiting: 0,
    snoozed: 0,
    resolved: 0,
    spam: 0,
  })
  showInbox({ at: '?locale=sk' })
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(await within(await bar()).findByRole('button', { name: 'Select all 12,400' }))
  expect((await bar()).textContent).toContain('Newest 10,000 of 12,400')
  fireEvent.keyDown(within(await bar()).getByRole('button', { name: 'Priority' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Urgent' }))
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  expect(testServer.asked()[0]).toMatchObject({
    change: { kind: 'priority', priority: 'urgent' },
    list: { view: 'all', locale: 'sk' },
  })
  expect(testServer.asked()[0]).not.toHaveProperty('conversation_ids')
})
test('the command bar offers bulk actions, with assignees and tags', async () => {
  const testServer = server()
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(boxes()[1] ?? document.body)
  await bar()
  press('a')
  const bars = await screen.findByRole('dialog')
  fireEvent.click(await within(bars).findByRole('option', { name: jana.name }))
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  expect(testServer.asked()[0]?.change).toEqual({ kind: 'assignee', assignee_id: jana.id })
  await testServer.come({ done: 2, changed: 2, state: 'done' })
  expect(await screen.findByText('2 conversations assigned to Jana Kováčová')).toBeTruthy()
  fireEvent.click(boxes()[0] ?? document.body)
  await bar()
  press('l')
  const picker = await screen.findByRole('dialog', { name: 'Tags for 1 conversation' })
  fireEvent.click(await within(picker).findByRole('option', { name: 'Late' }))
  fireEvent.click(within(picker).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(testServer.asked()).toHaveLength(2))
  expect(testServer.asked()[1]?.change).toEqual({ kind: 'tags', add: [tagOf(1, 'Late').id], remove: [] })
})
test('a rejected change is reverted with an error', async () => {
  const testServer = server()
  testServer.answers[startPath] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { assignee_id: ['Not here.'] })
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Resolve' }))
  expect(await screen.findByText('Not here.')).toBeTruthy()
  expect(await screen.findByText('Peter 5')).toBeTruthy()
})
test('read-only members see no checkboxes', async () => {
  server('viewer')
  showInbox({ role: 'viewer' })
  await screen.findByText('Peter 5')
  expect(screen.queryByRole('checkbox')).toBeNull()
})
/** The menu of less frequent actions. */
const more = async () =>
  fireEvent.keyDown(within(await bar()).getByLabelText('More actions'), { key: 'Enter' })
test('the customers of several conversations are blocked in one step, with a duration and a reason', async () => {
  const testServer = server('agent')
  showInbox({ role: 'agent' })
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(boxes()[1] ?? document.body)
  await more()
  // Deleting needs a right of its own.
  expect(screen.queryByText('Delete…')).toBeNull()
  fireEvent.click(await screen.findByText('Block customers…'))
  await screen.findByText('Block the customers of 2 conversations?')
  fireEvent.click(screen.getByLabelText('Forever'))
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' Insults ' } })
  fireEvent.click(screen.getByText('Block'))
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  expect(testServer.asked()[0]).toMatchObject({
    change: { kind: 'block', until: null, reason: 'Insults' },
    conversation_ids: [conversationId(5), conversationId(4)],
  })
  await testServer.come({ done: 2, changed: 1, state: 'done' })
  const toastText = await screen.findByText('1 customer blocked')
  fireEvent.click(within(toastText.closest('li') ?? document.body).getByText('Undo'))
  await screen.findByText('Undoing 0 of 1…')
  await testServer.come({ done: 1, changed: 0, state: 'undone' })
  expect(await screen.findByText('Change undone for 1 contact')).toBeTruthy()
})
test('several conversations are deleted after confirming their number; open ones are skipped', async () => {
  const testServer = server()
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  fireEvent.click(boxes()[2] ?? document.body)
  fireEvent.click(boxes()[3] ?? document.body)
  await more()
  fireEvent.click(await screen.findByText('Delete…'))
  await screen.findByText('Delete 2 conversations?')
  fireEvent.click(screen.getByText('Delete 2 conversations'))
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  expect(testServer.asked()[0]).toMatchObject({
    change: { kind: 'delete' },
    conversation_ids: [conversationId(3), conversationId(2)],
  })
  expect(await screen.findByText('Select a conversation')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Peter 2')).toBeNull())
  await testServer.come({ done: 2, changed: 2, state: 'done' })
  const toastText = await screen.findByText('2 conversations deleted')
  expect(within(toastText.closest('li') ?? document.body).queryByText('Undo')).toBeNull()
})

test('the pane next to the list shows each action with its key, and assigns to a member found by search', async () => {
  const testServer = server()
  showInbox()
  await screen.findByText('Peter 5')
  fireEvent.click(boxes()[0] ?? document.body)
  fireEvent.click(boxes()[1] ?? document.body)
  const pane = await screen.findByRole('region', { name: 'Change selected conversations' })
  expect(within(pane).getByRole('heading', { name: '2 selected' })).toBeDefined()
  expect(within(pane).getByRole('button', { name: 'Resolve' }).textContent).toBe('ResolveE')
  fireEvent.click(within(pane).getByRole('button', { name: 'Assign to' }))
  const field = await screen.findByRole('combobox', { name: 'Search teammates and teams' })
  fireEvent.change(field, { target: { value: 'jan' } })
  expect(screen.getAllByRole('option')).toHaveLength(1)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(testServer.asked()).toHaveLength(1))
  expect(testServer.asked()[0]?.change).toEqual({ kind: 'assignee', assignee_id: jana.id })
  expect(ticked()).toEqual(['5', '4'])
  press('Escape')
  expect(screen.queryByRole('region', { name: 'Change selected conversations' })).toBeNull()
})
