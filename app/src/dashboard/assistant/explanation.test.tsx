// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AnswerTrace } from '@ozvi/contract'
import { beforeEach, expect, test } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
})
const assistant = { author: 'assistant', author_id: null, author_name: null } as const
const answer = messageOf(1, 2, {
  ...assistant,
  kind: 'answer',
  body: 'Within 30 days.',
  details: { band: 'answer' },
})
const handOver = messageOf(1, 3, {
  ...assistant,
  author: 'system',
  kind: 'hand_over',
  body: 'I have passed this on.',
  details: { reason: 'nothing_found', summary: 'Asked: Boats?' },
})
const trace: AnswerTrace = {
  locale: 'en',
  terms: ['return', 'parcel'],
  candidates: [
    {
      title: 'May I return it?',
      heading: '',
      text: 'Returned parcels are refunded.',
      score: 7.25,
      is_cited: true,
      is_saved_answer: true,
      matched: ['returned', 'parcels'],
    },
    {
      title: 'Shipping',
      heading: 'Help',
      text: 'Three days.',
      score: 2,
      is_cited: false,
      is_saved_answer: false,
      matched: [],
    },
  ],
  confidence: 0.614,
  band: 'answer',
}

async function open() {
  const server = inboxServer({
    rows: [rowOf(1, { last_seq: 3 })],
    messages: [messageOf(1, 1), answer, handOver],
  })
  const calls = [answer, handOver].map(({ id }) => `GET ${server.path(1, `/message/${id}/trace`)}`) as [
    string,
    string,
  ]
  server.answers[calls[0]] = () => trace
  server.answers[calls[1]] = () => null
  showInbox({ at: `/${conversationId(1)}` })
  const why = await screen.findByRole('button', { name: 'Why this answer?' })
  return { server, calls, why }
}

test('an answer’s explanation shows confidence, search and passages with highlighted words; loaded when opened', async () => {
  const { server, calls, why } = await open()
  expect(server.calls(calls[0])).toEqual([])
  fireEvent.click(why)
  const panel = within(await screen.findByRole('dialog', { name: 'Why this answer?' }))
  expect(await panel.findByText('61% confidence')).toBeTruthy()
  expect(panel.getByText(/was confident enough/)).toBeTruthy()
  expect(panel.getByText('parcel').tagName).toBe('CODE')
  expect(['Returned', 'parcels'].map((word) => panel.getByText(word).tagName)).toEqual(['MARK', 'MARK'])
  expect([
    panel.getByText('Saved answer'),
    panel.getByText('Used'),
    panel.getByText('Not used'),
  ]).toHaveLength(3)
  // It scrolls by keyboard, and Escape returns to the button.
  expect(panel.getByRole('group', { name: 'Why this answer?' }).tabIndex).toBe(0)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls(calls[0])).toHaveLength(1)
})

test('while the explanation is open single keys do nothing, and a click elsewhere closes it', async () => {
  const { why } = await open()
  fireEvent.click(why)
  const panel = await screen.findByRole('dialog', { name: 'Why this answer?' })
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  // Shortcuts prevent the default action; their dialog would open only later.
  const isUnused = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: '?' })
  expect(isUnused()).toBe(true)
  expect(screen.getAllByRole('dialog')).toEqual([panel])
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isUnused()).toBe(false)
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('answers without a stored trace say so, and only messages of the assistant have an explanation', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Why no answer?' }))
  const panel = await screen.findByRole('dialog', { name: 'Why no answer?' })
  expect(await within(panel).findByText(/No explanation was recorded/)).toBeTruthy()
  expect(screen.getAllByText(/^Why (this|no) answer\?$/, { selector: 'button' })).toHaveLength(2)
})
