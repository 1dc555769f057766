// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { bodies, log, openThread, prepareThread, reply, team, write } from '../../../../test/open-thread.tsx'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(prepareThread)
afterEach(() => void vi.restoreAllMocks())

test('a reply appears immediately, is sent with its own id and shown once after it is acknowledged', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
  let acknowledge: (() => void) | undefined
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = async (body) => {
    await new Promise<void>((resolve) => {
      acknowledge = resolve
    })
    return send?.(body)
  }
  write('\u200b \u2800')
  expect(bodies()).toEqual(['Message 1'])
  expect(reply()).toHaveProperty('value', '\u200b \u2800')
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
  await openThread()
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
  await openThread()
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  // The jitter of the next automatic try delays it by minutes.
  vi.spyOn(Math, 'random').mockReturnValue(1_000)
  server.answers[`POST ${server.path(1, '/message')}`] = () => errorReply(500, 'server_error', 'Failed.')
  write('Message 2')
  expect(await within(log()).findByText('Server error. Trying again automatically…')).toBeTruthy()
  if (send) server.answers[`POST ${server.path(1, '/message')}`] = send
  fireEvent.click(within(log()).getByRole('button', { name: 'Try again' }))
  expect(await within(log()).findByText('Sent')).toBeTruthy()
})
test('422 a rejected reply shows the reason and can be retried or deleted', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
  const send = server.answers[`POST ${server.path(1, '/message')}`]
  server.answers[`POST ${server.path(1, '/message')}`] = () =>
    errorReply(422, 'invalid_input', 'Use at most 8000 characters.')
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
  await openThread()
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
  await openThread()
  fireEvent.click(screen.getByRole('radio', { name: 'Note' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note to the team' })),
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  await waitFor(() => expect(document.activeElement).toBe(reply()))
})
test('a reply is held back if a teammate has replied since it was started', async () => {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  await openThread()
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
  await openThread()
  fireEvent.change(reply(), { target: { value: 'x'.repeat(7_000) } })
  expect(screen.queryByText(/characters/)).toBeNull()
  fireEvent.change(reply(), { target: { value: 'x'.repeat(7_999) } })
  expect(screen.getByText('1 character left')).toBeTruthy()
  write('x'.repeat(8_002))
  expect(screen.getByText('2 characters over the limit')).toBeTruthy()
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
})
