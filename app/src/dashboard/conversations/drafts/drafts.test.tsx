// @vitest-environment jsdom
import { draftChanged, ownDraftChanged, minute_ms } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, draftOf, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { readDraft, writeDraft } from '../composer/drafts.ts'
import { syncDrafts } from './draft-sync.ts'

const line = { is_up: true }
beforeEach(() => {
  mockLayout()
  localStorage.clear()
  line.is_up = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line.is_up)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const keyOf = (number: number, mode = 'text') =>
  `ozvi.draft.${greenBean.id}.${eva.id}.${conversationId(number)}.${mode}`
const server = (count = 1) =>
  inboxServer({
    rows: Array.from({ length: count }, (_, index) => rowOf(count - index)),
    messages: [messageOf(1, 1)],
  })
const saved = (testServer: ReturnType<typeof server>, number = 1) =>
  testServer
    .calls(`PUT ${testServer.path(number, '/draft')}`)
    // The input of `saveDraft`.
    .map(({ body }) => body as { mode: string; text: string; changed_at: string })
const texts = (testServer: ReturnType<typeof server>) =>
  Object.fromEntries(
    testServer.state.drafts.map(({ conversation_id, text }) => [Number(conversation_id.slice(-2)), text]),
  )
const owner = { integration_id: greenBean.id, user_id: eva.id }
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a draft is saved two seconds after the last key, and immediately when the conversation is left', async () => {
  vi.useFakeTimers()
  const testServer = server(2)
  const stop = syncDrafts(owner)
  writeDraft(keyOf(1), 'H')
  await pass(1_500)
  writeDraft(keyOf(1), 'Hello')
  await pass(1_500)
  expect(saved(testServer)).toEqual([])
  await pass(500)
  expect(saved(testServer)).toMatchObject([{ mode: 'text', text: 'Hello' }])
  await pass(60_000)
  expect(saved(testServer)).toHaveLength(1)

  writeDraft(keyOf(1), 'Hello there')
  writeDraft(keyOf(2, 'note'), 'For us')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(saved(testServer).at(-1)?.text).toBe('Hello there')
  expect(saved(testServer, 2)).toMatchObject([{ mode: 'note', text: 'For us' }])
  writeDraft(keyOf(1), '')
  stop()
  await pass(0)
  expect(texts(testServer)).toEqual({ 1: '', 2: 'For us' })
})

test('three drafts of an hour without a connection arrive, and none overwrites what is newer elsewhere', async () => {
  vi.useFakeTimers()
  const testServer = server(4)
  const stop = syncDrafts(owner)
  await pass(0)
  line.is_up = false
  for (const number of [1, 2, 3]) writeDraft(keyOf(number), `Offline ${number}`)
  await pass(30 * minute_ms)
  expect(testServer.state.drafts).toEqual([])
  // At the same time on the phone.
  testServer.state.drafts = [2, 4].map((number) =>
    draftOf(conversationId(number), { text: `Phone ${number}`, changed_at: ago(0) }),
  )
  await pass(30 * minute_ms)
  line.is_up = true
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(texts(testServer)).toEqual({ 1: 'Offline 1', 2: 'Phone 2', 3: 'Offline 3', 4: 'Phone 4' })
  expect([1, 2, 3, 4].map((number) => readDraft(keyOf(number)))).toEqual([
    'Offline 1',
    'Phone 2',
    'Offline 3',
    'Phone 4',
  ])
  stop()
})

test('a wrong clock doesn’t delay drafts on any device', async () => {
  vi.useFakeTimers()
  const testServer = server(2)
  const stop = syncDrafts(owner)
  await pass(0)
  const emitDraft = (number: number, minutes: number) => {
    const draft = draftOf(conversationId(number), { text: 'Of the phone', changed_at: ago(minutes) })
    testServer.state.drafts = [draft]
    for (const { event, listener } of testServer.subscriptions)
      if (event === ownDraftChanged.name) listener.received(draft)
  }
  // The server's clock is ten minutes behind.
  testServer.answers[`PUT ${testServer.path(2, '/draft')}`] = () =>
    draftOf(conversationId(2), { text: 'Here', changed_at: ago(10) })
  writeDraft(keyOf(2), 'Here')
  await pass(2_000)
  emitDraft(2, 9)
  expect(readDraft(keyOf(2))).toBe('Of the phone')
  // The server's clock is an hour ahead.
  emitDraft(1, -60)
  expect(readDraft(keyOf(1))).toBe('Of the phone')
  writeDraft(keyOf(1), 'Of the phone, and here')
  await pass(2_000)
  expect(texts(testServer)).toEqual({ 1: 'Of the phone, and here' })
  stop()
})

