// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import ScenarioPage from './scenario-page.tsx'
import ScenariosPage from './scenarios-page.tsx'

const base = `/en/app/i/${greenBean.id}`

test('the list of scenarios says that there are none and leads to what answers instead', async () => {
  createTestTransport({})
  showPage(ScenariosPage, { path: '/en/app/i/:integrationId/scenario', at: `${base}/scenario` })
  expect(await screen.findByRole('heading', { name: 'Scenarios' })).toBeDefined()
  expect(screen.getByText('Scenarios aren’t available in this version yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Data sources and assistant' }).getAttribute('href')).toBe(
    `${base}/settings/data-sources`,
  )
})
test('404 the address of a scenario names none, and the pane says so', async () => {
  createTestTransport({})
  showPage(ScenarioPage, {
    path: '/en/app/i/:integrationId/scenario/:scenarioId',
    at: `${base}/scenario/01980000-0000-7000-8000-000000000777`,
  })
  expect(await screen.findByRole('heading', { name: 'Scenario not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to scenarios' }).getAttribute('href')).toBe(
    `${base}/scenario`,
  )
})
