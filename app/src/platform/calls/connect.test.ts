// @vitest-environment jsdom
import { listUsers } from '@ozvi/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { connectBrowser } from './connect.ts'
import { call } from './api-client.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['/en/app/i/w1/users', 'w1'],
  ['/en/app/onboarding/team?integrationId=w2', 'w2'],
  ['/en/app', null],
])('a request from %s is for the workspace %j, regardless of other tabs', async (address, id) => {
  const headers: Headers[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    headers.push(new Headers(init.headers))
    return Response.json({ data: { users: [], invitations: [] } })
  })
  history.replaceState(null, '', address)
  connectBrowser('en')
  await call(listUsers, {})
  expect(headers[0]?.get('x-integration-id')).toBe(id)
})
