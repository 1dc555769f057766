// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact, contacts } from '../../../../test/contact-list.ts'
import { greenBean } from '../../../../test/fixtures.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { base, showContacts } from '../../../../test/show-contacts.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockLayout()
})
test('S2.04 a segment opens by its URL, shows its count, and indicates a changed filter', async () => {
  const server = contacts([[contact(1, { company: 'Acme' })]])
  const segment = {
    id: '01980000-0000-7000-8005-000000000001',
    integration_id: greenBean.id,
    list: 'contacts',
    name: 'Of Acme',
    owner_id: null,
    view: 'all',
    filter: { rules: 'company.is.acme' },
  }
  server.answers[`GET ${base}/saved-view`] = () => [segment]
  server.answers[`GET ${base}/contact-segment-counts`] = () => ({ [segment.id]: 17 })
  const put = `PUT ${base}/contact-segment/${segment.id}`
  server.answers[put] = () => segment
  showContacts(`?segment=${segment.id}`)
  await screen.findByText('Peter 1')
  expect(server.asked()).toMatchObject([{ rules: 'company.is.acme' }])
  const nav = screen.getByRole('navigation', { name: 'Segments' })
  const link = within(nav).getByRole('link', { name: /Of Acme/ })
  await waitFor(() => expect(link.textContent).toContain('17'))
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('button', { name: 'Update “Of Acme”' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /Leads/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Update “Of Acme”' }))
  await waitFor(() => expect(server.calls(put)).toHaveLength(1))
  expect(server.calls(put)[0]?.body).toMatchObject({
    name: 'Of Acme',
    is_shared: true,
    filter: { kind: 'lead', rules: 'company.is.acme' },
  })
})
