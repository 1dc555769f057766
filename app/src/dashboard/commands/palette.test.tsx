// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const press = (
  key: string,
  modifiers: object = {},
  target: Element = document.activeElement ?? document.body,
) => fireEvent.keyDown(target, { key, ...modifiers })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const find = () => screen.findByRole('combobox', { name: 'Type a command or search…' })

test('the palette finds conversations, contacts and settings next to commands, also by other words, and remembers them', async () => {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(2, 1)] })
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  const base = `/api/integration/${greenBean.id}`
  const hit = rowOf(1)
  server.answers[`GET ${base}/conversation-search`] = () => ({
    items: [{ conversation: hit, message: null, excerpt: [{ text: 'Where is my parcel', is_match: false }] }],
    next: null,
    corrected: [],
  })
  server.answers[`GET ${base}/contact`] = () => ({
    items: [{ ...hit.contact, name: 'Lucia Malá', email: 'lucia@example.com' }],
    next: null,
  })
  press('k', { ctrlKey: true })
  let field = await find()
  fireEvent.change(field, { target: { value: 'overview' } })
  expect(options()[0]).toBe('DashboardG H')
  fireEvent.change(field, { target: { value: 'labels' } })
  expect(options()).toContain('Tags')
  fireEvent.change(field, { target: { value: 'Lucia' } })
  await waitFor(() =>
    expect(options()).toEqual([
      'Peter 1 #1Where is my parcel',
      'Lucia Malálucia@example.com',
      'Search all messages for “Lucia”',
    ]),
  )
  expect(screen.getAllByRole('group').map((group) => group.firstChild?.textContent)).toEqual([
    'Conversations',
    'Contacts',
  ])
  press('Enter', {}, field)
  expect(await screen.findByRole('heading', { name: 'Peter 1' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('k', { ctrlKey: true })
  field = await find()
  expect(options()[0]).toBe('Peter 1 #1Where is my parcel')
  expect(screen.getAllByRole('group')[0]?.firstChild?.textContent).toBe('Recent')
  // Names of customers stay out of the browser's storage.
  expect(JSON.stringify(localStorage)).not.toContain('Peter')
  press('Escape', {}, field)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
