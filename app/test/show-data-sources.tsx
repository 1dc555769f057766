import type { DataSource, DataSourceItem } from '@ozvi/contract'
import { fireEvent, screen } from '@testing-library/react'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'
import { createTestTransport } from './transport.ts'
import DataSourcesPage from '../src/dashboard/data-sources/data-sources-page.tsx'

export const base = `/api/integration/${greenBean.id}/data-source`
export const page = `/en/app/i/${greenBean.id}/settings/data-sources`
export const website: DataSource = {
  id: '01980000-0000-7000-8000-000000000070',
  integration_id: greenBean.id,
  kind: 'website',
  name: 'green-bean.example',
  config: { start_url: 'https://green-bean.example', depth: 5, pages_max: 100, include: [], exclude: [] },
  locale: 'en',
  is_enabled: true,
  status: 'ready',
  found: 12,
  indexed: 10,
  skipped: 1,
  failed: 1,
  current_url: null,
  reason: null,
  last_run_at: '2026-11-19T10:00:00.000Z',
  schedule: 'off',
  next_run_at: null,
  confirmed_at: null,
  push_key_prefix: null,
  push_key_used_at: null,
  added: 0,
  changed: 0,
  removed: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
}
export const item: DataSourceItem = {
  id: '01980000-0000-7000-8000-000000000080',
  source_id: website.id,
  url: 'https://green-bean.example/returns',
  title: 'Returns',
  locale: 'en',
  status: 'indexed',
  reason: null,
  words: 30,
  is_enabled: true,
  fetched_at: '2026-11-19T10:00:00.000Z',
  changed_at: null,
}
const member = (role: typeof greenBean.role) => ({ ...eva, integrations: [{ ...greenBean, role }] })
export const showList = (role: typeof greenBean.role = 'owner', at = page) =>
  showPage(DataSourcesPage, {
    path: '/en/app/i/:integrationId/settings/data-sources',
    at,
    user: member(role),
  })
export const dataSources = (sources: DataSource[]) => createTestTransport({ [`GET ${base}`]: () => sources })

export async function openDialog() {
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add source' }))[0] ?? document.body)
  return screen.findByRole('dialog')
}
