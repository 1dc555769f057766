// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import AccountPage from './account-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const here = {
  id: '01980000-0000-7000-8000-000000000a01',
  device: 'Chrome · Linux',
  ip_prefix: '10.0.0.x',
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-01T10:00:00.000Z',
  is_current: true,
}
const phone = { ...here, id: `${here.id.slice(0, -1)}2`, device: null, is_current: false }
const own = {
  user_id: eva.id,
  name: eva.name,
  email: eva.email,
  display_name: '',
  avatar_id: null,
  time_zone: null,
  signature: '',
  role: 'owner',
  joined_at: here.created_at,
  last_seen_at: null,
  open_conversations: 0,
  availability: 'online',
  is_idle: false,
  capacity: null,
  languages: ['sk'],
  hours_note: '',
  week: null,
  work_spans: [],
  two_factor: null,
}
const ownPath = `/api/integration/${greenBean.id}/member`
const account = () => showPage(AccountPage, { path: '/en/app/account', at: '/en/app/account' })

test('SEC-02 active sessions are listed, and one is signed out after confirmation', async () => {
  let signIns = [here, phone]
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => signIns,
    [`DELETE /api/account/sign-in/${phone.id}`]: () => ((signIns = [here]), null),
  })
  account()
  const list = await screen.findByRole('list', { name: 'Active sessions' })
  expect(within(list).getByText('This browser')).toBeDefined()
  fireEvent.click(within(list).getByRole('button', { name: /^Sign out Unknown browser/ }))
  const dialog = await screen.findByRole('dialog')
  expect(server.calls(`DELETE /api/account/sign-in/${phone.id}`)).toEqual([])
  await act(
    async () =>
      void fireEvent.submit(within(dialog).getByRole('button', { name: 'Sign out' }).closest('form')!),
  )
  expect(await screen.findByText('Signed out Unknown browser')).toBeDefined()
  expect(await screen.findByText('You’re signed in only in this browser.')).toBeDefined()
})
test('a list that can’t be loaded shows an error and can be retried', async () => {
  const answers = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/two-factor': () => ({ is_on: false, codes_left: 0 }),
    'GET /api/account/sign-in': () => errorReply(503, 'unavailable', 'We’re busy right now.'),
  }).answers
  account()
  expect(await screen.findByText('Couldn’t load this section')).toBeDefined()
  answers['GET /api/account/sign-in'] = () => [here]
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Chrome · Linux')).toBeDefined()
})
test('S4.15 the email language is set in the profile, and the page follows', async () => {
  const went: string[] = []
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'PUT /api/account/profile': () => ({ ...eva, locale: 'sk' }),
    'GET /api/user': () => ({ ...eva, locale: 'sk' }),
  })
  account()
  const language = await screen.findByLabelText('Language')
  vi.stubGlobal('location', {
    pathname: '/en/app/account',
    search: '',
    assign: (to: string) => went.push(to),
  })
  fireEvent.change(language, { target: { value: 'sk' } })
  await act(async () => void fireEvent.submit(language.closest('form')!))
  vi.unstubAllGlobals()
  expect(server.calls('PUT /api/account/profile').map(({ body }) => body)).toEqual([
    { name: eva.name, time_zone: null, locale: 'sk' },
  ])
  expect(went).toEqual(['/sk/app/account'])
})
test('a page in another language than the account’s explains what each language is used for', async () => {
  createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
  })
  showPage(AccountPage, { path: '/en/app/account', at: '/en/app/account', user: { ...eva, locale: 'sk' } })
  expect(
    await screen.findByText(/^Used for emails and notifications\. You’re viewing this page in English/),
  ).toBeDefined()
})
test('422 a rejected new password shows an error at its field, and a saved one clears the form', async () => {
  const path = 'PUT /api/account/password'
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'GET /api/account/two-factor': () => ({ is_on: false, codes_left: 0 }),
    [path]: () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { new_password: ['Not this one.'] }),
  })
  account()
  await screen.findByLabelText('New password')
  const field = () => screen.getByLabelText<HTMLInputElement>('New password')
  const save = () =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Change password' })))
  fireEvent.change(field(), { target: { value: 'my very own words' } })
  await save()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(field().value).toBe('my very own words')
  server.answers[path] = () => null
  await save()
  expect(await screen.findByText('Password changed')).toBeDefined()
  expect(server.calls(path).at(-1)?.body).toEqual({ new_password: 'my very own words' })
  await waitFor(() => expect(field().value).toBe(''))
})

