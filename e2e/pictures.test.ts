import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('S7.18 icons of content are drawn after the page, in one request to our own server', async () => {
  const context = await browser.newContext()
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  await page.goto(`${appServer.origin}/en/solutions`)
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
  const calls = requests.filter(({ pathname }) => pathname.startsWith('/api/_icons/'))
  expect(calls.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/_icons/lucide.json?icons=landmark,shopping-cart',
  ])
  expect(
    requests.filter(({ origin, protocol }) => protocol !== 'data:' && origin !== appServer.origin),
  ).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('S9.13 a content image is loaded lazily in the right size, without layout shift', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/features/shared-inbox`)
  const picture = page.locator('main img').first()
  const before = await picture.boundingBox()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const currentSrc = await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  expect(currentSrc).toBe('/_image/w_768,f_webp/images/inbox.png')
  const { width, height } = (await picture.boundingBox()) ?? {}
  expect({ width, height }).toEqual({ width: before?.width, height: before?.height })
  const reply = await context.request.get(appServer.origin + currentSrc)
  expect(reply.headers()['content-type']).toBe('image/webp')
  const fullImage = await context.request.get(`${appServer.origin}/images/inbox.png`)
  expect((await reply.body()).length).toBeLessThan((await fullImage.body()).length / 2)
  expect(complaints).toEqual([])
  await context.close()
})
