// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { settingsPages } from './sections.ts'
import { SettingsList } from './settings-list.tsx'
import { SettingsNav } from './settings-nav.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const base = `/en/app/i/${greenBean.id}/settings`
const show = (Page: typeof SettingsList | typeof SettingsNav, locale: 'en' | 'sk' = 'en', user = eva) => {
  createTestTransport({})
  return showPage(Page, {
    path: '/:locale/app/i/:integrationId/settings',
    at: base.replace('/en/', `/${locale}/`),
    locale,
    user,
  })
}
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

test('every settings page is in one group and is found by its name, hint and synonyms', async () => {
  show(SettingsList)
  const search = await screen.findByRole('searchbox', { name: 'Search settings' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'You',
    'Workspace',
    'Channel',
    'Inbox',
    'Assistant',
  ])
  expect(links()).toHaveLength(settingsPages.length)
  fireEvent.change(search, { target: { value: 'snippet' } })
  await waitFor(() => expect(links()).toHaveLength(2))
  expect(links().join()).toMatch(/Chat widget.*Canned replies/)
  fireEvent.change(search, { target: { value: 'nothing like this' } })
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No matching settings'))
})
test('pages on which a member may see nothing aren’t listed', async () => {
  const workspaces = [{ ...greenBean, role: 'agent' as const }]
  show(SettingsList, 'en', { ...eva, integrations: workspaces })
  await screen.findByRole('link', { name: /^Team/ })
  const names = links().join()
  expect(names).toMatch(/General.*Opening hours.*Canned replies/)
  expect(names).toContain('HubSpot')
  expect(names).not.toMatch(/Billing|Single sign-on|API and webhooks|Audit log/)
})
test('Enter opens the first match, also without accents', async () => {
  show(SettingsNav, 'sk')
  const search = await screen.findByRole('searchbox', { name: 'Hľadať v nastaveniach' })
  fireEvent.change(search, { target: { value: 'stitky' } })
  await waitFor(() => expect(links()).toEqual(['Štítky']))
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await screen.findByText('Another page')).toBeDefined()
})
