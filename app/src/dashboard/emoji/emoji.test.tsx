// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { mockLayout } from '../../../test/layout.ts'
import { emojiIn, findEmoji } from './find-emoji.ts'
import { stubMatchMedia } from '../../../test/stub-match-media.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stubMatchMedia(false)
})

test('emoji are found by English and Slovak words alike, without diacritics, and are named in the reader’s language', () => {
  const signs = (typed: string, recent: string[] = []) =>
    findEmoji('en', typed, recent, 8).map(({ sign }) => sign)
  expect(signs('waving hand')[0]).toBe('👋')
  expect(signs('thumbs_up')[0]).toBe('👍')
  expect(signs('+1')).toContain('👍')
  expect(signs('pozdrav')).toContain('👋')
  expect(signs('mavajuca')).toContain('👋')
  expect(signs('slovensko')).toEqual(['🇸🇰'])
  expect(signs('zzzz')).toEqual([])
  expect(findEmoji('sk', 'wave', [], 8).find(({ sign }) => sign === '👋')?.name).toBe('mávajúca ruka')
  const third = signs('heart')[3] ?? ''
  expect(signs('heart', [third]).indexOf(third)).toBeLessThan(3)
})
test('every emoji group has entries, each once, with names in both languages and without skin tones', () => {
  const all = emojiIn('sk').flat()
  expect(emojiIn('en').map((group) => group.length > 50)).toEqual(Array(9).fill(true))
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(all.length)
  expect(all.filter(({ name }) => !name)).toEqual([])
  expect(all.filter(({ sign }) => /[\u{1F3FB}-\u{1F3FF}]/u.test(sign))).toEqual([])
})

async function open() {
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  return { field, type }
}
test('“:” and two letters list emoji; Enter inserts one, and it is listed first next time', async () => {
  const { field, type } = await open()
  type('Thank you :smi')
  const list = await screen.findByRole('listbox', { name: 'Emoji' })
  const third = within(list).getAllByRole('option')[2]
  const sign = third?.querySelector('[aria-hidden]')?.textContent ?? ''
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(third?.id))
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe(`Thank you ${sign}`))
  expect(screen.queryByRole('listbox')).toBeNull()
  // Escape keeps the text, and continuing the same word doesn't reopen the list.
  type('Thank you :smi')
  await screen.findByRole('listbox')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  type('Thank you :smile')
  expect(screen.queryByRole('listbox')).toBeNull()
  type('')
  fireEvent.click(screen.getByRole('button', { name: 'Insert emoji' }))
  const recent = await screen.findByRole('group', { name: 'Recently used' })
  expect(within(recent).getByRole('option').textContent).toBe(sign)
})
test('the button opens the picker: search finds emoji, arrows move, Enter inserts, Escape closes', async () => {
  const { field, type } = await open()
  type('Hi')
  const button = screen.getByRole('button', { name: 'Insert emoji' })
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Emoji' }))
  const find = dialog.getByRole('combobox', { name: 'Search emoji' })
  await waitFor(() => expect(document.activeElement).toBe(find))
  const food = dialog.getByRole('button', { name: 'Food and drink' })
  // Some browsers don't focus buttons, and losing the focus would close it.
  expect(fireEvent.mouseDown(food)).toBe(false)
  fireEvent.click(food)
  expect(dialog.getByRole('option', { name: 'pizza' })).toBeTruthy()
  fireEvent.change(find, { target: { value: 'srdce' } })
  const options = dialog.getAllByRole('option')
  fireEvent.keyDown(find, { key: 'ArrowDown' })
  fireEvent.keyDown(find, { key: 'ArrowRight' })
  expect(dialog.getByRole('option', { selected: true })).toBe(options[10])
  fireEvent.keyDown(find, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe(`Hi${options[10]?.textContent}`))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button)
  const again = await screen.findByRole('combobox', { name: 'Search emoji' })
  fireEvent.change(again, { target: { value: 'zzzz' } })
  expect(screen.getByText('No emoji found')).toBeTruthy()
  fireEvent.keyDown(again, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.queryByRole('dialog')).toBeNull()
})
