import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import {
  seedSession,
  inspect,
  type Theme,
  openInTheme,
  pairs,
  publicScreens,
  type Screen,
} from './screens.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
const { screens, cookies } = await seedSession(appServer, browser)
afterAll(() => browser.close())

/** Each screen once, with the themes in rotation. */
const mine = (all: Screen[], theme: Theme) => all.filter((_, index) => pairs[index % pairs.length] === theme)

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
    await context.addCookies(cookies)
    const page = await context.newPage()
    const wrong: string[] = []
    for (const screen of mine(screens, theme)) wrong.push(...(await inspect(page, appServer, screen, theme)))
    expect(wrong).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  },
  180_000,
)
