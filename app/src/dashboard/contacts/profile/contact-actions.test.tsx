// @vitest-environment jsdom
import { contactErased, contactErasing, contactHidden } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../../test/fixtures.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { contactPath as own, contactRow as row, showContact as page } from '../../../../test/show-contact.tsx'
import { errorReply } from '../../../../test/transport.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('SEC-50 erasing a contact asks for the name, shows its progress and leaves the page; the data can be exported first', async () => {
  const server = inboxServer({ rows: [row] })
  const erase = `POST ${own}/erase`
  server.answers[erase] = () => ({ done: 0, total: 4 })
  page()
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  const menu = () => fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' })
  menu()
  server.answers['GET /api/auth/confirm'] = () => ({
    confirmed_until: '2030-01-01T00:00:00.000Z',
    by: 'password',
    has_passkeys: false,
  })
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(function (this: HTMLAnchorElement) {
    downloads.push(this.pathname)
  })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download all data' }))
  await waitFor(() => expect(downloads).toEqual([`${own}/data`]))
  menu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Erase contact…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Erase Peter 1?' })
  const sure = within(dialog).getByRole('button', { name: 'Erase permanently' })
  expect(sure).toHaveProperty('disabled', true)
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Peter 1' } })
  await act(async () => void fireEvent.click(sure))
  expect(server.calls(erase)).toHaveLength(1)
  const eventKey = { integration_id: greenBean.id, contact_id: row.contact.id }
  await server.emit(contactErasing.name, { ...eventKey, erasing: { done: 3, total: 4 } })
  expect(await screen.findByText('Erasing this contact: 3 of 4')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  await server.emit(contactErased.name, eventKey)
  expect(await screen.findByText('Contact erased')).toBeDefined()
  expect(screen.queryByText('Peter 1')).toBeNull()
})
test('S6.02 a contact that an agent can no longer see disappears from the page immediately', async () => {
  const server = inboxServer({ rows: [row] })
  page('agent')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  const eventKey = { integration_id: greenBean.id, contact_id: crypto.randomUUID() }
  await server.emit(contactHidden.name, eventKey)
  expect(server.calls(`GET ${own}`)).toHaveLength(1)
  server.answers[`GET ${own}`] = () => errorReply(404, 'not_found', 'There is no such thing here.')
  await server.emit(contactHidden.name, { ...eventKey, contact_id: row.contact.id })
  expect(await screen.findByText('Contact not found')).toBeDefined()
  expect(screen.queryByText('Peter 1')).toBeNull()
})
test('SEC-50 an editor can neither erase a contact nor export their data', async () => {
  inboxServer({ rows: [row] })
  page('editor')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions' }), { key: 'Enter' })
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Merge with another contact…', 'Block…'])
})

test('a contact can be messaged from their page', async () => {
  const server = inboxServer({ rows: [row] })
  const started: unknown[] = []
  server.answers[`POST ${own}/conversation`] = (body) => {
    started.push(body)
    return { ...row, subject: '' }
  }
  page('agent')
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  await vi.waitFor(() => expect(started).toHaveLength(1))
})

test('the page shows why a contact can’t be messaged', async () => {
  const server = inboxServer({ rows: [row] })
  const read = server.answers[`GET ${own}`]
  // A contact as the test server returns it.
  server.answers[`GET ${own}`] = (body) => ({ ...(read?.(body) as object), has_browser: false, email: null })
  page()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  expect(await screen.findByText(/can’t reach this contact/)).toBeDefined()
})

test('viewers don’t see the button to message a contact', async () => {
  inboxServer({ rows: [row] })
  page('viewer')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
})
