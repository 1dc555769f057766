// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Citation, InboxRow } from '@ozvi/contract'
import { beforeEach, expect, test } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
})
const citation: Citation = {
  number: 1,
  title: 'Returns',
  heading: '',
  quote: 'You may return goods within 30 days.',
  url: 'https://green-bean.example/returns#:~:text=You%20may',
  snapshot_url: '/snapshot/1',
  fetched_at: '2026-11-19T10:00:00.000Z',
  source_id: conversationId(8),
  item_id: conversationId(9),
}
const quoteText = `${citation.quote}\n\nReturns: https://green-bean.example/returns`
const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
const described = () =>
  (composer().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join('')

/** Each test has a separate message: dismissed ones stay dismissed. */
let seq = 0
async function open(
  changes: Partial<InboxRow> = {},
  proposal: unknown = { band: 'may_help', citations: [citation] },
) {
  seq++
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: seq, ...changes })],
    messages: [messageOf(1, seq, { prev: 0 })],
  })
  const call = `GET ${server.path(1, '/suggested-reply')}`
  server.answers[call] = () => proposal
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  return { server, call, asked: () => server.calls(call) }
}
const findSuggestion = () => screen.findByRole('button', { name: /^Use reply/ }, { timeout: 3_000 })

test('a suggested reply is shown in gray without being inserted; Tab accepts it with its source, and nothing is sent automatically', async () => {
  const { server } = await open()
  await findSuggestion()
  expect(composer().value).toBe('')
  expect(composer().placeholder).toBe(quoteText)
  expect(described()).toContain(`Suggested reply: ${quoteText}`)
  expect(screen.getByText('Might help')).toBeTruthy()
  composer().focus()
  fireEvent.keyDown(composer(), { key: 'Tab' })
  expect(composer().value).toBe(quoteText)
  expect(screen.queryByRole('button', { name: /^Use reply/ })).toBeNull()
  expect(composer().placeholder).toBe('Write a reply…')
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
  fireEvent.change(composer(), { target: { value: '' } })
  await waitFor(() => expect(composer().placeholder).toBe('Write a reply…'))
})

test('typing hides a suggestion, and it stays hidden after the text is deleted', async () => {
  await open()
  await findSuggestion()
  fireEvent.change(composer(), { target: { value: 'H' } })
  expect(screen.queryByRole('button', { name: /^Use reply/ })).toBeNull()
  fireEvent.change(composer(), { target: { value: '' } })
  expect(composer().placeholder).toBe('Write a reply…')
  expect(screen.queryByRole('button', { name: /^Use reply/ })).toBeNull()
})

test('Escape first dismisses a suggestion, then leaves the composer', async () => {
  await open()
  await findSuggestion()
  composer().focus()
  fireEvent.keyDown(composer(), { key: 'Escape' })
  await waitFor(() => expect(composer().placeholder).toBe('Write a reply…'))
  expect(document.activeElement).toBe(composer())
  fireEvent.keyDown(composer(), { key: 'Escape' })
  expect(document.activeElement).not.toBe(composer())
})

test('no suggestion is requested before a customer waits for the team', async () => {
  const { asked, server } = await open({ handler: 'assistant' })
  expect(composer().placeholder).toBe('Write a reply…')
  const { seen_seq: _, ...row } = rowOf(1, { last_seq: seq, version: 5 })
  await server.emitChange(row)
  await findSuggestion()
  expect(asked()).toHaveLength(1)
})

test('nothing is suggested without an answer', async () => {
  const { asked } = await open({}, null)
  await waitFor(() => expect(asked()).toHaveLength(1), { timeout: 3_000 })
  expect(composer().placeholder).toBe('Write a reply…')
  expect(screen.queryByText('Suggested reply from')).toBeNull()
})

test('suggestions can be turned off in the composer’s menu', async () => {
  await open()
  await findSuggestion()
  const menu = screen.getByRole('button', { name: 'More sending options' })
  fireEvent.pointerDown(menu, { button: 0, ctrlKey: false })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Don’t suggest replies' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Use reply/ })).toBeNull())
  expect(composer().placeholder).toBe('Write a reply…')
})
