// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts } from '../../../../test/contact-list.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { base, plan, showContacts } from '../../../../test/show-contacts.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockLayout()
})
/** The server's side of a member's columns. */
function columns(server: ReturnType<typeof contacts>) {
  let stored: { columns: string[] | null; version: number } = { columns: null, version: 0 }
  server.answers[`GET ${base}/contact-columns`] = () => stored
  server.answers[`PUT ${base}/contact-columns`] = (body) => {
    // The page sends what the contract accepts.
    stored = { ...(body as typeof stored), version: stored.version + 1 }
    return stored
  }
  return () => stored.columns
}
test('S2.04 available columns are selected and ordered, and stored for the member', async () => {
  const server = contacts([[contact(1, { company: 'Acme', country: 'SK', fields: { [plan.id]: 'Gold' } })]])
  server.answers[`GET ${base}/contact-field`] = () => [plan]
  const kept = columns(server)
  showContacts()
  fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  for (const [name, isChosen] of [
    ['Company', true],
    ['Country', true],
    ['Plan', true],
    ['Type', false],
  ] as const) {
    fireEvent.click(await screen.findByRole('checkbox', { name }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name })).toHaveProperty('checked', isChosen))
  }
  const table = screen.getByRole('table', { hidden: true })
  const heads = () =>
    within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map((head) => head.textContent)
  expect(heads()).toEqual(['Name', 'Last seen', 'First seen', 'Conversations', 'Company', 'Country', 'Plan'])
  for (const value of ['Acme', 'Slovakia', 'Gold']) expect(within(table).getByText(value)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Move Plan up' }))
  await waitFor(() => expect(heads().slice(-2)).toEqual(['Plan', 'Country']))
  await waitFor(() =>
    expect(kept()).toEqual(['last_seen', 'first_seen', 'conversations', 'company', plan.id, 'country']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Reset to default' }))
  await waitFor(() => expect(heads()).toEqual(['Name', 'Type', 'Last seen', 'First seen', 'Conversations']))
  await waitFor(() => expect(kept()).toBeNull())
})
