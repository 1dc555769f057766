// @vitest-environment jsdom
import type { SearchHit } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this)
  }
})
const scrolledTo: Element[] = []
const searchCall = `GET /api/integration/${greenBean.id}/conversation-search`
const hitOf = (number: number, seq: number): SearchHit => ({
  conversation: rowOf(number, { status: 'resolved' }),
  message: { seq, author_name: 'Jana', is_note: true, sent_at: rowOf(number).last_message_at },
  excerpt: [
    { text: 'one ', is_match: false },
    { text: 'refund', is_match: true },
  ],
})
const wordsOf = (url: string) => new URL(url, 'http://test').searchParams.get('search')

test('/ opens the search field before the results load, so that no key after it is a shortcut', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)] })
  server.answers[searchCall] = () => ({ items: [], next: null, corrected: [] })
  const results = Promise.withResolvers<undefined>()
  vi.doMock('./search-results.tsx', async (load) => {
    await results.promise
    return load()
  })
  showInbox({ at: `/${rowOf(1).id}` })
  await screen.findByRole('heading', { name: 'Peter 1' })
  fireEvent.keyDown(document.body, { key: '/' })
  // Nothing is awaited: the next key follows immediately.
  const field = screen.getByRole('searchbox', { name: 'Search conversations' })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'i' })
  fireEvent.change(field, { target: { value: 'invoice' } })
  results.resolve(undefined)
  expect(await screen.findByText('No conversations match “invoice”.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'invoice')
  expect(server.sent.filter(({ url }) => url.includes('/assign'))).toEqual([])
  vi.doUnmock('./search-results.tsx')
})

test('/ searches all conversations, highlights the words, and opens the thread at the message', async () => {
  const messages = Array.from({ length: 80 }, (_, index) => messageOf(1, index + 1))
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages })
  server.answers[searchCall] = () =>
    wordsOf(server.sent.at(-1)?.url ?? '') === 'refnud'
      ? { items: [hitOf(1, 12)], next: null, corrected: [{ word: 'refnud', to: ['refund'] }] }
      : { items: [], next: null, corrected: [] }
  showInbox()
  await screen.findByText('Peter 2')
  fireEvent.keyDown(document.body, { key: '/' })
  const field = await screen.findByRole('searchbox', { name: 'Search conversations' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'nothing' } })
  expect(await screen.findByText('No conversations match “nothing”.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'a' } })
  expect(await screen.findByText(/^Enter a number or a word/)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'refnud ' } })
  const results = await screen.findByRole('list', { name: 'Search results' })
  expect(screen.getByText(/No results for “refnud”/).textContent).toContain('refund')
  expect([...results.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['refund'])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const hit = within(results).getByRole('link')
  await waitFor(() => expect(document.activeElement).toBe(hit))

  fireEvent.click(hit)
  await screen.findByRole('heading', { name: 'Peter 1' })
  const message = await screen.findByText('Message 12')
  await waitFor(() => expect(scrolledTo.at(-1)?.contains(message)).toBe(true))
  expect(scrolledTo.at(-1)?.hasAttribute('data-found')).toBe(true)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'refnud ')

  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
  expect(await screen.findByText('Peter 2')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search conversations' }))
})
