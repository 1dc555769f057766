// @vitest-environment jsdom
import { contactTimelineAdded } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const { contact } = rowOf(1)
const own = `/api/integration/${greenBean.id}/contact/${contact.id}`
const actor = { id: eva.id, name: eva.name }
const noteOf = (n: number, body: string) => ({
  kind: 'note',
  id: `01980000-0000-7000-8000-00000000040${n}`,
  at: `2026-11-20T10:0${n}:00.000Z`,
  edited_at: null,
  version: 1,
  actor,
  body,
})
function open(notes: ReturnType<typeof noteOf>[], role: typeof greenBean.role = 'owner') {
  const server = inboxServer({ rows: [rowOf(1), rowOf(2)], messages: [messageOf(1, 1)], role })
  const read = server.answers[`GET ${own}`]
  server.answers[`GET ${own}`] = () => ({ ...(read?.(undefined) as object), note_count: notes.length })
  server.answers[`GET ${own}/timeline`] = () => ({ items: notes, next: null })
  showInbox({ at: `/${conversationId(1)}`, role })
  return server
}
const panel = async () => within(await screen.findByRole('region', { name: 'Customer' }))

test('the newest notes about the customer are next to the conversation, with a link to their page', async () => {
  open([noteOf(4, 'Fourth'), noteOf(3, 'Third'), noteOf(2, 'Second'), noteOf(1, 'First')])
  const beside = await panel()
  expect(await beside.findByText('Fourth')).toBeDefined()
  expect(beside.queryByText('First')).toBeNull()
  const path = `/en/app/i/${greenBean.id}/contacts/${contact.id}`
  expect(beside.getByRole('link', { name: 'All notes' }).getAttribute('href')).toBe(path)
  expect(beside.getByRole('link', { name: 'Peter 1' }).getAttribute('href')).toBe(path)
})
test('without notes none are loaded; an added note appears, and a teammate’s note appears live', async () => {
  const notes: ReturnType<typeof noteOf>[] = []
  const server = open(notes)
  const beside = await panel()
  const add = await beside.findByRole('button', { name: 'Add note' })
  expect(server.calls(`GET ${own}/timeline`)).toEqual([])
  fireEvent.click(add)
  server.answers[`POST ${own}/note`] = (body) => {
    notes.push({ ...noteOf(1, ''), ...(body as { id: string; body: string }) })
    return notes.at(-1)
  }
  const field = await beside.findByLabelText('Add a note')
  fireEvent.change(field, { target: { value: '\u200b \u2800' } })
  expect(beside.getByRole('button', { name: 'Save note' })).toHaveProperty('disabled', true)
  fireEvent.change(field, { target: { value: 'Likes decaf' } })
  await act(async () => void fireEvent.submit(field.closest('form') ?? field))
  expect(await beside.findByText('Likes decaf')).toBeDefined()
  await server.emit(contactTimelineAdded.name, {
    integration_id: greenBean.id,
    contact_id: contact.id,
    item: noteOf(2, 'Pays late'),
  })
  expect(await beside.findByText('Pays late')).toBeDefined()
  await waitFor(() => expect(server.calls(`GET ${own}`).length).toBeGreaterThan(1))
})
test('a note is shown immediately, and an unsaved one is kept while another conversation is open', async () => {
  open([])
  const add = async () => fireEvent.click(await (await panel()).findByRole('button', { name: 'Add note' }))
  const field = () => screen.findByLabelText('Add a note')
  await add()
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  fireEvent.change(await field(), { target: { value: 'Likes dec' } })
  fireEvent.click(screen.getByRole('link', { name: /Peter 2/ }))
  await screen.findByRole('heading', { name: 'Peter 2' })
  await add()
  expect(await field()).toHaveProperty('value', '')
  fireEvent.click(screen.getByRole('link', { name: /Peter 1/ }))
  await screen.findByRole('heading', { name: 'Peter 1' })
  await add()
  expect(await field()).toHaveProperty('value', 'Likes dec')
})
test('a viewer sees notes read-only', async () => {
  open([noteOf(1, 'Likes tea')], 'viewer')
  const beside = await panel()
  expect(await beside.findByText('Likes tea')).toBeDefined()
  expect(beside.queryByRole('button', { name: 'Add note' })).toBeNull()
})
