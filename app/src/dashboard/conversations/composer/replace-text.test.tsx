// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('text inserted by a button can be undone with Ctrl+Z like typed text', async () => {
  const typed: string[] = []
  // As in browsers; jsdom doesn't implement it.
  Object.assign(document, {
    execCommand(_: string, __: boolean, text: string) {
      const field = document.activeElement
      if (!(field instanceof HTMLTextAreaElement)) return false
      typed.push(`${field.value.slice(field.selectionStart, field.selectionEnd)} → ${text}`)
      field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
      return fireEvent.input(field)
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  inboxServer({ rows: [rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: 'Very good' } })
  field.setSelectionRange(5, 9)
  fireEvent.click(screen.getByRole('button', { name: 'Bold' }))
  await waitFor(() => expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('good'))
  expect(field.value).toBe('Very **good**')
  fireEvent.click(screen.getByRole('button', { name: 'Bold' }))
  await waitFor(() => expect(field.value).toBe('Very good'))
  expect(typed).toEqual(['good → **good**', '**good** → good'])
})
