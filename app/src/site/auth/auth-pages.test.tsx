// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva } from '../../../test/fixtures.ts'
import { show } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { CreateAccount } from './create-account-island.tsx'
import { ForgotPassword } from './forgot-password-island.tsx'
import { Logout } from './logout-island.tsx'
import { ResetPassword } from './reset-password-island.tsx'
import { SignIn } from './sign-in-island.tsx'

const went: string[] = []
beforeEach(() => {
  went.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', {
    origin: 'https://ozvi.example',
    pathname: '/en/auth',
    search: '',
    assign: (path: string) => went.push(path),
    replace: (path: string) => went.push(path),
  })
})
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const wrong = (errors: Record<string, string[]>) =>
  errorReply(422, 'invalid_input', 'Check the highlighted fields.', errors)

test('S2.13 S7.21 signing in opens the app', async () => {
  const server = createTestTransport({ 'POST /api/auth/sign-in': () => eva })
  show(<SignIn next={null} has_session={false} />)
  type('Email address', 'eva@example.com')
  type('Password', 'a quiet evening')
  await press('Sign in')
  expect(server.sent[0]?.body).toEqual({ email: 'eva@example.com', password: 'a quiet evening' })
  expect(went).toEqual(['/app'])
})
test('S4.03 signing in returns to the requested page, but never to another origin', async () => {
  createTestTransport({ 'POST /api/auth/sign-in': () => eva })
  show(<SignIn next="/en/app/i/1" has_session={false} />)
  await press('Sign in')
  expect(went).toEqual(['/en/app/i/1'])
})
test('S4.03 SEC-48 a return URL of another origin is ignored', async () => {
  createTestTransport({ 'POST /api/auth/sign-in': () => eva })
  show(<SignIn next="//evil.example" has_session={false} />)
  await press('Sign in')
  expect(went).toEqual(['/app'])
})
test.each([
  ['signs in', SignIn],
  ['creates an account', CreateAccount],
])(
  'S3.04 a person who comes from an invitation and %s finds its address prefilled, unless they have typed one',
  async (_, Page) => {
    const server = createTestTransport({ 'POST /api/invitation/show': () => ({ email: 'jana@example.com' }) })
    const address = () => screen.getByLabelText<HTMLInputElement>('Email address').value
    const { unmount } = show(<Page next="/invitation?token=t%201" has_session={false} />)
    await waitFor(() => expect(address()).toBe('jana@example.com'))
    expect(server.calls('POST /api/invitation/show').map(({ body }) => body)).toEqual([{ token: 't 1' }])
    unmount()
    const again = show(<Page next="/invitation?token=t%202" has_session={false} />)
    type('Email address', 'own@example.com')
    await act(async () => {})
    expect(address()).toBe('own@example.com')
    again.unmount()
    for (const next of ['/en/app', '//evil.example/invitation?token=t', '/invitation', null])
      show(<Page next={next} has_session={false} />).unmount()
    expect(server.calls('POST /api/invitation/show').length).toBe(2)
  },
)
test('signing out to accept an invitation returns to it', async () => {
  createTestTransport({ 'POST /api/auth/sign-out': () => null })
  show(<Logout next="/invitation?token=t" />)
  await waitFor(() => expect(went).toEqual(['/auth?next=%2Finvitation%3Ftoken%3Dt']))
})
test('422 S2.13 a wrong password is announced once at its field, which gets the focus', async () => {
  const sentence = 'These do not match.'
  createTestTransport({
    'POST /api/auth/sign-in': () => errorReply(422, 'invalid_input', sentence, { email: [sentence] }),
  })
  show(<SignIn next={null} has_session={false} />)
  await press('Sign in')
  const field = screen.getByLabelText('Email address')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(sentence).closest('p')?.id).toBe(field.getAttribute('aria-describedby'))
  expect(went).toEqual([])
})
test('422 an error without a field on the page is announced once, in a summary that gets the focus', async () => {
  const sentence = 'No such thing.'
  createTestTransport({
    'POST /api/auth/sign-in': () => errorReply(422, 'invalid_input', sentence, { other: [sentence] }),
  })
  show(<SignIn next={null} has_session={false} />)
  await press('Sign in')
  const alert = screen.getByRole('alert')
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect(screen.getAllByText(sentence)).toHaveLength(1)
})
test('422 S2.13 errors of several fields are announced once each, in a summary that gets the focus and links to them', async () => {
  const errors = { email: ['Enter an address.'], password: ['Enter a password.'], other: ['No such thing.'] }
  createTestTransport({ 'POST /api/auth/sign-in': () => wrong(errors) })
  show(<SignIn next={null} has_session={false} />)
  await press('Sign in')
  const alert = screen.getByRole('alert')
  expect(document.activeElement?.contains(alert)).toBe(true)
  for (const sentence of ['Enter an address.', 'Enter a password.', 'No such thing.'])
    expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(alert.textContent).toContain('No such thing.')
  const links = within(alert).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Email address', 'Password'])
  expect(links[0]?.getAttribute('href')).toBe(`#${screen.getByLabelText('Email address').id}`)
})
test('429 the waiting time is shown as text', async () => {
  createTestTransport({
    'POST /api/auth/sign-in': () =>
      errorReply(429, 'rate_limited', 'Too many attempts. Try again in 30 seconds.'),
  })
  show(<SignIn next={null} has_session={false} />)
  await press('Sign in')
  expect(screen.getByRole('alert').textContent).toContain('30 seconds')
})
test('an unreachable server shows an error', async () => {
  createTestTransport({
    'POST /api/auth/sign-in': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  show(<SignIn next={null} has_session={false} />)
  await press('Sign in')
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t reach the server')
})
test('S2.12 S2.13 S4.03 S6.01 signed-in users are redirected to the app, unverified ones to verification', async () => {
  createTestTransport({ 'GET /api/user': () => eva })
  show(<SignIn next={null} has_session />)
  await waitFor(() => expect(went).toEqual(['/app']))
  createTestTransport({ 'GET /api/user': () => ({ ...eva, email_verified_at: null }) })
  show(<CreateAccount next={null} has_session />)
  await waitFor(() => expect(went).toEqual(['/app', '/verify-email']))
})
test('S2.12 S7.21 a new account continues with confirming its email, and keeps the requested page', async () => {
  const server = createTestTransport({
    'POST /api/auth/sign-up': () => ({ ...eva, email_verified_at: null }),
  })
  show(<CreateAccount next="/invitation?token=t" has_session={false} />)
  type('Your name', 'Eva Malá')
  type('Email address', 'eva@example.com')
  type('Password', 'a quiet evening')
  await press('Create account')
  expect(server.calls('POST /api/auth/sign-up')[0]?.body).toEqual({
    name: 'Eva Malá',
    email: 'eva@example.com',
    password: 'a quiet evening',
    invitation_token: 't',
  })
  expect(went).toEqual(['/verify-email?next=%2Finvitation%3Ftoken%3Dt'])
})
test('422 S5.05 an address that has an account offers to sign in instead', async () => {
  createTestTransport({ 'POST /api/auth/sign-up': () => wrong({ email: ['An account exists.'] }) })
  show(<CreateAccount next="/x" has_session={false} />, 'sk')
  type('E-mailová adresa', 'eva@example.com')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Vytvoriť účet' })))
  expect(screen.getByRole('link', { name: 'Prihlásiť sa s touto adresou' }).getAttribute('href')).toBe(
    '/sk/auth?next=%2Fx',
  )
})
test('S2.12 the password’s strength is shown as text while typing, and the password can be shown', () => {
  createTestTransport({})
  show(<CreateAccount next={null} has_session={false} />)
  const fieldText = () => screen.getByLabelText('Password').closest('div')?.textContent
  expect(fieldText()).toContain('At least 10 characters')
  for (const [password, word] of [
    ['short', 'Too short'],
    ['aaaaaaaaaa', 'Weak'],
    ['correct horse battery staple', 'Strong'],
  ] as const) {
    type('Password', password)
    expect(fieldText()).toContain(word)
  }
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
})
test('422 S2.12 a password shows its error or its strength, which is announced once it is corrected', async () => {
  const problem = 'Use at least 10 characters.'
  createTestTransport({ 'POST /api/auth/sign-up': () => wrong({ password: [problem] }) })
  show(<CreateAccount next={null} has_session={false} />)
  const field = screen.getByLabelText('Password')
  const fieldText = () => field.closest('div')?.textContent
  const announced = field.closest('div')?.querySelector('[aria-live]')
  type('Password', 'short')
  expect(announced?.textContent).toBe('Too short')
  await press('Create account')
  expect(fieldText()).toContain(problem)
  expect(announced?.textContent).toBe('')
  type('Password', 'shorter')
  expect(fieldText()).toContain(problem)
  expect(fieldText()).not.toContain('Too short')
  type('Password', 'correct horse battery staple')
  expect(fieldText()).not.toContain(problem)
  expect(field.getAttribute('aria-invalid')).toBeNull()
  // The same element as before: a new one wouldn't be announced.
  expect(announced?.isConnected && announced.textContent).toBe('Strong')
  await press('Create account')
  expect(fieldText()).toContain(problem)
  expect(fieldText()).not.toContain('Strong')
})
test('S7.21 a forgotten password answers the same for every address', async () => {
  createTestTransport({ 'POST /api/auth/password/forgot': () => null })
  show(<ForgotPassword has_mailbox />)
  type('Email address', 'nobody@example.com')
  await press('Send reset link')
  expect(
    screen.getByText('If there’s an account for nobody@example.com, we’ve sent a reset link to it.'),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'local mailbox' }).getAttribute('href')).toBe('/dev/mail')
})
const account = { email: 'eva@example.com', passkeys: [] }
test('S7.21 a new password is saved with the token of the link', async () => {
  const server = createTestTransport({
    'POST /api/auth/password/reset/show': () => account,
    'POST /api/auth/password/reset': () => null,
  })
  show(<ResetPassword token="t1" />)
  await screen.findByLabelText('New password')
  type('New password', 'a quiet evening')
  await press('Save password')
  expect(server.calls('POST /api/auth/password/reset')[0]?.body).toEqual({
    token: 't1',
    password: 'a quiet evening',
    remove_passkey_ids: [],
  })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/en/auth')
})
test('SEC-08 the passkeys of the account are shown with a reset, and those selected are removed by it', async () => {
  const added = { created_at: '2026-11-01T10:00:00.000Z', last_used_at: null }
  const passkeys = [
    { id: 'k1', name: 'Laptop', ...added },
    { id: 'k2', name: 'Unknown phone', ...added },
  ]
  const server = createTestTransport({
    'POST /api/auth/password/reset/show': () => ({ ...account, passkeys }),
    'POST /api/auth/password/reset': () => null,
  })
  show(<ResetPassword token="t1" />)
  fireEvent.click(await screen.findByRole('checkbox', { name: /Unknown phone/ }))
  type('New password', 'a quiet evening')
  await press('Save password')
  expect(server.calls('POST /api/auth/password/reset')[0]?.body).toMatchObject({ remove_passkey_ids: ['k2'] })
})
test('422 a link used before offers a new one, before a password is typed', async () => {
  createTestTransport({
    'POST /api/auth/password/reset/show': () => wrong({ token: ['This link was used already.'] }),
  })
  show(<ResetPassword token="t1" />)
  expect(await screen.findByRole('link', { name: 'Request a new link' })).toBeDefined()
  expect(screen.queryByLabelText('New password')).toBeNull()
})
test('S2.14 the logout page signs out and redirects to sign-in', async () => {
  const server = createTestTransport({ 'POST /api/auth/sign-out': () => null })
  show(<Logout next={null} />)
  await waitFor(() => expect(went).toEqual(['/auth']))
  expect(server.sent.length).toBe(1)
})
test('401 S2.14 a guest on the logout page is redirected to sign-in', async () => {
  const server = createTestTransport({
    'POST /api/auth/sign-out': () => errorReply(401, 'unauthenticated', 'Sign in to continue.'),
  })
  show(<Logout next={null} />)
  await waitFor(() => expect(went).toEqual(['/auth']))
  expect(server.calls('POST /api/auth/sign-out')).toHaveLength(1)
})
