import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { askAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'
import { seedWorkspace } from './screens.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const box = async (item: Locator) => {
  const found = await item.boundingBox()
  if (!found) throw new Error('not drawn')
  return found
}

/** Rejects new names of a workspace, each with another message. @returns the number of rejections so far */
async function rejectRenames(page: Page): Promise<() => number> {
  let count = 0
  await page.route('**/api/integration/pk_*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: `No, ${++count}.` } })
      : route.continue(),
  )
  return () => count
}

test('S4.16 S9.10 toasts are in the corner, expand on hover, close with a swipe and respond to Alt+T', async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await rejectRenames(page)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  const toasts = page.locator('[data-expanded] > li')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Another name')
  // Hovered toasts stay, regardless of the others.
  for (const number of [1, 2, 3]) {
    await name.press('Enter')
    await expect.poll(() => toasts.count()).toBe(number)
    await toasts.last().hover()
  }
  await page.mouse.move(10, 10)
  // The newest is last in the page.
  const newest = toasts.last()
  const second = toasts.nth(1)
  await expect.poll(async () => (await box(second)).width).toBeLessThan(356)
  expect((await box(newest)).width).toBe(356)
  const corner = await box(newest)
  const behind = await box(second)
  await newest.hover()
  expect([corner.x + corner.width, corner.y + corner.height]).toEqual([1280 - 32, 800 - 32])
  expect(behind.y + behind.height).toBeCloseTo(corner.y + corner.height - 16, 0)
  expect((await new AxeBuilder({ page }).include('[data-expanded]').analyze()).violations).toEqual([])

  await expect
    .poll(async () => (await box(second)).y + (await box(second)).height)
    .toBeCloseTo(corner.y - 16, 0)
  await page.mouse.move(10, 10)
  await expect.poll(async () => (await box(second)).width).toBeLessThan(356)

  async function swipe(px: number) {
    const { x, y, height } = await box(newest)
    await page.mouse.move(x + 60, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 60 + px, y + height / 2, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(15)
  expect(await toasts.count()).toBe(3)
  await swipe(30)
  await expect.poll(() => toasts.count()).toBe(2)

  await page.keyboard.press('Alt+t')
  await page.locator('[data-expanded]:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => toasts.count()).toBe(1)
  await context.close()
})

test('S4.16 toasts that can’t be loaded on a bad connection appear when the network is back', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  let isBlocked = true
  let blocked = 0
  // Without the latest build the page doesn’t reload for a missing script.
  for (const files of ['**/assets/toaster-*.js', '**/builds/latest.json*'])
    await page.route(files, (route) => {
      if (!isBlocked) return route.continue()
      if (route.request().url().includes('toaster')) blocked++
      return route.abort()
    })
  const rejected = await rejectRenames(page)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Another name')
  await name.press('Enter')
  await expect.poll(() => [rejected(), blocked > 0]).toEqual([1, true])
  expect(await page.locator('[data-expanded]').count()).toBe(0)
  await name.press('Enter')
  await expect.poll(rejected).toBe(2)
  isBlocked = false
  await context.setOffline(true)
  await context.setOffline(false)
  const toasts = page.locator('[data-expanded] > li')
  await toasts.filter({ hasText: 'No, 2.' }).waitFor()
  await toasts.filter({ hasText: 'No, 1.' }).waitFor()
  await context.close()
})

test.each([
  { width: 1440, height: 900, offset: 32 },
  { width: 1024, height: 700, offset: 32 },
  { width: 390, height: 844, offset: 16 },
])(
  'S9.10 a toast is $offset px above the reply field, however long the reply, $width px wide',
  async (look) => {
    const { width, height, offset } = look
    const context = await browser.newContext({
      viewport: { width, height },
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    })
    const screens = await seedWorkspace(appServer, context)
    const conversation = screens.find(({ name }) => name === 'conversation')
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en${conversation?.path}`)
    await page.locator('#composer').fill(`${'One more line.\n'.repeat(8)}The end.`)
    await page.getByRole('button', { name: /^Priority/ }).click()
    await page.getByRole('menuitemradio', { name: 'High' }).click()
    const toast = page.locator('[data-expanded] > li')
    await toast.waitFor()
    // The composer with its toolbar and padding.
    const area = page.locator('div.shrink-0', { has: page.locator('#composer') }).last()
    const gap = async () => {
      const [over, below] = [await box(toast), await box(area)]
      return below.y - (over.y + over.height)
    }
    await expect.poll(gap).toBe(offset)
    const { x, width: wide } = await box(toast)
    expect([wide, width - (x + wide)]).toEqual(width < 640 ? [width - 32, 16] : [356, 32])
    await context.close()
  },
)

test('S9.10 a toast doesn’t cover the button that reopens a resolved conversation', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Are you open on Sunday?' },
  ])
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/conversation/${conversation_id}`)
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  // The newest one.
  const toast = page.locator('[data-expanded] > li').first()
  await toast.waitFor()
  // The last one is next to the composer, the first in the header.
  const reopen = page.getByRole('button', { name: 'Reopen', exact: true })
  await expect.poll(() => reopen.count()).toBe(2)
  const button = await box(reopen.last())
  await expect
    .poll(async () => {
      const { y, height } = await box(toast)
      return y + height
    })
    .toBeLessThanOrEqual(button.y)
  await context.close()
})
