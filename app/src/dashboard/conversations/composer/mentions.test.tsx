// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { completionQueryAt } from './completion.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
async function openNote() {
  const server = inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  fireEvent.keyDown(document.body, { key: 'n' })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note to the team' })
  const write = (value: string) =>
    fireEvent.change(field, { target: { value, selectionStart: value.length } })
  return { server, field, write }
}

test('@ in a note lists members; Enter inserts the name without sending, then sends the note', async () => {
  const { server, field, write } = await openNote()
  write('Ask @kov')
  expect((await screen.findByRole('option')).textContent).toContain('Jana Kováčová')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe('Ask @Jana Kováčová '))
  expect(screen.queryByRole('option')).toBeNull()
  expect(server.calls(`POST ${server.path(1, '/message')}`)).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(server.calls(`POST ${server.path(1, '/message')}`)[0]?.body).toMatchObject({
      kind: 'note',
      body: 'Ask @Jana Kováčová',
    }),
  )
})
test('Escape closes the list and keeps the text; replies have no mentions', async () => {
  const { field, write } = await openNote()
  write('@')
  await screen.findByRole('option')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('option')).toBeNull()
  expect(field.value).toBe('@')
  fireEvent.keyDown(document.body, { key: 'r' })
  const reply = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(reply, { target: { value: '@j', selectionStart: 2 } })
  expect(screen.queryByRole('option')).toBeNull()
})
test.each([
  ['Ask @ja', 'note', { kind: 'mention', start: 4, query: 'ja' }],
  ['@', 'note', { kind: 'mention', start: 0, query: '' }],
  ['@Jana :sm', 'note', { kind: 'emoji', start: 6, query: 'sm' }],
  ['mail@jana', 'note', undefined],
  ['@jana\nnext', 'note', undefined],
  ['@ja', 'text', undefined],
  ['Hello /ship', 'text', { kind: 'reply', start: 6, query: 'ship' }],
  ['and/or', 'text', undefined],
  ['Great :thu', 'text', { kind: 'emoji', start: 6, query: 'thu' }],
  [':+1', 'text', { kind: 'emoji', start: 0, query: '+1' }],
  [':D', 'text', undefined],
  ['at 10:30', 'text', undefined],
  ['https://ozvi', 'text', undefined],
] as const)('in %j of a %s the trigger is %j', (text, mode, expected) => {
  expect(completionQueryAt(text, text.length, mode)).toEqual(expected)
})
