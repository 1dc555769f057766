// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts } from '../../../../test/contact-list.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { base, names, plan, showContacts } from '../../../../test/show-contacts.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockLayout()
})
const lastRules = (server: ReturnType<typeof contacts>) => server.asked().at(-1)?.rules
test('S2.04 filters are built step by step, an incomplete one shows an error, and each can be removed', async () => {
  const server = contacts([[contact(1, { company: 'Acme' })]])
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  showContacts()
  await screen.findByText('Peter 1')
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  await open()
  const field = await screen.findByRole('combobox', { name: 'Field' })
  fireEvent.change(field, { target: { value: 'company' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect((await screen.findByRole('alert')).textContent).toContain('“Company”')
  fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: 'acme' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  const [, second] = screen.getAllByRole('combobox', { name: 'Field' })
  fireEvent.change(second!, { target: { value: 'kind' } })
  for (const value of ['lead', 'visitor'])
    fireEvent.change(screen.getByRole('combobox', { name: 'Value' }), { target: { value } })
  fireEvent.click(screen.getByRole('radio', { name: 'Any filter' }))
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('company.contains.acme;kind.any_of.lead,visitor'))
  expect(server.asked().at(-1)).toMatchObject({ match: 'any' })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove: Type: is any of Lead, Visitor' }))
  await waitFor(() => expect(lastRules(server)).toBe('company.contains.acme'))

  // A contact that no longer matches leaves the list; one that matches now is loaded.
  await server.emitChange(contact(1, { company: 'Other', version: 2 }))
  await waitFor(() => expect(screen.queryByText('Peter 1')).toBeNull())
})

test('blocked contacts can be filtered, and leave the list when they are unblocked', async () => {
  const blocked = { blocked_at: '2026-11-01T10:00:00.000Z', blocked_until: null }
  const server = contacts([[contact(1, blocked), contact(2, blocked)]])
  showContacts()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: 'blocked' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('blocked.yes'))
  expect(await screen.findByRole('button', { name: 'Remove: Blocked: yes' })).toBeDefined()
  await server.emitChange(contact(1, { blocked_at: null, version: 2 }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
  await server.emitChange(contact(2, { ...blocked, blocked_until: '2026-11-02T10:00:00.000Z', version: 2 }))
  await waitFor(() => expect(screen.queryByText('Peter 2')).toBeNull())
})
test('verified contacts can be filtered, and a column shows the date', async () => {
  const verified = { verified_at: '2026-11-01T10:00:00.000Z', verified_by: 'jwt' as const }
  const server = contacts([[contact(1, verified), contact(2, verified)]])
  server.answers[`GET ${base}/contact-columns`] = () => ({ columns: ['verified'], version: 1 })
  showContacts()
  expect(await screen.findByRole('columnheader', { name: 'Verified' })).toBeDefined()
  expect(document.querySelectorAll('time[datetime="2026-11-01T10:00:00.000Z"]')).toHaveLength(2)
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: 'verified' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('verified.yes'))
  expect(await screen.findByRole('button', { name: 'Remove: Verified: yes' })).toBeDefined()
  // Changed by the team since.
  await server.emitChange(contact(1, { verified_at: null, verified_by: null, version: 2 }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
})
test('S2.04 source and device are columns and filters', async () => {
  const server = contacts([[contact(1, { utm_source: 'newsletter', device: 'tablet' }), contact(2)]])
  server.answers[`GET ${base}/contact-columns`] = () => ({ columns: ['utm_source', 'device'], version: 1 })
  showContacts()
  expect(await screen.findByRole('columnheader', { name: 'UTM source' })).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Device' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'newsletter' })).toBeDefined()
  expect(screen.getByRole('cell', { name: 'Tablet' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: 'device' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Value' }), { target: { value: 'tablet' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastRules(server)).toBe('device.any_of.tablet'))
  expect(await screen.findByRole('button', { name: 'Remove: Device: Tablet' })).toBeDefined()
  await server.emitChange(contact(1, { device: 'mobile', version: 2 }))
  await waitFor(() => expect(names()).toEqual(['Peter 2']))
})
