import type { Scenario, ScenarioWithFlow } from '@ozvi/contract'
import { beforeEach, vi } from 'vitest'
import { newFlow } from '../src/dashboard/scenarios/editor/new-step.ts'
import ScenariosPage from '../src/dashboard/scenarios/list/scenarios-page.tsx'
import ScenarioPage from '../src/dashboard/scenarios/scenario-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'
import { createTestTransport } from './transport.ts'
import { stubMatchMedia } from './stub-match-media.ts'

/* A workspace with two scenarios, their list and their editor. */

export const workspace = `/api/integration/${greenBean.id}`
/** The address of its scenarios. */
export const base = `${workspace}/scenario`
export const scenarioOf = (digit: number, more: Partial<Scenario> = {}): Scenario => ({
  id: `01980000-0000-7000-8000-00000000007${digit}`,
  integration_id: greenBean.id,
  name: `Scenario ${digit}`,
  description: '',
  status: 'published',
  position: digit - 1,
  trigger_kind: 'conversation_started',
  has_unpublished_changes: false,
  published_version: 2,
  published_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  stats: { started: 9, engaged: 7, completed: 4, goal_reached: 2, handed_over: 3 },
  draft_version: 1,
  draft_saved_by: null,
  version: 1,
  ...more,
})
export const first = scenarioOf(1)
export const second = scenarioOf(2, { status: 'draft', published_version: null, trigger_kind: 'manual' })
export const draft: ScenarioWithFlow = { ...second, flow: newFlow(['en', 'sk']), blocked_urls: [] }

/** Opening hours that are off. */
const hours = {
  integration_id: greenBean.id,
  is_on: false,
  time_zone: 'Europe/Bratislava',
  week: [[], [], [], [], [], [], []],
  holidays: [],
  reply_promise_min: null,
  spans: [],
  updated_at: null,
  version: 0,
}

export const scenariosServer = (scenarios: Scenario[] = [first, second]) =>
  createTestTransport({
    [`GET ${base}`]: () => scenarios,
    [`GET ${base}/${second.id}`]: () => draft,
    [`GET ${workspace}/tag`]: () => [],
    [`GET ${workspace}/data-source`]: () => [],
    [`GET ${workspace}/scenario-secret`]: () => [],
    [`GET ${workspace}/scenario-image`]: () => [],
    [`GET ${workspace}/team`]: () => [],
    [`GET ${workspace}/hours`]: () => hours,
    [`GET ${workspace}/hubspot`]: () => ({ status: 'disconnected', properties: [], version: 0 }),
    [`GET ${workspace}/contact-field`]: () => [],
    [`GET ${workspace}/conversation-field`]: () => [],
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`PUT ${base}/${second.id}`]: (fields) => ({ ...draft, ...(fields as object), version: 2 }),
  })
export const showScenarios = (role: typeof greenBean.role = 'editor') =>
  showPage(ScenariosPage, {
    path: '/en/app/i/:integrationId/scenario',
    at: `/en/app/i/${greenBean.id}/scenario`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
export const showScenario = (id: string) =>
  showPage(ScenarioPage, {
    path: '/en/app/i/:integrationId/scenario/:scenarioId',
    at: `/en/app/i/${greenBean.id}/scenario/${id}`,
    user: { ...eva, integrations: [{ ...greenBean, role: 'editor' }] },
  })

/** Stubs what jsdom lacks, and silences logged errors, before each test of a file. */
export const stubBrowser = () =>
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    stubMatchMedia(false)
    Element.prototype.scrollIntoView = () => {}
  })
