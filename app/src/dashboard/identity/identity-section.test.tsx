// @vitest-environment jsdom
import type { IdentitySettings } from '@ozvi/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import type { CheckedToken } from './data.ts'
import { IdentitySection } from './identity-section.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const path = `/api/integration/${greenBean.id}/identity`
const off: IdentitySettings = {
  integration_id: greenBean.id,
  mode: 'off',
  secret_created_at: null,
  previous_secret_expires_at: null,
  last_used_at: null,
  version: 0,
}
const on: IdentitySettings = {
  ...off,
  mode: 'optional',
  secret_created_at: '2026-11-20T10:00:00.000Z',
  version: 1,
}
function section(settings: IdentitySettings, role: 'owner' | 'editor' = 'owner') {
  const server = createTestTransport({
    [`GET ${path}`]: () => settings,
    [`PUT ${path}`]: (body) => ({
      ...on,
      ...(body as object),
      version: settings.version + 1,
      secret: settings.secret_created_at ? null : 'the-secret',
    }),
    [`POST ${path}/secret`]: () => ({
      ...on,
      previous_secret_expires_at: '2026-11-21T10:00:00.000Z',
      version: 2,
      secret: 'another-secret',
    }),
    [`DELETE ${path}/previous-secret`]: () => ({ ...on, version: 3 }),
  })
  const integration = { ...greenBean, role }
  showPage(() => <IdentitySection integration={integration} />, {
    path: '/en/app/i/:integrationId/settings/client',
    at: `/en/app/i/${greenBean.id}/settings/client`,
    user: { ...eva, integrations: [integration] },
  })
  return server
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

test('turning verification on shows the secret once, with signing code', async () => {
  const server = section(off)
  expect((await choice(/^Off/)).checked).toBe(true)
  expect(screen.queryByText('Sign on your server')).toBeNull()
  await act(async () => void fireEvent.click(await choice(/^Optional/)))
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ mode: 'optional' })
  expect((await choice(/^Optional/)).checked).toBe(true)
  expect(screen.getByLabelText('Secret').textContent).toBe('the-secret')
  expect(screen.getByText('No tokens received yet')).toBeDefined()
  expect(screen.getByLabelText('Signing code for Node.js').textContent).toContain("aud: 'pk_green'")
  expect(screen.getByLabelText('Page script').textContent).toBe("ozvi('identify', { jwt: token })")
})
test('creating a new secret asks for confirmation, and the previous one can be revoked', async () => {
  const server = section(on)
  await choice(/^Optional/)
  expect(screen.queryByLabelText('Secret')).toBeNull()
  await press('Create new secret')
  const question = within(await screen.findByRole('dialog', { name: 'Create a new secret?' }))
  expect(server.calls(`POST ${path}/secret`)).toHaveLength(0)
  await act(async () => void fireEvent.click(question.getByRole('button', { name: 'Create new secret' })))
  expect((await screen.findByLabelText('Secret')).textContent).toBe('another-secret')
  expect(screen.getByText(/^Previous secret valid until/)).toBeDefined()
  await press('Revoke now')
  const ending = within(await screen.findByRole('dialog', { name: 'Revoke the previous secret?' }))
  await act(async () => void fireEvent.click(ending.getByRole('button', { name: 'Revoke now' })))
  expect(server.calls(`DELETE ${path}/previous-secret`)).toHaveLength(1)
  expect(screen.queryByText(/^Previous secret valid until/)).toBeNull()
})
test('another member’s change is shown immediately', async () => {
  const server = section(on)
  await choice(/^Optional/)
  await server.emit('IdentitySettingsChanged', { ...on, mode: 'required', version: 2 })
  expect((await choice(/^Required/)).checked).toBe(true)
})
test('a pasted token is shown as valid or invalid, with its claims', async () => {
  const server = section({ ...on, last_used_at: '2026-11-20T11:00:00.000Z' })
  await choice(/^Optional/)
  const answers: CheckedToken[] = [
    {
      problems: [
        { check: 'alg', fault: 'algorithm' },
        { check: 'exp', fault: 'expired' },
      ],
      signed_with: 'previous',
      claims: { external_id: 'A-1', email: null, name: 'Jana', expires_at: '2026-11-20T10:00:00.000Z' },
    },
    {
      problems: [],
      signed_with: 'current',
      claims: { external_id: 'A-1', email: null, name: 'Jana', expires_at: '2026-11-20T10:00:00.000Z' },
    },
  ]
  server.answers[`POST ${path}/check`] = () => answers.shift()
  fireEvent.change(screen.getByLabelText('Token'), { target: { value: 'a.b.c' } })
  await press('Test token')
  expect(server.calls(`POST ${path}/check`)[0]?.body).toEqual({ token: 'a.b.c' })
  const wrong = within(screen.getByRole('alert'))
  expect(wrong.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The token must be signed with HS256.',
    'The token has expired. Sign a new one for each page load.',
  ])
  expect(wrong.getByText(/Signed with the previous secret/)).toBeDefined()
  expect(screen.getByText('A-1')).toBeDefined()
  await press('Test token')
  expect(screen.getByText('Token accepted')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/^Last token accepted/)).toBeDefined()
})
test('members who can’t change settings see the mode, but neither secret nor code', async () => {
  section(on, 'editor')
  expect((await choice(/^Optional/)).closest('fieldset')?.disabled).toBe(true)
  for (const name of ['Create new secret', 'Test token'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('Secret')).toBeNull()
})
