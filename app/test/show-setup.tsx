import { type ClientSettings, type CurrentUser, defaultBehavior, type Integration } from '@ozvi/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import OnboardingPage from '../src/dashboard/onboarding/onboarding-page.tsx'
import { eva, greenBean } from './fixtures.ts'
import { showPage } from './render.tsx'
import { createTestTransport } from './transport.ts'

export const base = `/api/integration/${greenBean.id}`
export const source = {
  id: '01980000-0000-7000-8000-000000000070',
  integration_id: greenBean.id,
  kind: 'website',
  name: 'green-bean.example',
  config: { start_url: 'https://green-bean.example' },
  locale: null,
  is_enabled: true,
  status: 'fetching',
  found: 12,
  indexed: 3,
  skipped: 0,
  failed: 0,
  current_url: 'https://green-bean.example/shipping',
  reason: null,
  last_run_at: null,
  schedule: 'off',
  next_run_at: null,
  confirmed_at: null,
  added: 0,
  changed: 0,
  removed: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  version: 1,
}
export const settings: ClientSettings = {
  integration_id: greenBean.id,
  color: '#2867e4',
  side: 'right',
  theme: 'auto',
  launcher: { icon: 'bubble', corners: 'round', offset_x_px: 20, offset_y_px: 20, text_en: '', text_sk: '' },
  behavior: defaultBehavior,
  texts: { en: { greeting: '', intro: '' }, sk: { greeting: '', intro: '' } },
  hosts: [],
  hide_on: [],
  updated_at: null,
  version: 1,
}
/** The page, with its path shown. */
function Page() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <OnboardingPage />
    </>
  )
}
/** The page's current path. */
export const address = () => screen.getByTestId('address').textContent
/** A setup step, for a user who owns these workspaces and has the first one active. */
export const showSetup = (step: string, integrations: Integration[] = [greenBean]) => {
  const user = { ...eva, integrations, active_integration: integrations[0] ?? null }
  return showPage(Page, { path: '/en/app/onboarding/:step?', at: `/en/app/onboarding${step}`, user })
}
/** A server with one workspace, which may not exist yet. */
export function setupServer(
  answers: Parameters<typeof createTestTransport>[0] = {},
  owned: Integration[] = [greenBean],
) {
  const state = { owned }
  const server = createTestTransport({
    'GET /api/user': (): CurrentUser => ({
      ...eva,
      integrations: state.owned,
      active_integration: state.owned[0] ?? null,
    }),
    'GET /api/integrations': () => state.owned,
    [`PUT ${base}/onboarding`]: () => null,
    [`GET ${base}/data-source`]: () => [],
    [`POST ${base}/data-source/website`]: () => source,
    [`GET ${base}/assistant/suggestions`]: () => [],
    [`GET ${base}/installation`]: () => [],
    [`GET ${base}/client`]: () => settings,
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    ...answers,
  })
  return { ...server, state }
}
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
