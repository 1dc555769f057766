// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { layOut } from '../../../test/layout.ts'
import { showInbox } from '../../../test/show-inbox.tsx'

beforeEach(() => {
  layOut()
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
async function openFirst() {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)] })
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  const paths = { message: server.path(1, '/message'), status: server.path(1, '/status') }
  return { server, paths }
}

test('Ctrl, Shift and Enter send what is written and then resolve', async () => {
  const { server, paths } = await openFirst()
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.change(field, { target: { value: 'Done, thank you', selectionStart: 15 } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(server.calls(`POST ${paths.status}`)).toHaveLength(1))
  expect(server.calls(`POST ${paths.message}`)[0]?.body).toMatchObject({ body: 'Done, thank you' })
  expect(server.calls(`POST ${paths.status}`)[0]?.body).toMatchObject({ status: 'resolved' })
})
test('without anything to send nothing is resolved', async () => {
  const { server, paths } = await openFirst()
  const field = await screen.findByRole('textbox', { name: /^Reply to/ })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, shiftKey: true })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.calls(`POST ${paths.status}`)).toEqual([])
})
test('what stands beside the conversation is put away and back by a key, and stays so', async () => {
  await openFirst()
  const list = () => screen.getByRole('region', { name: 'Inbox' })
  await screen.findByRole('region', { name: 'Customer' })
  fireEvent.keyDown(document.body, { key: ']' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Customer' })).toBeNull())
  fireEvent.keyDown(document.body, { key: '[' })
  await waitFor(() => expect(list().className).toContain('md:hidden'))
  expect(localStorage.getItem('ozvi.panes_hidden')).toBe('contact list')
  fireEvent.click(screen.getByRole('button', { name: 'Show the customer' }))
  await screen.findByRole('region', { name: 'Customer' })
  fireEvent.keyDown(document.body, { key: '[' })
  await waitFor(() => expect(list().className).not.toContain('md:hidden'))
  expect(localStorage.getItem('ozvi.panes_hidden')).toBe('')
})
test('what was done last is taken back by Ctrl and Z, but not where somebody writes', async () => {
  const { server, paths } = await openFirst()
  fireEvent.keyDown(document.body, { key: 'e' })
  await screen.findByRole('button', { name: 'Undo' })
  const field = document.querySelector('textarea')
  if (field) fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  expect(server.calls(`POST ${paths.status}`)).toHaveLength(1)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(server.calls(`POST ${paths.status}`)).toHaveLength(2))
  expect(server.calls(`POST ${paths.status}`)[1]?.body).toMatchObject({ status: 'open' })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await screen.findByText('There is nothing to take back.')
})
