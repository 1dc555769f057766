// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { mockLayout } from '../../../test/layout.ts'
import { setSingleKeys } from './keymap.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  setSingleKeys(true)
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const press = (
  key: string,
  modifiers: object = {},
  target: Element = document.activeElement ?? document.body,
) => fireEvent.keyDown(target, { key, ...modifiers })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const find = () => screen.findByRole('combobox', { name: 'Type a command or search…' })

async function openConversation() {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(2, 1)] })
  showInbox({ at: `/${conversationId(2)}` })
  await screen.findByRole('heading', { name: 'Peter 2' })
  await screen.findByRole('textbox', { name: 'Reply to Peter 2' })
  return server
}

test('the command bar lists available commands with their keys, finds them without accents, and runs one', async () => {
  await openConversation()
  press('k', { ctrlKey: true })
  const field = await find()
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(6)
  expect(options()).toContain('Write a replyR')
  expect(options()).toContain('InboxG I')
  expect(options()).toContain('Billing')
  fireEvent.change(field, { target: { value: 'write réply' } })
  expect(options()).toEqual(['Write a replyR', 'Search all messages for “write réply”'])
  press('Enter', {}, field)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply to Peter 2' })),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('arrow keys wrap around, unmatched text can be searched for, and the same key closes the bar', async () => {
  await openConversation()
  press('k', { ctrlKey: true })
  const field = await find()
  const at = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(at()).toBe('Write a replyR')
  press('ArrowUp', {}, field)
  expect(at()).toBe('Keyboard shortcuts?')
  press('ArrowDown', {}, field)
  expect(at()).toBe('Write a replyR')
  fireEvent.change(field, { target: { value: 'xyzzy' } })
  expect(options()).toEqual(['Search all messages for “xyzzy”'])
  press('k', { ctrlKey: true }, field)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test('closing the command bar without a choice restores the focus', async () => {
  await openConversation()
  const reply = screen.getByRole('textbox', { name: 'Reply to Peter 2' })
  const resolve = screen.getByRole('button', { name: 'Resolve' })
  for (const at of [resolve, reply]) {
    at.focus()
    fireEvent.change(reply, { target: { value: 'See you' } })
    press(at === reply ? 'l' : 'k', { ctrlKey: true, shiftKey: at === reply })
    await screen.findByRole('combobox')
    await waitFor(() => expect(document.activeElement?.role).toBe('combobox'))
    press('Escape')
    await waitFor(() => expect(document.activeElement).toBe(at))
  }
})
test('Ctrl+K over a menu or popover closes it and opens the command bar, and the focus returns to its button', async () => {
  await openConversation()
  for (const [name, role] of [
    ['More', 'menu'],
    ['Filter', 'dialog'],
  ] as const) {
    const [opener] = screen.getAllByRole('button', { name: new RegExp(`^${name}`) })
    opener!.focus()
    fireEvent.pointerDown(opener!, { button: 0 })
    fireEvent.click(opener!)
    const overlay = await screen.findByRole(role)
    await waitFor(() => expect(overlay.contains(document.activeElement)).toBe(true))
    // Replaced when its overlay is loaded.
    const button = screen.getByRole('button', { name: new RegExp(`^${name}`), expanded: true })
    press('k', { ctrlKey: true })
    await find()
    await waitFor(() => expect(overlay.isConnected).toBe(false))
    expect(document.activeElement?.role).toBe('combobox')
    press('Escape')
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})
test('Ctrl+K over a dialog does nothing', async () => {
  await openConversation()
  press('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  press('k', { ctrlKey: true })
  await act(async () => void (await import('./command-bar.tsx')))
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
})
test('a command with options asks for one: z for a time, a for an assignee', async () => {
  const server = await openConversation()
  press('z')
  const field = await screen.findByRole('combobox', { name: 'Snooze until…' })
  fireEvent.change(field, { target: { value: 'tomorrow' } })
  press('Enter', {}, field)
  await waitFor(() =>
    expect(server.calls(`POST ${server.path(2, '/status')}`).map(({ body }) => body)).toEqual([
      { status: 'snoozed', snoozed_until: expect.stringMatching(/T/) },
    ]),
  )
})
test('a sequence of two keys navigates; single keys are ignored in fields and when turned off', async () => {
  await openConversation()
  press('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const search = within(sheet).getByRole('searchbox', { name: 'Search shortcuts' })
  const shown = () => within(sheet).getAllByRole('button', { name: /Change shortcut$/ }).length
  const all = shown()
  fireEvent.change(search, { target: { value: ' SNOOZE' } })
  expect(shown()).toBe(1)
  fireEvent.change(search, { target: { value: 'xyz' } })
  expect(within(sheet).getByText('No results for “xyz”')).toBeTruthy()
  fireEvent.change(search, { target: { value: '' } })
  expect(shown()).toBe(all)
  fireEvent.click(within(sheet).getByRole('switch', { name: /Single-key shortcuts/ }))
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('r', {}, document.body)
  expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: 'Reply to Peter 2' }))
  setSingleKeys(true)
  press('r', {}, document.body)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply to Peter 2' }))
  press('g', {}, document.body)
  press('i', {}, document.body)
  expect(await screen.findByText('Select a conversation')).toBeTruthy()
})
test('a key of an action that the conversation doesn’t allow says so', async () => {
  await openConversation()
  press('E', { shiftKey: true }, document.body)
  expect(await screen.findByText('“Reopen” isn’t available for this conversation')).toBeDefined()
  press('Escape', {}, document.body)
  expect(screen.queryByText(/“Back to the list” isn’t available/)).toBeNull()
})
test('a shortcut can be changed and is stored; the command that had it loses it, and all can be reset', async () => {
  await openConversation()
  press('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const change = (name: string) => within(sheet).getByRole('button', { name })
  const news = () => within(sheet).getAllByRole('status').at(-1)?.textContent
  fireEvent.click(change('Write a reply: R. Change shortcut'))
  press('g', {}, change('Write a reply: R. Change shortcut'))
  expect(news()).toBe('Other shortcuts start with this key.')
  press('r', { ctrlKey: true }, change('Write a reply: R. Change shortcut'))
  expect(news()).toBe('This key is reserved by the browser.')
  press('N', { shiftKey: true }, change('Write a reply: R. Change shortcut'))
  expect(change('Write a reply: Shift N. Change shortcut')).toBeTruthy()
  fireEvent.click(change('Write a note: N. Change shortcut'))
  press('e', {}, change('Write a note: N. Change shortcut'))
  expect(news()).toBe('“Resolve and go to next” no longer has a shortcut.')
  expect(JSON.parse(localStorage.getItem('ozvi.keys') ?? '')).toEqual({
    has_single_keys: true,
    keys: { reply: 'Shift+n', note: 'e', resolve: null },
  })
  fireEvent.click(within(sheet).getByRole('button', { name: 'Reset to defaults' }))
  expect(change('Resolve and go to next: E. Change shortcut')).toBeTruthy()
})
