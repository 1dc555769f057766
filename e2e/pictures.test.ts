import { afterAll, expect, test } from 'vitest'
import { commonProduct } from './common-product.ts'
import { openBrowser, watchConsole } from './product.ts'

const product = commonProduct()
const browser = await openBrowser()
afterAll(() => browser.close())

test('S7.18 icons that content names are drawn after the page, in one call to our own server and none elsewhere', async () => {
  const context = await browser.newContext()
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await page.goto(`${product.origin}/en/solutions`)
  const cart = page.locator('[data-icon="shopping-cart"]')
  const before = await cart.boundingBox()
  await page.locator('[data-icon="shopping-cart"][data-icon-state=shown]').waitFor()
  await page.locator('[data-icon="landmark"][data-icon-state=shown]').waitFor()
  expect(await cart.boundingBox()).toEqual(before)
  const drawn = await cart.evaluate((icon) => {
    const { visibility, backgroundColor, color, maskSize } = getComputedStyle(icon)
    return { visibility, isInked: backgroundColor === color, maskSize }
  })
  expect(drawn).toEqual({ visibility: 'visible', isInked: true, maskSize: 'contain' })
  expect(await page.locator('[data-icon-state=missing]').count()).toBe(0)
  const calls = asked.filter(({ pathname }) => pathname.startsWith('/api/_icons/'))
  expect(calls.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/_icons/lucide.json?icons=landmark,shopping-cart',
  ])
  expect(asked.filter(({ origin, protocol }) => protocol !== 'data:' && origin !== product.origin)).toEqual(
    [],
  )
  expect(complaints).toEqual([])
  await context.close()
})

test('S9.13 a picture of a text comes as small as the screen needs, when it is near, and moves nothing', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(`${product.origin}/en/features/shared-inbox`)
  const picture = page.locator('main img').first()
  const before = await picture.boundingBox()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const chosen = await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  expect(chosen).toBe('/_image/w_768,f_webp/images/inbox.png')
  const { width, height } = (await picture.boundingBox()) ?? {}
  expect({ width, height }).toEqual({ width: before?.width, height: before?.height })
  const reply = await context.request.get(product.origin + chosen)
  expect(reply.headers()['content-type']).toBe('image/webp')
  const whole = await context.request.get(`${product.origin}/images/inbox.png`)
  expect((await reply.body()).length).toBeLessThan((await whole.body()).length / 2)
  expect(complaints).toEqual([])
  await context.close()
})
