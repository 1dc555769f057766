// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { eva } from '../../../test/fixtures.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { readSession } from './read-session.ts'

test('401 S4.05 S4.06 S7.01 S8.03 means signed out and doesn’t redirect', async () => {
  const server = createTestTransport({
    'GET /api/user': () => errorReply(401, 'unauthenticated', 'Sign in to continue.'),
  })
  expect(await readSession()).toEqual({ user: null, is_unverified: false })
  expect(server.left).toEqual([])
})
test('409 S4.07 S7.01 means unverified and doesn’t redirect', async () => {
  const server = createTestTransport({
    'GET /api/user': () => errorReply(409, 'email_unverified', 'Confirm first.'),
  })
  expect(await readSession()).toEqual({ user: null, is_unverified: true })
  expect(server.left).toEqual([])
})
test('S3.02 the user is accepted plain or nested under data', async () => {
  createTestTransport({ 'GET /api/user': () => eva })
  expect((await readSession()).user).toEqual(eva)
  createTestTransport({ 'GET /api/user': () => ({ status: 200, body: eva }) })
  expect((await readSession()).user).toEqual(eva)
})
test('S7.01 a user without a confirmed address is unverified', async () => {
  createTestTransport({ 'GET /api/user': () => ({ ...eva, email_verified_at: null }) })
  expect((await readSession()).is_unverified).toBe(true)
})
test('500 is thrown with the server’s message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  createTestTransport({ 'GET /api/user': () => errorReply(500, 'server_error', 'Down.') })
  await expect(readSession()).rejects.toThrow('Down.')
})
