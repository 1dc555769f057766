import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** Waits until the worker controls this page. */
const untilControlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
/** All cached files: path and caching headers. */
const cachedFiles = (page: Page) =>
  page.evaluate(async () => {
    const entries: { cache: string; path: string; control: string | null }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const reply = await cache.match(request, { ignoreVary: true })
        const { pathname } = new URL(request.url)
        entries.push({ cache: name, path: pathname, control: reply?.headers.get('cache-control') ?? null })
      }
    }
    return entries
  })

test('S4.18 S7.14 offline, a page in the reader’s language is shown, and reloads when the network is back', async () => {
  const context = await browser.newContext({ locale: 'sk' })
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en`)
  const headers = (await context.request.get(`${appServer.origin}/sw.js`)).headers()
  expect([headers['service-worker-allowed'], headers['cache-control']]).toEqual(['/', 'no-cache'])
  expect(headers['content-type']).toContain('text/javascript')
  await untilControlled(page)

  await context.setOffline(true)
  const en = await page.goto(`${appServer.origin}/en/auth`)
  expect([en?.status(), en?.fromServiceWorker()]).toEqual([503, true])
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
  // Without a locale in the URL the stored one is used, else the reader's own.
  await page.goto(`${appServer.origin}/auth`)
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await context.clearCookies()
  await page.goto(`${appServer.origin}/auth`)
  await page.getByRole('heading', { name: 'Ste offline' }).waitFor()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Prihlásiť sa' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sk/auth')
  await context.close()
})

test('S4.18 S7.14 no cache contains API calls, pages of signed-in users, or responses marked no-store', async () => {
  const context = await browser.newContext()
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en`)
  await untilControlled(page)
  for (const path of [
    '/en',
    '/sk/blog',
    '/en/app',
    `/en/app/i/${id}`,
    `/en/app/i/${id}/conversation`,
    '/en/verify-email',
  ])
    await page.goto(appServer.origin + path, { waitUntil: 'networkidle' })
  const entries = await cachedFiles(page)
  expect(entries.some(({ path }) => path.startsWith('/assets/'))).toBe(true)
  for (const { path, control } of entries) {
    expect(path).toMatch(/^\/assets\/|^\/(en|sk)(\/blog)?$/)
    expect(control).not.toMatch(/no-store|private/)
  }
  // Hashed files are served from the cache from now on; the page itself isn't.
  const fromWorker = new Map<string, boolean>()
  page.on('response', (reply) => fromWorker.set(new URL(reply.url()).pathname, reply.fromServiceWorker()))
  const reply = await page.goto(`${appServer.origin}/en/app`, { waitUntil: 'networkidle' })
  expect(reply?.status()).toBe(200)
  const calls = [...fromWorker].filter(([path]) => path.startsWith('/api/'))
  expect(calls.filter(([, isFromWorker]) => isFromWorker)).toEqual([])
  await context.setOffline(true)
  const gone = await page.goto(`${appServer.origin}/en/app`)
  expect(gone?.status()).toBe(503)
  expect(await page.content()).not.toContain('Green Bean')
  await context.close()
})

test('S4.18 caches of other builds are deleted when a new worker takes over', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  // No page script yet, so that the old cache exists before the worker.
  await page.goto(`${appServer.origin}/site.en.webmanifest`)
  await page.evaluate(async () => {
    const old = await caches.open('assets-of-an-older-build')
    await old.put('/assets/old.js', new Response('old'))
  })
  await page.goto(`${appServer.origin}/en`)
  await untilControlled(page)
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).includes('assets-of-an-older-build')))
    .toBe(false)
  await context.close()
})
