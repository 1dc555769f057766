// @vitest-environment jsdom
import { billingChanged, type PlanId, type Role } from '@ozvi/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { PlanNotice } from './plan-notice.tsx'

const answers = (plan: PlanId) => ({ [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan }) })
function notice(role: Role) {
  const integration = { ...greenBean, role }
  showPage(() => <PlanNotice feature="hubspot">Nothing is synced.</PlanNotice>, {
    path: '/en/app/i/:integrationId/settings/hubspot',
    at: `/en/app/i/${greenBean.id}/settings/hubspot`,
    user: { ...eva, integrations: [integration], active_integration: integration },
  })
}

test('S9.16 a feature outside the plan is explained until the plan changes, with a link to the plans', async () => {
  const server = createTestTransport(answers('free'), { isLive: true })
  notice('owner')
  expect(await screen.findByText('HubSpot is available from the Pro plan')).toBeDefined()
  expect(screen.getByText('Nothing is synced.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/settings/billing`,
  )
  Object.assign(server.answers, answers('pro'))
  await server.emit(billingChanged.name, { integration_id: greenBean.id })
  await expect.poll(() => screen.queryByText('HubSpot is available from the Pro plan')).toBeNull()
})

test('S9.16 members who can’t change the plan are told who can', async () => {
  createTestTransport(answers('starter'))
  notice('editor')
  expect(await screen.findByText(/Ask an owner or admin to upgrade\./)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
