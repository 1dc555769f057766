// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { earlyCalls } from '#addresses'
import { connectBrowser } from './connect.ts'
import { earlyScript, repliesScript, takeEarly } from './early.ts'
import { readSession } from '../session/read-session.ts'

const asked: { url: string; init: RequestInit }[] = []
vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  asked.push({ url, init })
  return Response.json({ code: 'unauthenticated' }, { status: url === '/api/user' ? 401 : 200 })
})
afterEach(() => {
  asked.length = 0
  globalThis.__early = undefined
})

test('S4.05 the head asks for the user, and the session takes that reply instead of asking again', async () => {
  runInThisContext(earlyScript({ urls: ['/api/user'], headers: { accept: 'application/json' } }))
  expect(asked).toEqual([
    { url: '/api/user', init: { credentials: 'same-origin', headers: { accept: 'application/json' } } },
  ])
  connectBrowser('en')
  expect(await readSession()).toEqual({ user: null, is_unverified: false })
  expect(asked.length).toBe(1)
  await readSession()
  expect(asked.length).toBe(2)
})
test('a reply that did not arrive is asked for again', async () => {
  globalThis.__early = { '/api/x': Promise.reject(new TypeError('Failed to fetch')) }
  expect(await takeEarly('/api/x')).toBeUndefined()
})
test('no address can end the script or leave its string', () => {
  const script = earlyScript({ urls: ['/api/</script><script>alert(1)//"'], headers: {} })
  expect(script).not.toContain('</script>')
  runInThisContext(script)
  expect(asked[0]?.url).toBe('/api/</script><script>alert(1)//"')
})
test('what came with the page is taken, and no text in it ends the script or is more than a field', async () => {
  const body = JSON.parse('{"__proto__":{"role":"owner"},"text":"</script><script>alert(1)//"}') as object
  const script = repliesScript({ '/api/x': { status: 200, body } })
  expect(script).not.toContain('</script>')
  runInThisContext(earlyScript({ urls: [], headers: {} }))
  runInThisContext(script)
  const reply = await takeEarly('/api/x')
  expect(JSON.stringify(reply)).toBe(JSON.stringify({ status: 200, body }))
  expect(reply?.body).not.toHaveProperty('role')
  expect(await takeEarly('/api/x')).toBeUndefined()
})
test('a page’s first calls are known by its address', () => {
  expect(earlyCalls('/sk/app/i/x1')).toContain('/api/integration/x1/conversation-counts')
  expect(earlyCalls('/en/app')[0]).toBe('/api/user')
})
