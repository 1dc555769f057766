// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import HubspotPage from './hubspot-page.tsx'

test('the HubSpot page says that there is no connection, and offers none', async () => {
  createTestTransport({})
  showPage(HubspotPage, {
    path: '/sk/app/i/:integrationId/settings/hubspot',
    at: `/sk/app/i/${greenBean.id}/settings/hubspot`,
    locale: 'sk',
  })
  expect(await screen.findByText('HubSpot v tejto verzii zatiaľ nie je k dispozícii.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
