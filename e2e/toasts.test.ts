import { AxeBuilder } from '@axe-core/playwright'
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { newPerson } from './person.ts'
import { commonProduct } from './common-product.ts'
import { openBrowser } from './product.ts'
import { furnish } from './screens.ts'

const product = commonProduct()
const browser = await openBrowser()
afterAll(() => browser.close())

const box = async (item: Locator) => {
  const found = await item.boundingBox()
  if (!found) throw new Error('not drawn')
  return found
}

test('S4.16 S9.10 toasts stand in the corner, open under a pointer, go by a swipe and answer to Alt+T', async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  const id = await newPerson(product, context)
  const page = await context.newPage()
  let refused = 0
  await page.route('**/api/integration/pk_*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: `No, ${++refused}.` } })
      : route.continue(),
  )
  await page.goto(`${product.origin}/en/app/i/${id}/settings/general`)
  const toasts = page.locator('[data-expanded] > li')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Another name')
  for (const number of [1, 2, 3]) {
    await name.press('Enter')
    await expect.poll(() => toasts.count()).toBe(number)
  }
  // The newest stands last in the page.
  const newest = toasts.last()
  const second = toasts.nth(1)
  await expect.poll(async () => (await box(newest)).width).toBe(356)
  const corner = await box(newest)
  expect([corner.x + corner.width, corner.y + corner.height]).toEqual([1280 - 32, 800 - 32])
  const behind = await box(second)
  expect(behind.y + behind.height).toBeCloseTo(corner.y + corner.height - 16, 0)
  expect((await new AxeBuilder({ page }).include('[data-expanded]').analyze()).violations).toEqual([])

  await newest.hover()
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
  expect(await page.locator('[data-expanded]').evaluate((list) => list === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => toasts.count()).toBe(1)
  await context.close()
})

test.each([
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
])('a toast leaves the reply and what sends it in reach, $width wide', async (viewport) => {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', reducedMotion: 'reduce' })
  const screens = await furnish(product, context)
  const conversation = screens.find(({ name }) => name === 'conversation')
  const page = await context.newPage()
  await page.goto(`${product.origin}/en${conversation?.path}`)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.waitFor()
  await page.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  const toast = page.locator('[data-expanded] > li')
  await toast.waitFor()
  const [over, field] = [await box(toast), await box(page.locator('#composer'))]
  expect(over.y + over.height).toBeLessThan(field.y)
  await context.close()
})
