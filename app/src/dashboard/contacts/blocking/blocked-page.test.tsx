// @vitest-environment jsdom
import { contactChanged } from '@ozvi/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { showPage } from '../../../../test/render.tsx'
import { createTestTransport } from '../../../../test/transport.ts'
import BlockedPage from './blocked-page.tsx'

const path = `/api/integration/${greenBean.id}/blocked-contact`
const jana = {
  id: '01980000-0000-7000-8000-0000000047e1',
  name: 'Jana',
  email: 'jana@x.example',
  at: '2026-11-20T10:00:00.000Z',
  until: null,
  reason: 'Insults',
  by_name: 'Eva',
}
const open = (role: typeof greenBean.role = 'owner') =>
  showPage(BlockedPage, {
    path: '/en/app/i/:integrationId/settings/blocked',
    at: `/en/app/i/${greenBean.id}/settings/blocked`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })

test('a blocked contact is found, unblocked, and blocked again by undo with the same end and reason', async () => {
  let items = [jana]
  const server = createTestTransport({})
  server.answers[`GET ${path}`] = () => {
    const isFound = !server.sent.at(-1)?.url.includes('zzz')
    return isFound ? { items, total: items.length } : { items: [], total: 0 }
  }
  const block = `/api/integration/${greenBean.id}/contact/${jana.id}/block`
  server.answers[`DELETE ${block}`] = () => {
    items = []
    return null
  }
  server.answers[`POST ${block}`] = () => {
    items = [jana]
    return jana
  }
  open()
  expect(await screen.findByRole('link', { name: 'Jana' })).toBeDefined()
  expect(screen.getByText('Insults')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } })
  expect(await screen.findByText('No matching contacts')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Unblock Jana' }))
  expect(await screen.findByText('No blocked contacts')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.calls(`POST ${block}`)[0]?.body).toEqual({ until: null, reason: 'Insults' }),
  )
  expect(await screen.findByRole('link', { name: 'Jana' })).toBeDefined()
  items = []
  await server.emit(contactChanged.name, { id: jana.id, name: 'Jana', email: null })
  expect(await screen.findByText('No blocked contacts')).toBeDefined()
})
test('a viewer sees the list and can’t unblock', async () => {
  createTestTransport({ [`GET ${path}`]: () => ({ items: [jana], total: 1 }) })
  open('viewer')
  expect(await screen.findByRole('link', { name: 'Jana' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Unblock Jana' })).toBeNull()
})
