// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const question = messageOf(1, 1, { author: 'contact', kind: 'text', body: 'Where is my *parcel*?' })

test('Shift+r replies to the customer’s last message, and the sent message shows the quote', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [question] })
  showInbox({ at: `/${conversationId(1)}` })
  const log = await screen.findByRole('log')
  await within(log).findByText(/parcel/)
  fireEvent.keyDown(document.body, { key: 'R', shiftKey: true })
  await screen.findByText(/^Replying to /, { selector: 'span' })
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: 'On its way', selectionStart: 10 } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  const path = `POST ${server.path(1, '/message')}`
  await waitFor(() => expect(server.calls(path)).toHaveLength(1))
  expect(server.calls(path)[0]?.body).toMatchObject({ body: 'On its way', reply_to: question.id })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel reply' })).toBeNull())
})

test('a quote above a reply links to the original message; deleted messages aren’t quoted', async () => {
  const answer = messageOf(1, 2, {
    author: 'member',
    body: 'At the post',
    details: { reply_to: question.id },
  })
  const gone = messageOf(1, 3, {
    author: 'member',
    body: '',
    change: {
      version: 1,
      is_edited: false,
      is_deleted: true,
      at: question.sent_at,
      by_id: conversationId(9),
      by_name: 'Jana',
    },
  })
  const after = messageOf(1, 4, { author: 'member', body: 'I meant this', details: { reply_to: gone.id } })
  const lost = messageOf(1, 5, { author: 'member', body: 'And so', details: { reply_to: conversationId(8) } })
  inboxServer({ rows: [rowOf(1)], messages: [question, answer, gone, after, lost] })
  showInbox({ at: `/${conversationId(1)}` })
  const quote = await screen.findByRole('button', { name: /^In reply to: .*Where is my parcel\?$/ })
  fireEvent.click(quote)
  await waitFor(() => expect(document.querySelector('[data-found]')?.getAttribute('data-seq')).toBe('1'))
  expect(screen.getByRole('button', { name: /^In reply to: .*Message deleted$/ })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'In reply to: Earlier message' }))
  expect(await screen.findByRole('button', { name: /Message from another conversation$/ })).toBeDefined()
})
