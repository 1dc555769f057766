import { expect, test } from 'vitest'
import { testServer } from './server.ts'

test('503 REL-32 without its database the server is live and not ready', async () => {
  const server = await testServer()
  const ask = async (url: string) => {
    const { statusCode, headers, body } = await server.browser().request('GET', url)
    return [statusCode, JSON.parse(body), headers['cache-control']]
  }
  expect(await ask('/health/ready')).toEqual([200, { status: 'ok' }, 'no-store'])
  await server.database.close()
  expect(await ask('/health/ready')).toEqual([503, { status: 'database unavailable' }, 'no-store'])
  expect((await ask('/health/live'))[0]).toBe(200)
  // What closes with it finds its database gone already.
  await server[Symbol.asyncDispose]().catch(() => {})
})
