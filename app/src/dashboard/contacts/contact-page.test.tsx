// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { inboxServer, rowOf } from '../../../test/inbox.tsx'
import { showPage } from '../../../test/render.tsx'
import { refuse } from '../../../test/transport.ts'
import ContactPage from './contact-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const row = rowOf(1, { subject: 'Where is my parcel?', status: 'resolved' })
const own = `/api/integration/${greenBean.id}/contact/${row.contact.id}`
const page = (role: typeof greenBean.role = 'owner', id = row.contact.id) =>
  showPage(ContactPage, {
    path: '/en/app/i/:integrationId/contacts/:uuid',
    at: `/en/app/i/${greenBean.id}/contacts/${id}`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })

test('S2.05 a contact is who they are, what their visit tells, where they looked and what they asked', async () => {
  inboxServer({ rows: [row, rowOf(2)] })
  page()
  expect(await screen.findByRole('heading', { level: 1, name: 'Peter 1' })).toBeDefined()
  for (const fact of ['Firefox', 'English', /Europe\/Bratislava/, 'Online now', '/shipping'])
    expect(screen.getByText(fact)).toBeDefined()
  // Where they are now, and the newest step of the trail.
  expect(screen.getAllByRole('link', { name: /Shipping/ })).toHaveLength(2)
  const asked = await screen.findByRole('link', { name: /Where is my parcel\?/ })
  expect(asked.getAttribute('href')).toBe(`/en/app/i/${greenBean.id}/conversation/${row.id}`)
  expect(asked.textContent).toContain('Resolved')
  expect(screen.queryByText('Question 2')).toBeNull()
})
test('S2.05 422: a refused address keeps what was typed; a taken one is shown', async () => {
  const server = inboxServer({ rows: [row] })
  server.answers[`PUT ${own}`] = () =>
    refuse(422, 'invalid_input', 'Some fields need attention.', { email: ['Enter an e-mail address.'] })
  page()
  fireEvent.click(await screen.findByRole('button', { name: /Add an e-mail/ }))
  const field = screen.getByLabelText('E-mail')
  fireEvent.change(field, { target: { value: 'peter@' } })
  const save = () => act(async () => void fireEvent.submit(field.closest('form')!))
  await save()
  expect(screen.getByRole('alert').textContent).toBe('Enter an e-mail address.')
  expect(field).toHaveProperty('value', 'peter@')
  const before = (await server.answers[`GET ${own}`]!(null)) as object
  server.answers[`PUT ${own}`] = (body) => ({ ...before, ...(body as object) })
  fireEvent.change(field, { target: { value: 'peter@example.com' } })
  await save()
  expect(screen.getByRole('button', { name: /peter@example\.com/ })).toBeDefined()
  expect(server.calls(`PUT ${own}`).map(({ body }) => body)).toEqual([
    { email: 'peter@' },
    { email: 'peter@example.com' },
  ])
})
test('404 S2.05 an unknown contact is told in the pane, which leads back to the list', async () => {
  inboxServer({ rows: [row] })
  page('owner', '01980000-0000-7000-8002-000000000099')
  expect(await screen.findByText('This contact is not here')).toBeDefined()
  expect(
    screen.getAllByRole('link', { name: 'Back to the contacts' }).map((link) => link.getAttribute('href')),
  ).toEqual(Array(2).fill(`/en/app/i/${greenBean.id}/contacts`))
})
test('S6.02 a viewer sees a contact and changes nothing', async () => {
  inboxServer({ rows: [row] })
  page('viewer')
  await screen.findByRole('heading', { level: 1, name: 'Peter 1' })
  expect(screen.queryByRole('button', { name: /Add an e-mail/ })).toBeNull()
})
