// @vitest-environment jsdom
import type { Attachment, ConversationField, Macro, MacroAction } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const base = `/api/integration/${greenBean.id}`
const macroOf = (number: number, name: string, actions: MacroAction[], more: Partial<Macro> = {}): Macro => ({
  id: `01980000-0000-7000-8006-${String(number).padStart(12, '0')}`,
  integration_id: greenBean.id,
  name,
  actions,
  attachments: [],
  owner_id: null,
  updated_at: '2026-11-20T09:00:00.000Z',
  ...more,
})
const bill: Attachment = {
  id: '01980000-0000-7000-8008-000000000001',
  name: 'bill.pdf',
  content_type: 'application/pdf',
  size: 1000,
  width: null,
  height: null,
}
const close = macroOf(1, 'Close kindly', [
  { kind: 'reply', body: 'Bye', is_sent: false },
  { kind: 'status', status: 'resolved' },
])
const urgent = macroOf(2, 'Urgent', [{ kind: 'priority', priority: 'urgent' }])

const topic: ConversationField = {
  id: '01980000-0000-7000-8007-000000000001',
  integration_id: greenBean.id,
  name: 'Topic',
  type: 'text',
  options: [],
  position: 0,
  is_required: true,
  version: 1,
}

async function open(fields: ConversationField[] = []) {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  server.answers[`GET ${base}/macro`] = () => [close, urgent]
  server.answers[`GET ${base}/canned-reply`] = () => []
  server.answers[`GET ${base}/conversation-field`] = () => fields
  const path = server.path(1, '/macro')
  server.answers[`POST ${path}`] = (body) => {
    // The input of `runMacro`.
    const { id, macro_id } = body as { id: string; macro_id: string }
    server.answers[`POST ${path}/${id}/undo`] = () =>
      server.change(conversationId(1), { status: 'open', priority: 'none' })
    return macro_id === close.id
      ? {
          conversation: server.change(conversationId(1), { status: 'resolved' }),
          text: 'Bye, Peter 1',
          attachments: [bill],
        }
      : {
          conversation: server.change(conversationId(1), { priority: 'urgent' }),
          text: null,
          attachments: [],
        }
  }
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  // The contact panel has loaded too.
  await screen.findAllByText('Firefox')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
  return { server, path, field }
}

test('q finds a macro, Enter runs it: its text and files are put into the composer, and one undo reverts its changes', async () => {
  const { server, path, field } = await open()
  fireEvent.keyDown(document.body, { key: 'q' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Run macro' }))
  const find = await dialog.findByRole('combobox')
  fireEvent.change(find, { target: { value: 'kindly' } })
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Close kindlydrafts a reply · resolves',
  ])
  fireEvent.keyDown(find, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe('Bye, Peter 1'))
  expect(await screen.findByRole('button', { name: 'Remove bill.pdf' })).toBeTruthy()
  expect(server.calls(`POST ${path}`)).toHaveLength(1)
  expect(server.state.rows[0]?.status).toBe('resolved')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.state.rows[0]?.status).toBe('open'))
})

test('macros follow the replies in the “/” list; running one removes the trigger and asks for required fields', async () => {
  const { server, path, field } = await open([topic])
  const run = server.answers[`POST ${path}`]
  server.answers[`POST ${path}`] = (body) =>
    (body as { fields?: object }).fields
      ? run?.(body)
      : errorReply(422, 'invalid_input', 'No.', { [`fields.${topic.id}`]: ['Topic is needed.'] })
  fireEvent.change(field, { target: { value: 'Hello /urg' } })
  const list = within(await screen.findByRole('listbox', { name: 'Canned replies' }))
  expect((await list.findByRole('option')).textContent).toContain('Urgent')
  fireEvent.keyDown(field, { key: 'Enter' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill in before resolving' }))
  expect(field.value).toBe('Hello ')
  fireEvent.change(await dialog.findByLabelText('Topic'), { target: { value: 'Late' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save and resolve' }))
  expect(await screen.findByText('“Urgent” applied')).toBeTruthy()
  expect(server.state.rows[0]?.priority).toBe('urgent')
})

test('the conversation’s menu also lists macros', async () => {
  const { server, path } = await open()
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Run macro' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Run macro' }))
  fireEvent.click(await dialog.findByRole('option', { name: /^Urgent/ }))
  await waitFor(() => expect(server.state.rows[0]?.priority).toBe('urgent'))
  expect(server.calls(`POST ${path}`)).toHaveLength(1)
})
