// @vitest-environment jsdom
import { createIntegration, listIntegrations, type Problem } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { handHeld, refuse } from '../../test/transport.ts'
import { clearErrors, errorRecords, recordError } from './error-list.ts'
import { call } from './wire.ts'

beforeEach(() => {
  clearErrors()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const ask = (options?: { stays: boolean }) =>
  call(listIntegrations, {}, options).catch((problem: Problem) => problem)

test.each([401, 419])('%i S4.06 S8.03 leads to sign-in and is kept in no list', async (status) => {
  const server = handHeld({
    'GET /api/integrations': () => refuse(status, 'unauthenticated', 'Please sign in.'),
  })
  await ask()
  expect(server.left).toEqual(['/auth?next=%2Fen%2Fhere%3Fx%3D1'])
  expect(errorRecords()).toEqual([])
})
test('409 S4.07 S8.03 leads to verification, unless that is disabled for the call', async () => {
  const server = handHeld({
    'GET /api/integrations': () => refuse(409, 'email_unverified', 'Confirm first.'),
  })
  await ask({ stays: true })
  expect(server.left).toEqual([])
  await ask()
  expect(server.left).toEqual(['/verify-email?next=%2Fen%2Fhere%3Fx%3D1'])
})
test('422 S8.04 S3.05 is logged, thrown again and kept with its request, its field errors flattened', async () => {
  handHeld({
    'PUT /api/integration': () =>
      refuse(422, 'invalid_input', 'Some fields need attention.', {
        name: ['Too long.'],
        url: ['Not an address.'],
      }),
  })
  const problem = await call(createIntegration, { name: 'x', url: 'y' }).catch((thrown: Problem) => thrown)
  expect(problem).toMatchObject({ code: 'invalid_input', errors: { name: ['Too long.'] } })
  expect(errorRecords()).toEqual([
    {
      message: 'Some fields need attention.',
      items: ['Too long.', 'Not an address.'],
      request: 'PUT /api/integration',
      status: 422,
    },
  ])
  expect(console.error).toHaveBeenCalled()
})
test('S8.04 a request has one record; what a later reply adds is appended, and a list of errors is taken too', () => {
  recordError('GET /a', 500, 'First.', undefined)
  recordError('GET /b', 500, 'Other.', ['One.', 'Two.'])
  recordError('GET /a', 500, 'First.', undefined)
  recordError('GET /a', 503, 'Second.', { field: ['Third.'] })
  expect(errorRecords().map(({ request, message, items }) => [request, message, items])).toEqual([
    ['GET /b', 'Other.', ['One.', 'Two.']],
    ['GET /a', 'First.', ['Second.', 'Third.']],
  ])
})
