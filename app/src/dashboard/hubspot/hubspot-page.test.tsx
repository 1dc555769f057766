// @vitest-environment jsdom
import type { Hubspot } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import HubspotPage from './hubspot-page.tsx'

const none: Hubspot = {
  integration_id: greenBean.id,
  is_available: true,
  status: 'disconnected',
  account: null,
  connected_by: null,
  connected_at: null,
  retry_at: null,
  mapping: [],
  is_automatic: false,
  sends_notes: false,
  sends_tickets: false,
  needs_ticket_access: false,
  has_ticket_access: false,
  properties: [],
  is_tried: false,
  sync: null,
  version: 0,
}
const path = `/api/integration/${greenBean.id}/hubspot`
const show = (query = '') =>
  showPage(HubspotPage, {
    path: '/sk/app/i/:integrationId/settings/hubspot',
    at: `/sk/app/i/${greenBean.id}/settings/hubspot${query}`,
    locale: 'sk',
  })

test('without app credentials the page explains what is missing and offers no connection', async () => {
  createTestTransport({ [`GET ${path}`]: () => ({ ...none, is_available: false }) })
  show()
  expect(await screen.findByText('HubSpot nie je na tomto serveri nastavený')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the code from HubSpot is sent once', async () => {
  const connected = {
    ...none,
    status: 'connected',
    account: 'shop.example',
    connected_by: 'Eva',
    connected_at: '2026-11-22T10:00:00.000Z',
    version: 1,
  }
  let state = none as object
  const server = createTestTransport({
    [`GET ${path}`]: () => state,
    [`POST ${path}/connection`]: () => (state = connected),
  })
  show('?code=c&state=s')
  expect(await screen.findByText('shop.example')).toBeDefined()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Odpojiť' })).toBeDefined())
  expect(server.sent.filter(({ method }) => method === 'POST')).toEqual([
    { method: 'POST', url: `${path}/connection`, body: { code: 'c', state: 's' } },
  ])
})

test('REL-04 a sync stays finished if it ended before the response that started it', async () => {
  const sync: NonNullable<Hubspot['sync']> = {
    id: 's',
    kind: 'sync',
    status: 'running',
    ...{
      compared: 0,
      created_in: 0,
      updated_in: 0,
      created_out: 0,
      updated_out: 0,
      conflicts: 0,
      skipped: 0,
    },
    started_at: '2026-11-22T10:00:00.000Z',
    ended_at: null,
  }
  const connected: Hubspot = {
    ...none,
    status: 'connected',
    account: 'shop.example',
    is_tried: true,
    version: 1,
  }
  let answer: (state: Hubspot) => void = () => {}
  const server = createTestTransport({
    [`GET ${path}`]: () => connected,
    [`GET ${path}/properties`]: () => [],
    [`GET ${path}/change`]: () => [],
    [`POST ${path}/sync`]: () => new Promise<Hubspot>((resolve) => (answer = resolve)),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Synchronizovať' }))
  await waitFor(() => expect(server.calls(`POST ${path}/sync`)).toHaveLength(1))
  const ended = { ...sync, status: 'done', compared: 1, ended_at: '2026-11-22T10:00:01.000Z' }
  await server.emit('HubspotChanged', { ...connected, sync: ended, version: 3 })
  expect(await screen.findByText('Synchronizácia je hotová')).toBeDefined()
  await act(async () => answer({ ...connected, sync, version: 2 }))
  expect(screen.getByText('Synchronizácia je hotová')).toBeDefined()
})

test('S9.16 without HubSpot in the plan the page explains it; a connection can only be ended, and its log is shown', async () => {
  const connected: Hubspot = { ...none, status: 'connected', account: 'shop.example', version: 1 }
  let state = none
  createTestTransport({
    [`GET ${path}`]: () => state,
    [`GET ${path}/properties`]: () => [],
    [`GET ${path}/change`]: () => [],
    [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan: 'starter' }),
  })
  const first = show()
  expect(await screen.findByText('HubSpot je dostupný od plánu Pro')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  first.unmount()
  queryClient.clear()
  state = connected
  show()
  expect(await screen.findByText('Záznam synchronizácie')).toBeDefined()
  await expect
    .poll(() => screen.getAllByRole('button').map(({ textContent }) => textContent))
    .toEqual(['Odpojiť'])
})
