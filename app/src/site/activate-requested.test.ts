// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva, orchard } from '../../test/fixtures.ts'
import { activateRequested } from './activate-requested.ts'

/** Responses by path; requests are recorded. */
function serve(answers: Record<string, [status: number, data: unknown]>) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, location.href).pathname
    requests.push(path)
    const [status, data] = answers[path] ?? [404, {}]
    return Response.json(status < 400 ? { data } : data, { status })
  })
  return requests
}
const activation = `/api/user-integration/activate/${orchard.id}`
beforeEach(() => history.replaceState(null, '', `/en/blog?integrationId=${orchard.id}`))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('S4.01 a public page with integrationId in its query activates that workspace and reloads the user', async () => {
  const requests = serve({ '/api/user': [200, eva], [activation]: [200, orchard] })
  await activateRequested()
  expect(requests).toEqual(['/api/user', activation, '/api/user'])
})
test('S4.01 a guest activates nothing', async () => {
  const requests = serve({ '/api/user': [401, { code: 'unauthenticated', message: 'Sign in' }] })
  await activateRequested()
  expect(requests).toEqual(['/api/user'])
})
test('S4.02 S8.02 a failure is logged, and the user is redirected to the picker', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  serve({ '/api/user': [200, eva], [activation]: [404, { code: 'not_found', message: 'No' }] })
  const leave = vi.fn()
  await activateRequested(leave)
  expect(leave).toHaveBeenCalledWith('/app')
  expect(logged.mock.calls.map(([what]) => what as unknown)).toContain(
    `Integration ${orchard.id} could not be activated`,
  )
})
