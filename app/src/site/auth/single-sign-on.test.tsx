// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, orchard } from '../../../test/fixtures.ts'
import { show } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { SignIn } from './sign-in-island.tsx'
import { SingleSignOn } from './single-sign-on-island.tsx'

const went: string[] = []
beforeEach(() => {
  went.length = 0
  vi.stubGlobal('location', {
    origin: 'https://ozvi.example',
    pathname: '/en/auth/single-sign-on',
    search: '',
    assign: (path: string) => went.push(path),
  })
  vi.stubGlobal('history', { state: null, replaceState: () => {} })
})
const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const provider = () => ({ url: 'https://login.example.com/auth' })
const answer = { state: 's', code: 'c', iss: 'https://login.example.com' }

test('S2.13 an address with single sign-on offers it next to the password', async () => {
  const server = createTestTransport({
    'POST /api/auth/single-sign-on/find': () => ({ workspace: 'Green Bean' }),
    'POST /api/auth/single-sign-on': provider,
  })
  show(<SignIn next="/en/app" has_session={false} />)
  type('Email address', 'eva@example.com')
  await screen.findByText('Your company’s sign-in for Green Bean')
  await press('Continue with single sign-on')
  expect(server.calls('POST /api/auth/single-sign-on')[0]?.body).toEqual({
    email: 'eva@example.com',
    next: '/en/app',
  })
  expect(went).toEqual(['https://login.example.com/auth'])
  expect(screen.getByLabelText('Password')).toBeDefined()
})
test('S2.13 other addresses and a failed lookup leave the password form', async () => {
  const server = createTestTransport({
    'POST /api/auth/single-sign-on/find': () => ({ workspace: null }),
  })
  show(<SignIn next={null} has_session={false} />)
  type('Email address', 'not an address')
  type('Email address', 'eva@example.com')
  await waitFor(() => expect(server.calls('POST /api/auth/single-sign-on/find')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Continue with single sign-on' })).toBeNull()
})
test('a workspace that requires single sign-on needs no address', async () => {
  const server = createTestTransport({ 'POST /api/auth/single-sign-on': provider })
  show(<SingleSignOn next="/en/app/i/2" workspace={orchard.id} answer={null} />)
  expect(screen.queryByLabelText('Work email')).toBeNull()
  await press('Continue with single sign-on')
  expect(server.sent[0]?.body).toEqual({ integration_id: orchard.id, next: '/en/app/i/2' })
})
test('S4.03 SEC-48 the provider’s response signs in once, and redirects only to a path of ours', async () => {
  const server = createTestTransport({
    'POST /api/auth/single-sign-on/finish': () => ({ user: eva, next: '//evil.example' }),
  })
  show(<SingleSignOn next={null} workspace={null} answer={answer} />)
  await waitFor(() => expect(went).toEqual(['/app']))
  expect(server.sent.map(({ body }) => body)).toEqual([answer])
})
test('an existing account is connected with its password and code', async () => {
  const server = createTestTransport({
    'POST /api/auth/single-sign-on/finish': () => ({ needs_password: true, email: 'eva@example.com' }),
    'POST /api/auth/single-sign-on/link': (body) =>
      typeof body === 'object' && body !== null && 'code' in body
        ? { user: eva, next: '/en/app/i/1' }
        : { needs_code: true },
  })
  show(<SingleSignOn next={null} workspace={null} answer={answer} />)
  await screen.findByText(/eva@example.com already has an account/)
  type('Password', 'a quiet evening')
  await press('Connect and sign in')
  type('Code', '123456')
  await press('Connect and sign in')
  expect(server.calls('POST /api/auth/single-sign-on/link')[1]?.body).toEqual({
    password: 'a quiet evening',
    code: '123456',
  })
  expect(went).toEqual(['/en/app/i/1'])
})
test('422 a sign-in that the provider rejected shows the reason and can be restarted', async () => {
  const sentence = 'Your provider denied access.'
  const server = createTestTransport({
    'POST /api/auth/single-sign-on/finish': () =>
      errorReply(422, 'invalid_input', sentence, { provider: [sentence] }),
  })
  show(<SingleSignOn next={null} workspace={null} answer={{ state: 's', error: 'access_denied' }} />)
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(server.sent[0]?.body).toEqual({ state: 's', error: 'access_denied' })
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe(
    '/en/auth/single-sign-on',
  )
})
