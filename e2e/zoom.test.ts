import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { askAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('at 400% zoom the bars of the app and of public pages scroll away, so that content has the whole window', async () => {
  // A window of 1280 × 1024 px.
  const viewport = { width: 320, height: 256 }
  const context = await browser.newContext({ locale: 'en', viewport })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Is the shop open on Sunday?' },
  ])
  const page = await context.newPage()
  for (const path of ['', '/conversation', '/contacts', '/settings/general']) {
    await page.goto(`${appServer.origin}/en/app/i/${id}${path}`)
    const main = page.getByRole('main')
    const bar = page.getByRole('navigation', { name: 'Workspace' }).filter({ visible: true })
    await main.getByRole('heading').first().waitFor()
    const top_px = (await main.boundingBox())?.y ?? 0
    await page.mouse.move(viewport.width / 2, 20)
    const scrolled = async () => {
      await page.mouse.wheel(0, top_px)
      return (await main.boundingBox())?.y
    }
    await expect.poll(scrolled, { message: path }).toBeLessThanOrEqual(0)
    // The bar follows the content.
    const isBelow = async () => {
      const { y = 0, height = 0 } = (await main.boundingBox()) ?? {}
      return height >= viewport.height && ((await bar.boundingBox())?.y ?? 0) >= y + height
    }
    await expect.poll(isBelow, { message: path }).toBe(true)
    await bar.scrollIntoViewIfNeeded()
    expect((await bar.boundingBox())?.y, path).toBeLessThan(viewport.height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
  // Lists and threads have most of the window for their rows.
  const workspace = `${appServer.origin}/en/app/i/${id}`
  for (const { path, content } of [
    { path: '/conversation', content: page.locator('[data-virtual-list]') },
    { path: '/contacts', content: page.locator('[data-virtual-list]') },
    { path: `/conversation/${conversation_id}`, content: page.locator('[data-scroller]') },
  ]) {
    await page.goto(workspace + path)
    await content.waitFor()
    const height_px = (await content.boundingBox())?.height ?? 0
    expect(height_px, path).toBeGreaterThan(viewport.height / 2)
  }
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  const isInView = async () => {
    const { y = -1, height = 0 } = (await field.boundingBox()) ?? {}
    return y >= 0 && y + height <= viewport.height
  }
  await field.click()
  // A notice above the field appears late and moves it.
  await page.getByText('The customer is away').waitFor()
  await expect.poll(isInView).toBe(true)
  await page.keyboard.type('Yes')
  await expect.poll(isInView).toBe(true)
  // After scrolling up to read, the field stays away when its place changes; typing scrolls it back into view.
  await page.locator('#conversation-title').scrollIntoViewIfNeeded()
  await expect.poll(isInView).toBe(false)
  const frames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    })
  // The page notices with the next frame that the field is out of view.
  await frames()
  await page.setViewportSize({ ...viewport, width: viewport.width - 2 })
  await frames()
  expect(await isInView()).toBe(false)
  await page.keyboard.type('!')
  await expect.poll(isInView).toBe(true)
  await page.goto(`${appServer.origin}/en/features`)
  const header = page.getByRole('banner').first()
  const scrolled = async () => {
    await page.mouse.wheel(0, 400)
    return (await header.boundingBox())?.y
  }
  await expect.poll(scrolled).toBeLessThan(-40)
  await context.close()
})