test('422: a rejected display name keeps the input, and a saved one applies to the chosen workspace', async () => {
  const path = `PUT ${ownPath}`
  const invalid = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { display_name: ['Too long.'] })
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'GET /api/account/two-factor': () => ({ is_on: false, codes_left: 0 }),
    [path]: invalid,
  })
  account()
  const field = await screen.findByLabelText<HTMLInputElement>('Display name')
  expect(screen.getByLabelText<HTMLInputElement>('Slovak').checked).toBe(true)
  fireEvent.change(field, { target: { value: 'Evička' } })
  const save = () => act(async () => void fireEvent.submit(field.form!))
  await save()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Evička', 'true'])
  server.answers[path] = () => ({ ...own, display_name: 'Evička' })
  await save()
  expect(await screen.findByText('Profile saved')).toBeDefined()
  expect(server.calls(path).at(-1)?.body).toEqual({
    display_name: 'Evička',
    signature: '',
    languages: ['sk'],
  })
})
test('a new address replaces the old one only after its link is opened', async () => {
  const path = 'PUT /api/auth/email'
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'GET /api/account/two-factor': () => ({ is_on: false, codes_left: 0 }),
    [path]: () => ({ email: 'new@example.com' }),
  })
  account()
  const field = screen.getByLabelText<HTMLInputElement>('New address')
  fireEvent.change(field, { target: { value: 'new@example.com' } })
  await act(async () => void fireEvent.submit(field.form!))
  expect(await screen.findByText(/We sent a link to new@example.com/)).toBeDefined()
  expect(screen.getByText(`You sign in with ${eva.email}.`)).toBeDefined()
  expect(server.calls(path).at(-1)?.body).toEqual({ email: 'new@example.com' })
})

test('S2.13 single sign-on of a workspace is unlinked after confirmation, and the section is gone', async () => {
  const link = {
    id: '01980000-0000-7000-8000-000000000b01',
    workspace_name: 'Green Bean',
    provider_host: 'login.example.com',
    linked_at: here.created_at,
  }
  const path = `DELETE /api/account/single-sign-on/${link.id}`
  let links = [link]
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'GET /api/account/two-factor': () => ({ is_on: false, codes_left: 0 }),
    'GET /api/account/single-sign-on': () => links,
    'GET /api/user': () => eva,
    [path]: () => ((links = []), null),
  })
  account()
  const list = await screen.findByRole('list', { name: 'Single sign-on' })
  expect(list.textContent).toContain('login.example.com')
  fireEvent.click(within(list).getByRole('button', { name: 'Unlink Green Bean (login.example.com)' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('If Green Bean requires single sign-on, you can link it again')
  expect(server.calls(path)).toEqual([])
  await act(
    async () =>
      void fireEvent.submit(within(dialog).getByRole('button', { name: 'Unlink' }).closest('form')!),
  )
  expect(await screen.findByText('Green Bean unlinked')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Single sign-on' })).toBeNull())
})
test('S2.13 a workspace that the session can’t open without single sign-on can be left', async () => {
  const path = `DELETE ${ownPath}`
  const strict = { ...greenBean, role: 'agent' as const, needs_single_sign_on: true }
  const others = [
    { ...strict, id: crypto.randomUUID(), name: 'Closed', deletes_at: '2026-12-24T09:00:00.000Z' },
    { ...strict, id: crypto.randomUUID(), name: 'Owned', role: 'owner' as const },
  ]
  let integrations = [strict, ...others]
  const server = createTestTransport({
    [`GET ${ownPath}`]: () => own,
    'GET /api/account/passkey': () => [],
    'GET /api/account/sign-in': () => [here],
    'GET /api/account/single-sign-on': () => [],
    'GET /api/user': () => ({ ...eva, integrations, active_integration: null }),
    [path]: () => ((integrations = others), null),
  })
  showPage(AccountPage, {
    path: '/en/app/account',
    at: '/en/app/account',
    user: { ...eva, integrations, active_integration: null },
  })
  const list = await screen.findByRole('list', { name: 'Workspaces that require single sign-on' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(
    within(list)
      .getByRole('link', { name: `Sign in to ${strict.name}` })
      .getAttribute('href'),
  ).toBe(`/en/auth/single-sign-on?workspace=${strict.id}`)
  fireEvent.click(within(list).getByRole('button', { name: `Leave ${strict.name}` }))
  const dialog = await screen.findByRole('dialog', { name: `Leave ${strict.name}?` })
  expect(server.calls(path)).toEqual([])
  await act(
    async () =>
      void fireEvent.submit(within(dialog).getByRole('button', { name: 'Leave workspace' }).closest('form')!),
  )
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Workspaces that require single sign-on' })).toBeNull(),
  )
  expect(server.calls(path)).toHaveLength(1)
})
