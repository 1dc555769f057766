// @vitest-environment jsdom
import { createIntegration, getUser, listIntegrations, type Problem } from '@ozvi/contract'
import { type CallOptions, problemOf } from '@ozvi/wire'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { clearErrors, errorRecords, recordError } from './error-list.ts'
import { call } from './api-client.ts'

beforeEach(() => {
  clearErrors()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const ask = (options?: CallOptions) =>
  call(listIntegrations, {}, options).catch((problem: Problem) => problem)

test.each([401, 419])(
  '%i S4.06 S8.03 redirects to sign-in from every call and isn’t queued',
  async (status) => {
    const server = createTestTransport({
      'GET /api/integrations': () => errorReply(status, 'unauthenticated', 'Sign in to continue.'),
    })
    await ask()
    // Only the redirect of a 409 can be disabled.
    await ask({ verifyRedirect: false })
    expect(server.left).toEqual(Array.from({ length: 2 }, () => '/auth?next=%2Fen%2Fhere%3Fx%3D1'))
    expect(errorRecords()).toEqual([])
  },
)
test.each([401, 419, 409])('%i S4.06 S7.01 S8.03 on the user fetch doesn’t redirect', async (status) => {
  const server = createTestTransport({
    'GET /api/user': () => errorReply(status, 'unauthenticated', 'Sign in to continue.'),
  })
  await call(getUser, {}).catch(() => undefined)
  expect(server.calls('GET /api/user')).toHaveLength(1)
  expect([server.left, errorRecords()]).toEqual([[], []])
})
test('409 S4.07 S8.03 redirects to verification, unless that is disabled for the call', async () => {
  const server = createTestTransport({
    'GET /api/integrations': () => errorReply(409, 'email_unverified', 'Confirm first.'),
  })
  await ask({ verifyRedirect: false })
  expect(server.left).toEqual([])
  await ask()
  expect(server.left).toEqual(['/verify-email?next=%2Fen%2Fhere%3Fx%3D1'])
})
test('409 S8.04 is logged, kept in the list and thrown to the caller', async () => {
  createTestTransport({
    'GET /api/integrations': () => errorReply(409, 'email_unverified', 'Confirm first.'),
  })
  expect(await ask()).toMatchObject({ code: 'email_unverified', message: 'Confirm first.' })
  expect(errorRecords()).toEqual([
    { message: 'Confirm first.', request: 'GET /api/integrations', status: 409 },
  ])
  expect(console.error).toHaveBeenCalledWith('GET /api/integrations answered 409', expect.anything())
})
test('502 S8.04 a proxy’s page has no message; it is logged and kept without one', async () => {
  createTestTransport({ 'GET /api/integrations': () => ({ status: 502, body: null }) })
  expect(await ask()).toMatchObject({ code: 'unavailable', message: '' })
  expect(errorRecords()).toEqual([{ message: '', request: 'GET /api/integrations', status: 502 }])
})
test('422 S8.04 S3.05 is logged, thrown again and kept with its request, its field errors flattened', async () => {
  createTestTransport({
    'PUT /api/integration': () =>
      errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
        name: ['Too long.'],
        url: ['Not an address.'],
      }),
  })
  const problem = await call(createIntegration, { name: 'x', url: 'y' }).catch((thrown: Problem) => thrown)
  expect(problem).toMatchObject({ code: 'invalid_input', errors: { name: ['Too long.'] } })
  expect(errorRecords()).toEqual([
    {
      message: 'Check the highlighted fields.',
      items: ['Too long.', 'Not an address.'],
      request: 'PUT /api/integration',
      status: 422,
    },
  ])
  expect(console.error).toHaveBeenCalled()
})
test('S8.04 a request has one record; later errors are appended, and a list of errors is accepted too', () => {
  const record = (request: string, status: number, message: string, errors?: unknown) =>
    recordError(request, status, problemOf({ status, body: { message, errors } }))
  record('GET /a', 500, 'First.')
  record('GET /b', 500, 'Other.', ['One.', 'Two.'])
  record('GET /a', 500, 'First.')
  record('GET /a', 503, 'Second.', { field: ['Third.'] })
  expect(errorRecords().map(({ request, message, items }) => [request, message, items])).toEqual([
    ['GET /b', 'Other.', ['One.', 'Two.']],
    ['GET /a', 'First.', ['Second.', 'Third.']],
  ])
})
