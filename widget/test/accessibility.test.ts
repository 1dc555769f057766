import { afterAll, expect, test } from 'vitest'
import { findMotion } from '../../e2e/find-motion.ts'
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const suggestions = ['How long can I return an item?', 'Do you deliver to Slovakia?']
for (const [width, colorScheme, locale, color] of [
  [1440, 'light', 'en', '#2867e4'],
  [390, 'dark', 'sk', '#f5c518'],
  [390, 'light', 'en', '#ffffff'],
  [1440, 'dark', 'sk', '#0f5132'],
] as const)
  test.concurrent(`axe reports nothing in any state and nothing moves if motion is reduced at ${width}, ${colorScheme}, ${locale}, ${color}`, async () => {
    const { back_end, visit, close } = await scene(browser, {
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      hasTouch: width === 390,
      look: { color, suggestions, has_badge: true },
    })
    const { page, launcher, panel, errors, open, begin } = await visit(`/?locale=${locale}`)
    await launcher.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await open()
    await panel.locator('.rows').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(findMotion)).toEqual([])
    expect(await panel.locator('body').evaluate(findMotion)).toEqual([])
    await begin(suggestions[0]!)
    await panel.locator('.sources').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await panel.locator('.chip').first().click()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.locator('.person button').click()
    await panel.locator('.reach').waitFor()
    await panel.getByRole('textbox', { name: /message|správu/ }).fill('refuse me')
    await panel.locator('.send').click()
    await panel.locator('.failed').waitFor()
    back_end.emit([...back_end.threads.values()][0]!, 'TypingChanged', {
      conversation_id: [...back_end.threads.keys()][0],
      side: 'team',
      name: 'Eva',
      is_typing: true,
    })
    await panel.locator('.dots').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await panel.locator('body').evaluate(findMotion)).toEqual([])
    const overflow = await panel.locator('body').evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      return {
        wider: scrollWidth - clientWidth,
        running: running.length,
        lang: document.documentElement.lang,
      }
    })
    expect(overflow).toEqual({ wider: 0, running: 0, lang: locale })
    expect(errors).toEqual([])
    await close()
  })

test.concurrent('1.4.10 nothing is cut off at 320 pixels, and at 160 (200 % zoom)', async () => {
  const { visit, close } = await scene(browser, {
    viewport: { width: 320, height: 560 },
    look: { suggestions, has_badge: true },
  })
  const { page, panel, open, begin } = await visit()
  await open()
  for (const width of [320, 160]) {
    await page.setViewportSize({ width, height: 560 })
    const wider = () =>
      panel.locator('body').evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await wider()).toBeLessThanOrEqual(0)
    if (width === 320) await begin('How long can I return an item?')
    await panel.locator('.sources').waitFor()
    expect(await wider()).toBeLessThanOrEqual(0)
    expect(await panel.locator('textarea').isVisible()).toBe(true)
  }
  await panel.getByRole('button', { name: 'All conversations' }).click()
  const right = (selector: string) =>
    panel.locator(selector).evaluate((element) => innerWidth - element.getBoundingClientRect().right)
  await panel.locator('.row-end time').waitFor()
  expect(await right('.ask')).toBeGreaterThan(0)
  expect(await right('.row-end')).toBeGreaterThan(0)
  await close()
})