test('a draft from another device marks the row and fills the composer, but never replaces typed text', async () => {
  const testServer = server(2)
  testServer.state.drafts = [
    draftOf(conversationId(1), { text: 'From the phone' }),
    draftOf(conversationId(2), { text: 'A thought', mode: 'note' }),
  ]
  showInbox({ at: `/${conversationId(1)}` })
  // The labeled field.
  const field = (await screen.findByRole('textbox', { name: /^Reply to/ })) as HTMLTextAreaElement
  await waitFor(() => expect(field.value).toBe('From the phone'))
  const row = document.querySelector(`[data-conversation="${conversationId(2)}"]`)
  await waitFor(() => expect(row?.textContent).toContain('Draft: A thought'))

  act(() => field.focus())
  const newer = draftOf(conversationId(1), { text: 'Newer', changed_at: ago(-1) })
  await testServer.emit(ownDraftChanged.name, newer)
  expect(field.value).toBe('From the phone')
  act(() => field.blur())
  await waitFor(() => expect(field.value).toBe('Newer'))
  // Sent on the phone.
  await testServer.emit(ownDraftChanged.name, { ...newer, text: '', changed_at: ago(-2) })
  await waitFor(() => expect(field.value).toBe(''))
  expect(saved(testServer)).toEqual([])
})

test('a character that opens a menu isn’t saved as a draft until a word follows', async () => {
  server(1)
  showInbox({ at: `/${conversationId(1)}` })
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: '/' } })
  expect(readDraft(keyOf(1))).toBe('')
  fireEvent.change(field, { target: { value: '/ or \\' } })
  expect(readDraft(keyOf(1))).toBe('/ or \\')
})

test('a teammate’s draft is shown, and appended to the member’s own only by a click, which can be undone', async () => {
  const testServer = server()
  const janasAuthor = { author_id: jana.id, author_name: jana.name }
  showInbox({ at: `/${conversationId(1)}` })
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: 'Hello,' } })
  const draft = draftOf(conversationId(1), { ...janasAuthor, text: 'it is\non its way.', changed_at: ago(1) })
  testServer.state.drafts = [...testServer.state.drafts, draft]
  await testServer.emit(draftChanged.name, draft)
  const list = await screen.findByRole('list', { name: 'Teammates’ drafts' })
  const disclosure = within(list).getByRole('button', { name: /Jana Kováčová has a draft:/ })
  expect(disclosure.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(disclosure)
  expect(within(list).getByText(/on its way/, { selector: 'p' }).hidden).toBe(false)
  expect(field).toHaveProperty('value', 'Hello,')

  fireEvent.click(within(list).getByRole('button', { name: 'Take over Jana Kováčová’s draft' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'Hello,\n\nit is\non its way.'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Teammates’ drafts' })).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'Hello,'))
  expect(await screen.findByRole('button', { name: /Jana Kováčová has a draft:/ })).toBeTruthy()
})

test('the author of a draft that was taken over sees a notice until they dismiss it', async () => {
  const testServer = server()
  testServer.state.drafts = [draftOf(conversationId(1), { taken_over_by: jana })]
  // Another user on the same device.
  writeDraft(keyOf(1).replace(eva.id, jana.id), 'Of Jana alone')
  showInbox({ at: `/${conversationId(1)}` })
  const takenOverText = await screen.findByText('Jana Kováčová took over your draft.')
  expect(screen.getByRole('textbox', { name: /^Reply to/ })).toHaveProperty('value', '')
  // A status message around the text.
  fireEvent.click(within(takenOverText.parentElement as HTMLElement).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText(/has taken over/)).toBeNull())
  expect(saved(testServer)).toMatchObject([{ mode: 'text', text: '' }])
})
