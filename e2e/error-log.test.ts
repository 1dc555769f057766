import { afterAll, expect, test } from 'vitest'
import { startAppServer } from './app-server.ts'

const appServer = await startAppServer()
afterAll(() => appServer.stop())

test('404 S8.11 the server logs the error page of a public page without its query', async () => {
  const lost = `/en/nowhere-${crypto.randomUUID()}`
  const reply = await fetch(`${appServer.origin}${lost}?token=secret`)
  expect(reply.status).toBe(404)
  await expect.poll(() => appServer.log()).toContain(`Error page: Page not found: ${lost}`)
  const line = appServer
    .log()
    .split('\n')
    .find((each) => each.includes(lost))
  expect(JSON.parse(line ?? '')).toMatchObject({ status: 404, request_id: expect.any(String) })
  expect(appServer.log()).not.toContain('secret')
  expect((await fetch(`${appServer.origin}/en/blog`)).status).toBe(200)
  expect(appServer.log()).not.toContain('/en/blog')
})
