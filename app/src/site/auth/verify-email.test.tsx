// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva } from '../../../test/fixtures.ts'
import { show } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { resendPause_s } from './poll-verification.tsx'
import { Invitation } from './invitation-island.tsx'
import { UndoEmailChange } from './undo-email-change-island.tsx'
import { VerifyEmail } from './verify-email-island.tsx'

const went: string[] = []
const unverified = { ...eva, email: 'eva@gmail.com', email_verified_at: null }
beforeEach(() => {
  went.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(history, 'replaceState')
  vi.stubGlobal('location', {
    origin: 'https://ozvi.example',
    pathname: '/en/verify-email',
    search: '',
    assign: (path: string) => went.push(path),
    replace: (path: string) => went.push(path),
  })
})
afterEach(() => void vi.useRealTimers())
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const waiting = { token: null, next: null, has_mailbox: true, has_session: true }

test('S2.15 SEC-06 without a session a click confirms the address, and a password is chosen next', async () => {
  const server = createTestTransport({
    'POST /api/auth/verify-email': () => ({ email: 'eva@example.com', reset_token: 'r 1' }),
  })
  show(<VerifyEmail token="t1" next="/en/app" has_mailbox={false} has_session={false} />)
  // Email scanners open every link.
  await act(async () => {})
  expect(server.sent).toEqual([])
  await press('Confirm address')
  expect(server.sent).toEqual([{ method: 'POST', url: '/api/auth/verify-email', body: { token: 't1' } }])
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/en/verify-email?next=%2Fen%2Fapp')
  expect(went).toEqual(['/en/auth/reset-password?token=r%201'])
})
test('422 S2.15 SEC-06 a link that needs its own session says so, and redirects to sign-in and back', async () => {
  createTestTransport({
    'POST /api/auth/verify-email': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { token: ['Sign in first.'] }),
  })
  show(<VerifyEmail token="t1" next={null} has_mailbox={false} has_session={false} />)
  await press('Confirm address')
  expect(screen.getByRole('alert').textContent).toBe('Sign in first.')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/en/auth?next=%2Fverify-email%3Ftoken%3Dt1',
  )
})
test('S2.15 SEC-06 with a session of another account a password is chosen as well', async () => {
  createTestTransport({
    'POST /api/auth/verify-email': () => ({ email: 'other@example.com', reset_token: 'r1' }),
    'GET /api/user': () => eva,
  })
  show(<VerifyEmail {...waiting} token="t1" />)
  await waitFor(() => expect(went).toEqual(['/en/auth/reset-password?token=r1']))
})
test('422 S2.15 SEC-06 a link for another account than the one signed in says so, and offers both', async () => {
  createTestTransport({
    'POST /api/auth/verify-email': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', { token: ['Sign in to it first.'] }),
    'GET /api/user': () => eva,
  })
  show(<VerifyEmail {...waiting} token="t1" />)
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('Open Ozvi')).toBe('/en/app')
  expect(await link('Sign in to another account')).toBe('/en/auth/logout?next=%2Fverify-email%3Ftoken%3Dt1')
  expect(screen.getByRole('alert').textContent).toBe('Sign in to it first.')
  expect(went).toEqual([])
})
test('S2.15 with a session the page continues automatically after confirmation', async () => {
  createTestTransport({
    'POST /api/auth/verify-email': () => ({ email: eva.email }),
    'GET /api/user': () => eva,
  })
  show(<VerifyEmail {...waiting} token="t1" next="/en/app/i/1" />)
  await waitFor(() => expect(went).toEqual(['/en/app/i/1']))
})
test('422 S2.15 a used link shows an error and offers another', async () => {
  createTestTransport({
    'POST /api/auth/verify-email': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        token: ['This link has expired.'],
      }),
    'GET /api/user': () => unverified,
  })
  show(<VerifyEmail {...waiting} token="old" />)
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired.')
  expect(await screen.findByRole('button', { name: 'Resend link' })).toBeDefined()
})
test('S2.15 the address and a link to its mailbox are shown, and another email can be requested once a minute', async () => {
  const server = createTestTransport({
    'GET /api/user': () => unverified,
    'POST /api/auth/verify-email/resend': () => ({ email: 'eva@gmail.com' }),
  })
  show(<VerifyEmail {...waiting} />)
  expect((await screen.findByText('eva@gmail.com')).tagName).toBe('STRONG')
  expect(screen.getByRole('link', { name: 'Open Gmail' }).getAttribute('href')).toContain('mail.google.com')
  expect(screen.getByRole('link', { name: 'local mailbox' })).toBeDefined()
  await press('Resend link')
  expect(server.calls('POST /api/auth/verify-email/resend').length).toBe(1)
  const button = screen.getByRole<HTMLButtonElement>('button', {
    name: `Resend in ${resendPause_s} seconds`,
  })
  expect(button.disabled).toBe(true)
})
test('S2.15 S7.01 the address can be changed while it is not confirmed', async () => {
  const server = createTestTransport({
    'GET /api/user': () => unverified,
    'PUT /api/auth/email': () => ({ email: 'eva@example.com' }),
  })
  show(<VerifyEmail {...waiting} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Use a different address' }))
  fireEvent.change(screen.getByLabelText('New email address'), { target: { value: 'eva@example.com' } })
  await press('Save and send link')
  expect(server.calls('PUT /api/auth/email')[0]?.body).toEqual({ email: 'eva@example.com' })
  expect(screen.getByText('eva@example.com')).toBeDefined()
})
test('S2.15 the page continues automatically when the link is opened elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = createTestTransport({ 'GET /api/user': () => unverified })
  show(<VerifyEmail {...waiting} />)
  await screen.findByText('eva@gmail.com')
  server.answers['GET /api/user'] = () => eva
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(went).toEqual(['/app'])
})
test('S2.15 SEC-06 a waiting page whose session ends redirects to sign-in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = createTestTransport({ 'GET /api/user': () => unverified })
  show(<VerifyEmail {...waiting} />)
  await screen.findByText('eva@gmail.com')
  server.answers['GET /api/user'] = () => errorReply(401, 'unauthenticated', 'Sign in to continue.')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText(/opened on another device/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/en/auth')
})
test('SEC-08 a click restores the former address, and a password is chosen next', async () => {
  const server = createTestTransport({
    'POST /api/auth/email/undo': () => ({ email: 'eva@example.com', reset_token: 'r1' }),
  })
  show(<UndoEmailChange token="t1" />)
  await act(async () => {})
  expect(server.sent).toEqual([])
  await press('Restore address')
  expect(went).toEqual(['/en/auth/reset-password?token=r1'])
})
test('S3.04 S6.02 an invitation shows its details to anyone with the link, and is kept through sign-up', async () => {
  const offer = {
    id: eva.id,
    integration_name: 'Nordic Lamps',
    email: 'eva@example.com',
    role: 'agent',
    invited_by: 'Peter Lind',
    expires_at: '2026-11-28T10:00:00.000Z',
  }
  const server = createTestTransport({
    'POST /api/invitation/show': () => offer,
    'GET /api/user': () => eva,
    'POST /api/invitation/accept': () => ({ id: 'joined-1' }),
  })
  const { unmount } = show(<Invitation token="t 1" has_session={false} />)
  expect(await screen.findByText('Nordic Lamps')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Create account and join' }).getAttribute('href')).toBe(
    '/en/auth/create-account?next=%2Finvitation%3Ftoken%3Dt%25201',
  )
  unmount()
  show(<Invitation token="t 1" has_session />)
  fireEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  await waitFor(() => expect(went).toEqual(['/en/app/i/joined-1']))
  expect(server.calls('POST /api/invitation/accept')[0]?.body).toEqual({ token: 't 1' })
})
test('422 an invalid invitation explains possible reasons and the next step', async () => {
  const closed = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      token: ['This invitation is no longer valid.'],
    })
  createTestTransport({ 'POST /api/invitation/show': closed, 'GET /api/user': () => eva })
  const { unmount } = show(<Invitation token="t 1" has_session={false} />)
  expect(await screen.findByText('This invitation is no longer valid.')).toBeDefined()
  expect(screen.getByText(/You may have already accepted it/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/en/auth')
  unmount()
  show(<Invitation token="t 1" has_session />)
  const link = await screen.findByRole('link', { name: 'Go to workspaces' })
  expect(link.getAttribute('href')).toBe('/en/app')
})
test('SEC-07 a user signed in with another address is offered only to sign in as the invited one', async () => {
  createTestTransport({
    'POST /api/invitation/show': () => ({
      id: eva.id,
      integration_name: 'Nordic Lamps',
      email: 'Jana@Example.com',
      role: 'agent',
      invited_by: 'Peter Lind',
      expires_at: '2026-11-28T10:00:00.000Z',
    }),
    'GET /api/user': () => eva,
  })
  show(<Invitation token="t 1" has_session />)
  const link = await screen.findByRole('link', { name: 'Sign in as Jana@Example.com' })
  expect(link.getAttribute('href')).toBe('/en/auth/logout?next=%2Finvitation%3Ftoken%3Dt%25201')
  expect(screen.getByText(/is for Jana@Example.com, but you’re signed in as eva@example.com/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
})
