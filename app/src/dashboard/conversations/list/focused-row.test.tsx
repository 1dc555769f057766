// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { useRowCursor } from './row-cursor.ts'
import { useFocusedRow } from './use-focused-row.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-conversation]')]
const press = (key: string, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key })

test('a key acts on the focused row, and the focus moves to the next row', async () => {
  const server = inboxServer({ rows: [rowOf(3), rowOf(2), rowOf(1)] })
  showInbox()
  await screen.findByText('Peter 3')
  press('j')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[0]))
  press('e')
  await waitFor(() =>
    expect(server.calls(`POST ${server.path(3, '/status')}`)[0]?.body).toMatchObject({ status: 'resolved' }),
  )
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Peter 2'))
  press('p')
  fireEvent.click(await screen.findByRole('option', { name: 'Urgent' }))
  await waitFor(() =>
    expect(server.calls(`POST ${server.path(2, '/priority')}`)[0]?.body).toMatchObject({
      priority: 'urgent',
    }),
  )
})
test('r opens the focused row with the cursor in the reply, n in the note', async () => {
  inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1)] })
  showInbox()
  await screen.findByText('Peter 2')
  press('j')
  await waitFor(() => expect(document.activeElement).toBe(rowLinks()[0]))
  press('n')
  const note = await screen.findByRole('textbox', { name: /Note/ })
  await waitFor(() => expect(document.activeElement).toBe(note))
})
function Probe({ hasDialog }: { hasDialog: boolean }) {
  const cursor = useRowCursor()
  return (
    <>
      <a href="#one" data-conversation="one">
        Row
      </a>
      {hasDialog && (
        <div role="dialog">
          <button type="button">In a dialog</button>
        </div>
      )}
      <output>{useFocusedRow(cursor) ?? 'none'}</output>
    </>
  )
}
test('a row keeps its commands while a dialog has the focus, and loses them with the focus', async () => {
  const { rerender } = render(<Probe hasDialog />)
  const focused = () => screen.getByRole('status').textContent
  const row = screen.getByRole('link')
  act(() => row.focus())
  expect(focused()).toBe('one')
  act(() => screen.getByRole('button').focus())
  expect(focused()).toBe('one')
  act(() => row.focus())
  rerender(<Probe hasDialog={false} />)
  act(() => row.blur())
  await waitFor(() => expect(focused()).toBe('none'))
})
