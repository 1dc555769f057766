import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type AppServer, startAppServer, withSiteChat } from './app-server.ts'
import {
  seedWorkspace,
  inspect,
  type Theme,
  openInTheme,
  pairs,
  publicScreens,
  type Screen,
} from './screens.ts'

let appServer: AppServer
let browser: Browser
beforeAll(async () => {
  ;[appServer, browser] = await Promise.all([startAppServer(withSiteChat), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await appServer.stop()
})

/** Each screen once, with the themes in rotation. */
const mine = (screens: Screen[], theme: Theme) =>
  screens.filter((_, index) => pairs[index % pairs.length] === theme)

test.each(pairs)(
  'S1.07 S1.08 a guest’s screens in $locale at $width px, $color',
  async (theme) => {
    const { context, complaints } = await openInTheme(browser, theme)
    const page = await context.newPage()
    const wrong: string[] = []
    for (const screen of mine(publicScreens, theme))
      wrong.push(...(await inspect(page, appServer, screen, theme)))
    expect(wrong).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  },
  180_000,
)
test.each(pairs)(
  'S1.07 S1.08 a member’s screens in $locale at $width px, $color',
  async (theme) => {
    const { context, complaints } = await openInTheme(browser, theme)
    const screens = await seedWorkspace(appServer, context)
    const page = await context.newPage()
    const wrong: string[] = []
    for (const screen of mine(screens, theme)) wrong.push(...(await inspect(page, appServer, screen, theme)))
    expect(wrong).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  },
  180_000,
)
