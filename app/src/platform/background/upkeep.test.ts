// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadCode } from '#ui/lazy-modules.ts'
import { build, pageBuild } from '../document/build-info.ts'
import { canReload, reloadGuard_ms, reloadWhenScriptsAreMissing } from './reload.ts'
import { registerServiceWorker } from './service-worker.ts'
import { buildPoll_ms, watchBuild } from './watch-build.ts'

let latest: () => Response | Promise<never>
let requests: { url: string; init: RequestInit }[]
let isVisible = true
const see = (visible: boolean) => {
  isVisible = visible
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  document.documentElement.dataset.build = 'one'
  build.isOutdated = () => false
  requests = []
  latest = () => Response.json({ id: 'one' })
  isVisible = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return latest()
  })
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
})
afterEach(() => {
  // Ends the watch of the test.
  latest = () => Response.json({ id: 'end' })
  see(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('S2.22 S7.15 a visible page requests the latest build every 60 s, without cookies and with a timestamp', async () => {
  expect(buildPoll_ms).toBe(60_000)
  expect(pageBuild()).toBe('one')
  watchBuild()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(120_001)
  expect(requests.map(({ init }) => [init.credentials, init.cache])).toEqual(
    Array.from({ length: 3 }, () => ['omit', 'no-store']),
  )
  expect(new Set(requests.map(({ url }) => url)).size).toBe(3)
  for (const { url } of requests) expect(url).toMatch(/^\/builds\/latest\.json\?\d+$/)
  expect(build.isOutdated()).toBe(false)
})
test('S2.22 a hidden page requests nothing, and requests immediately when shown again', async () => {
  watchBuild()
  see(false)
  await vi.advanceTimersByTimeAsync(10 * buildPoll_ms)
  expect(requests.length).toBe(0)
  see(true)
  expect(requests.length).toBe(1)
})
test('S2.22 S9.03 REL-35 after another build the next navigation is a full page load, once in 10 s', async () => {
  watchBuild()
  latest = () => Response.json({ id: 'two' })
  await vi.advanceTimersByTimeAsync(buildPoll_ms)
  expect([build.isOutdated(), build.isOutdated()]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(10 * buildPoll_ms)
  expect(requests.length).toBe(1)
})
test('S8.09 a failed check is ignored, and the next one runs', async () => {
  const log = vi.spyOn(console, 'error')
  watchBuild()
  for (const failure of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('gone', { status: 404 }),
    () => new Response('<!doctype html>'),
  ]) {
    latest = failure
    await vi.advanceTimersByTimeAsync(buildPoll_ms)
  }
  expect([requests.length, build.isOutdated(), log.mock.calls]).toEqual([3, false, []])
})
test('S9.03 a page reloads automatically at most once in 10 s, and never if the time can’t be stored', async () => {
  expect(reloadGuard_ms).toBe(10_000)
  expect([canReload(), canReload()]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(canReload()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(canReload()).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full')
  })
  expect(canReload()).toBe(false)
  vi.restoreAllMocks()
})
test('S2.22 S9.03 a missing script reloads the page with the same limit, but not while the server is unreachable', async () => {
  const reload = vi.fn()
  reloadWhenScriptsAreMissing(reload)
  const fail = async () => {
    // As the bundler creates it.
    const failed = new Event('vite:preloadError') as VitePreloadErrorEvent
    dispatchEvent(failed)
    const isStaying = Promise.race([
      failed.answered?.then(() => true),
      vi.advanceTimersByTimeAsync(1).then(() => false),
    ])
    return isStaying
  }
  latest = () => Promise.reject(new TypeError('Failed to fetch'))
  expect([await fail(), reload.mock.calls.length]).toEqual([true, 0])
  latest = () => Response.json({ id: 'two' })
  expect([await fail(), reload.mock.calls.length]).toEqual([false, 1])
  expect([await fail(), reload.mock.calls.length]).toEqual([true, 1])
})
test('S9.03 a script that fails to be preloaded doesn’t reload the page', async () => {
  const reload = vi.fn()
  reloadWhenScriptsAreMissing(reload)
  latest = () => Response.json({ id: 'two' })
  const fail = async () => {
    dispatchEvent(new Event('vite:preloadError'))
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  await preloadCode(fail)
  await vi.advanceTimersByTimeAsync(reloadGuard_ms)
  expect([requests.length, reload.mock.calls.length]).toEqual([0, 0])
  await fail().catch(() => undefined)
  expect(requests.length).toBeGreaterThan(0)
})
test('S4.18 S8.06 the service worker is registered for the whole site, and a failure is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await registerServiceWorker()
  const register = vi.fn(async () => {})
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerServiceWorker()
  expect([register.mock.calls, log.mock.calls]).toEqual([[['/sw.js', { scope: '/' }]], []])
  const error = new DOMException('Not here', 'SecurityError')
  register.mockRejectedValue(error)
  await registerServiceWorker()
  expect(log.mock.calls).toEqual([['Failed to register the service worker', error]])
})
