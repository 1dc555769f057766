// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import MacrosPage from './macros-page.tsx'

const base = `/api/integration/${greenBean.id}`
test('a macro is created from several actions; setting a status excludes a snooze', async () => {
  const server = createTestTransport({
    [`GET ${base}/macro`]: () => [],
    [`GET ${base}/tag`]: () => [],
    [`GET ${base}/team`]: () => [],
    [`POST ${base}/file`]: () => null,
  })
  showPage(MacrosPage, {
    path: '/en/app/i/:integrationId/settings/macros',
    at: `/en/app/i/${greenBean.id}/settings/macros`,
    user: { ...eva, integrations: [{ ...greenBean, role: 'owner' }] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'New macro' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Close' } })
  const add = (kind: string) =>
    fireEvent.change(dialog.getByLabelText(/^Actions/, { selector: 'select' }), {
      target: { value: kind },
    })
  add('status')
  expect(dialog.queryByRole('option', { name: 'Snooze' })).toBeNull()
  add('reply')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reply to the customer' }), {
    target: { value: 'Bye' },
  })
  fireEvent.change(dialog.getByLabelText('When the macro runs'), { target: { value: 'send' } })
  expect(await dialog.findByRole('button', { name: 'Attach files' })).toBeTruthy()
  const bill = new File(['words'], 'bill.txt', { type: 'text/plain' })
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [bill] } })
  await dialog.findByText('bill.txt')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'PUT')).toBe(true))
  expect(server.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Close',
    actions: [
      { kind: 'status', status: 'resolved' },
      { kind: 'reply', body: 'Bye', is_sent: true },
    ],
    file_ids: server.sent.flatMap(({ body }) => (body instanceof FormData ? [body.get('id')] : [])),
    is_shared: true,
  })
})
test('a viewer isn’t asked to create macros', async () => {
  createTestTransport({ [`GET ${base}/macro`]: () => [] })
  showPage(MacrosPage, {
    path: '/en/app/i/:integrationId/settings/macros',
    at: `/en/app/i/${greenBean.id}/settings/macros`,
    user: { ...eva, integrations: [{ ...greenBean, role: 'viewer' }] },
  })
  expect(await screen.findByText('Macros that your team shares appear here.')).toBeTruthy()
})
