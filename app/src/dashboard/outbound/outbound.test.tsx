// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { conversationId, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { mockLayout } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { errorReply } from '../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // The test provides the messages.
  vi.stubGlobal('fetch', async () => Response.json({}))
})
const base = `/api/integration/${greenBean.id}`
const row = rowOf(1)
const contact = { ...row.contact, name: 'Jana', phone: null }
function desk(role: typeof greenBean.role = 'agent') {
  const started = rowOf(2, { subject: '', last_message_preview: '', status: 'open' })
  const server = inboxServer({ rows: [row, started] })
  server.answers[`GET ${base}/contact`] = () => ({ items: [contact], next: null })
  const path = `POST ${base}/contact/${contact.id}/conversation`
  server.answers[path] = () => started
  showInbox({ role })
  return { server, path }
}

test('c selects a contact and opens the conversation with the composer focused', async () => {
  const { server, path } = desk()
  await screen.findByText('No messages yet')
  fireEvent.keyDown(document.body, { key: 'c' })
  fireEvent.click(await screen.findByRole('button', { name: /Jana/ }))
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(server.calls(path)).toHaveLength(1)
  expect(server.sent.some(({ url }) => url.includes(conversationId(2)))).toBe(true)
})

test('an error is shown in the dialog, and another contact can be selected', async () => {
  const { server, path } = desk()
  const why = 'There is no way to reach this contact.'
  server.answers[path] = () => errorReply(422, 'invalid_input', 'Please check.', { contact_id: [why] })
  await screen.findByText('No messages yet')
  fireEvent.keyDown(document.body, { key: 'c' })
  fireEvent.click(await screen.findByRole('button', { name: /Jana/ }))
  expect(await screen.findByText(why)).toBeDefined()
  expect(screen.getByRole('dialog')).toBeDefined()
})
