// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('B blocks the customer for a time, with a reason and as spam; the block is shown next to the thread and can be undone', async () => {
  const row = rowOf(1)
  const server = inboxServer({ rows: [row], messages: [messageOf(1, 1)] })
  const path = `/api/integration/${greenBean.id}/contact/${row.contact.id}/block`
  const sent: { until: string | null; reason: string }[] = []
  server.answers[`POST ${path}`] = (body) => {
    // The input of `blockContact`.
    const block = body as { until: string | null; reason: string }
    sent.push(block)
    return { ...block, at: new Date().toISOString(), by_name: eva.name }
  }
  const unblock = vi.fn(() => null)
  server.answers[`DELETE ${path}`] = unblock
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  await screen.findByText('Firefox')
  fireEvent.keyDown(document.body, { key: 'b' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Peter 1?' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Forever' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: ' Insults ' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Mark this conversation as spam' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(sent).toEqual([{ until: null, reason: 'Insults' }]))
  expect((await screen.findAllByText('Blocked permanently')).length).toBeGreaterThan(0)
  expect(screen.getAllByText(`By ${eva.name} · Insults`).length).toBeGreaterThan(0)
  await waitFor(() => expect(server.state.rows[0]?.status).toBe('spam'))
  const [button] = screen.getAllByRole('button', { name: 'Unblock' })
  if (button) fireEvent.click(button)
  await waitFor(() => expect(unblock).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByText('Blocked permanently')).toBeNull())
})
