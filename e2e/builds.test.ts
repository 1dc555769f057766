import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createTestUser } from './test-user.ts'
import { openBrowser, untilHydrated } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())
const shell = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../app/locales/en/shell.json'), 'utf8'),
) as Record<string, string> // one flat file of words

/** Set in a page, and lost when another document replaces it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis)
/** The page has just reloaded automatically, by its own clock. */
const wasJustReloaded = (page: Page) =>
  page.evaluate(() => {
    const at = Number(sessionStorage.getItem('ozvi_reloaded_at'))
    sessionStorage.setItem('ozvi_reloaded_at', String(at + 3_600_000))
    return at > 0
  })
const showAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const rail = (page: Page, word: string) =>
  page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: shell[word] ?? '', exact: true })

test('S7.15 the newest build is served without cookies and never cached; each build has its rules', async () => {
  const reply = await fetch(`${appServer.origin}/builds/latest.json?${Date.now()}`)
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.getSetCookie()]).toEqual([
    200,
    'no-store',
    [],
  ])
  const { id } = await reply.json()
  const page = await fetch(`${appServer.origin}/en/auth`)
  expect(await page.text()).toContain(`data-build="${id}"`)
  const { rules } = await (await fetch(`${appServer.origin}/builds/${id}.json`)).json()
  expect(rules).toContainEqual({ from: '/login', to: '/auth', status: 301 })
  expect((await fetch(`${appServer.origin}/builds/none.json`)).status).toBe(404)
})

test('S2.22 S9.03 with a newer build the app’s next page is a full load, and only once in 10 s', async () => {
  // The test replaces responses, which a service worker would bypass.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}`, { waitUntil: 'networkidle' })
  await mark(page)
  await rail(page, 'inbox').click()
  await page.waitForURL('**/conversation')
  expect(await isMarked(page)).toBe(true)

  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'a-newer-one' } }))
  const latestBuildRequest = page.waitForResponse('**/builds/latest.json?*')
  await showAgain(page)
  await latestBuildRequest
  await expect
    .poll(async () => {
      await rail(page, 'settings').click()
      return isMarked(page)
    })
    .toBe(false)
  await page.waitForURL('**/settings/general')

  let reads = 0
  page.on('response', (response) => {
    if (response.url().includes('/builds/latest.json?')) reads++
  })
  // Once the page is hydrated.
  await expect
    .poll(async () => {
      await showAgain(page)
      return reads
    })
    .toBeGreaterThan(0)
  expect(await wasJustReloaded(page)).toBe(true)
  await mark(page)
  await rail(page, 'inbox').click()
  await page.waitForURL('**/conversation')
  expect(await isMarked(page)).toBe(true)
  await context.close()
})

test('S9.03 S2.25 S2.26 a missing script reloads the page once, then the error page is shown until one goes back', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.route('**/assets/team-page-*', (route) => route.fulfill({ status: 404 }))
  const fetchedAhead = page.waitForResponse('**/assets/team-page-*')
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`, { waitUntil: 'networkidle' })
  let loads = 0
  page.on('load', () => loads++)
  const team = page.getByRole('link', { name: shell['settings_team'] ?? '', exact: true })
  await mark(page)
  await team.hover()
  await fetchedAhead
  await page.waitForLoadState('networkidle')
  // Only this navigation needs the script.
  expect([await isMarked(page), loads]).toEqual([true, 0])
  await team.click()
  await expect.poll(() => isMarked(page)).toBe(false)
  await untilHydrated(page)
  expect(await wasJustReloaded(page)).toBe(true)
  await team.click()
  await page.getByRole('heading', { level: 1, name: /dynamically imported module/ }).waitFor()
  await page.getByRole('link', { name: 'Go Back', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'General', exact: true }).waitFor()
  expect(loads).toBe(1)
  await context.close()
})

test('S2.23 S7.15 route rules apply to URLs and to the app’s own navigation', async () => {
  const context = await browser.newContext({ locale: 'sk' })
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/sk/login?next=%2Fapp`)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sk/auth?next=%2Fapp')
  await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/sk/app`, { waitUntil: 'networkidle' })
  await mark(page)
  const read = page.waitForResponse(/\/builds\/[0-9a-f]{12}\.json$/)
  // Like a navigation to such a URL.
  await page.evaluate(() => {
    history.pushState({}, '', '/sk/dashboard')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await read
  await page.waitForURL('**/sk/app')
  expect(await isMarked(page)).toBe(true)
  await context.close()
})

test('S9.07 the page of a visible link is loaded before navigation', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en`)
  /** Requested and received. */
  const fetched = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')]
        .filter(({ href }) => performance.getEntriesByName(href).length > 0)
        .map(({ href }) => new URL(href).pathname),
    )
  await expect.poll(fetched).toContain('/en/features')
  expect((await fetched()).filter((path) => !path.startsWith('/en') || path.startsWith('/en/auth'))).toEqual(
    [],
  )
  await page.getByRole('link', { name: 'Features', exact: true }).first().click()
  await page.waitForURL('**/en/features')
  const bytes = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return (entry as PerformanceNavigationTiming).transferSize // the only entries of this type
  })
  expect(bytes).toBe(0)
  await context.close()
})
