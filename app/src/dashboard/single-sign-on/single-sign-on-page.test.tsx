// @vitest-environment jsdom
import type { SingleSignOn } from '@ozvi/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import SingleSignOnPage from './single-sign-on-page.tsx'

const path = `/api/integration/${greenBean.id}/single-sign-on`
const stored: SingleSignOn = {
  integration_id: greenBean.id,
  is_on: true,
  is_required: true,
  issuer: 'https://login.example.com',
  client_id: 'ozvi',
  default_role: 'agent',
  has_secret: true,
  redirect_uri: 'https://ozvi.example/sso',
  domains: [],
  last_used_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  version: 0,
}

test('S9.16 without single sign-on in the plan it can only be turned off', async () => {
  const server = createTestTransport({
    [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan: 'pro' }),
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: () => ({ ...stored, is_on: false, is_required: false, version: 1 }),
  })
  showPage(SingleSignOnPage, {
    path: '/en/app/i/:integrationId/settings/single-sign-on',
    at: `/en/app/i/${greenBean.id}/settings/single-sign-on`,
  })
  expect(await screen.findByText('Single sign-on is available from the Business plan')).toBeDefined()
  for (const label of ['Issuer', 'Client ID', 'Client secret', 'Role of new members', 'Domain'])
    expect(screen.getByLabelText<HTMLInputElement>(label).disabled, label).toBe(true)
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Single sign-on/ })
  fireEvent.click(toggle)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save changes' })))
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ is_on: false, is_required: false })
  expect(toggle.disabled).toBe(true)
})
