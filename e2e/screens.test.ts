import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Product, startProduct, withOwnChat } from './product.ts'
import { furnish, inspect, type Look, openLook, pairs, publicScreens, type Screen } from './screens.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(withOwnChat), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** Every screen once; its look goes round, so that each language, width and mode meets each other. */
const mine = (screens: Screen[], look: Look) =>
  screens.filter((_, index) => pairs[index % pairs.length] === look)

test.each(pairs)(
  'S1.07 S1.08 a guest’s screens in $locale at $width px, $color',
  async (look) => {
    const { context, complaints } = await openLook(browser, look)
    const page = await context.newPage()
    const wrong: string[] = []
    for (const screen of mine(publicScreens, look))
      wrong.push(...(await inspect(page, product, screen, look)))
    expect(wrong).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  },
  180_000,
)
test.each(pairs)(
  'S1.07 S1.08 a member’s screens in $locale at $width px, $color',
  async (look) => {
    const { context, complaints } = await openLook(browser, look)
    const screens = await furnish(product, context)
    const page = await context.newPage()
    const wrong: string[] = []
    for (const screen of mine(screens, look)) wrong.push(...(await inspect(page, product, screen, look)))
    expect(wrong).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  },
  180_000,
)
