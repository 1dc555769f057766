// @vitest-environment jsdom
import { teamChanged } from '@ozvi/contract'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eva, greenBean, orchard } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { handHeld } from '../../../test/transport.ts'
import { useUser } from '#platform/session.ts'
import { Membership } from './membership.tsx'

const page = () =>
  showPage(
    () => (
      <>
        <Membership integration={greenBean} />
        <p>{useUser().integrations[0]?.role}</p>
      </>
    ),
    { path: '/en/app/i/*', at: `/en/app/i/${greenBean.id}` },
  )

test('another role counts at once', async () => {
  const server = handHeld({
    'GET /api/user': () => ({ ...eva, integrations: [{ ...greenBean, role: 'viewer' }, orchard] }),
  })
  page()
  expect(screen.getByText('owner')).toBeDefined()
  act(() => {
    for (const { event, ear } of server.ears) if (event === teamChanged.name) ear.hear({})
  })
  expect(await screen.findByText('viewer')).toBeDefined()
})
test('SEC-05 whoever is taken off the team is led out, and told', async () => {
  const server = handHeld({ 'GET /api/user': () => ({ ...eva, integrations: [orchard] }) })
  page()
  act(() => {
    for (const { event, ear } of server.ears) if (event === teamChanged.name) ear.hear({})
  })
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(await screen.findByText('You are no longer on the team of Green Bean.')).toBeDefined()
})
