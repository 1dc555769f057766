import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'

/*
 * What people see when the user can't be loaded, or a part of a public page fails.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** A signed-in person's page whose user request is answered by the test. */
async function openWithUser(answer: 'rejected' | 'unreachable' | 'proxy' | object) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.route('**/api/user', (route) => {
    if (answer === 'unreachable') return route.abort()
    if (answer === 'proxy')
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    if (answer === 'rejected')
      return route.fulfill({ status: 500, json: { code: 'server_error', message: 'The database is full.' } })
    return route.fulfill({ json: answer })
  })
  return { context, page }
}
/** Waits for a toast that is really visible: inside the window and not covered. */
async function seeToast(page: Page, text: string) {
  const toast = page.locator('[data-expanded] > li', { hasText: text })
  await toast.waitFor()
  const box = await toast.boundingBox()
  expect(box && [box.x + box.width, box.y + box.height, box.width]).toEqual([1280 - 32, 800 - 32, 356])
  const isOnTop = () =>
    toast.evaluate((item) => {
      const { x, y, width, height } = item.getBoundingClientRect()
      return item.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
  await expect.poll(() => toast.evaluate((item) => Number(getComputedStyle(item).opacity))).toBe(1)
}
const ownWords = 'An error occurred while fetching user data'

test('S8.05 in the app the error page appears with a toast: the server’s message, or a general one', async () => {
  // For a workspace that the reader doesn't have, the server leaves loading to the browser, which reloads the user.
  const path = `${appServer.origin}/en/app/i/${crypto.randomUUID()}/users`
  const { context, page } = await openWithUser('rejected')
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'The database is full.' }).waitFor()
  await seeToast(page, 'The database is full.')
  await context.close()

  const unreachable = await openWithUser('unreachable')
  await unreachable.page.goto(path)
  await unreachable.page.getByRole('link', { name: 'Return Home' }).waitFor()
  await seeToast(unreachable.page, ownWords)
  await unreachable.context.close()
})

test.each(['/en/auth', '/en/blog?integrationId=00000000-0000-4000-8000-000000000000'])(
  'S8.05 the public page %s stays and shows the toast',
  async (path) => {
    const { context, page } = await openWithUser('rejected')
    await page.goto(appServer.origin + path)
    await seeToast(page, 'The database is full.')
    expect(await page.locator('main').isVisible()).toBe(true)
    await context.close()
  },
)

test('S8.05 S1.07 the general message is Slovak on a Slovak page', async () => {
  for (const answer of ['unreachable', 'proxy'] as const) {
    const { context, page } = await openWithUser(answer)
    await page.goto(`${appServer.origin}/sk/auth`)
    await seeToast(page, 'Pri načítavaní údajov používateľa sa vyskytla chyba')
    await context.close()
  }
})

test('S2.25 S8.11 an error inside a form of a public page shows the error page and is logged', async () => {
  // Not a response of our server: the address isn't a string.
  const { context, page } = await openWithUser({ data: { id: '1', email: 1, email_verified_at: null } })
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.goto(`${appServer.origin}/en/verify-email`)
  await page.getByText('500', { exact: true }).waitFor()
  await page
    .getByText(
      "Our servers are having issues right now. Our team has been notified and we're working to fix it.",
    )
    .waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe('')
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(logged.some((line) => line.startsWith('Error page 500'))).toBe(true)
  await page.getByRole('link', { name: 'Return Home' }).click()
  await page.waitForURL(`${appServer.origin}/en`)
  await context.close()
})
