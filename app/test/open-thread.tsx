import type { Locale } from '@ozvi/contract'
import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { conversationId, jana } from './inbox-rows.ts'
import { mockLayout } from './layout.ts'
import { showInbox } from './show-inbox.tsx'

/** An author of messages other than the signed-in member. */
export const team = { author: 'member', author_id: jana.id, author_name: jana.name } as const

/** Before each test: a layout, no drafts, and no output of expected errors. */
export function prepareThread() {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
}
export async function openThread(number = 1, locale: Locale = 'en') {
  showInbox({ at: `/${conversationId(number)}`, locale })
  await screen.findByRole('log')
}
export const log = () => screen.getByRole('log')
/** Texts such as `Message 1`, in their order. */
export const bodies = () =>
  [...log().querySelectorAll('p')]
    .map((p) => p.textContent)
    .filter((text) => /^Message \d+$/.test(text ?? ''))
export const reply = () => screen.getByRole('textbox', { name: /^Reply to/ })
/** Writes a reply and sends it. */
export function write(text: string) {
  fireEvent.change(reply(), { target: { value: text } })
  fireEvent.keyDown(reply(), { key: 'Enter' })
}
