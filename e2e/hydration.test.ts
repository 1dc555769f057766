import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'
import { openInTheme, seedSession, type Theme, waitUntilLoaded } from './screens.ts'

/*
 * The browser hydrates the server's HTML. Where the two differ, React logs it and renders that part again.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
const { screens, cookies } = await seedSession(appServer, browser)
afterAll(() => browser.close())

const pages = ['conversation', 'inbox', 'contacts', 'settings general', 'settings client']
/** Every time zone, platform, language and width: they don't depend on each other. */
const themes: Theme[] = [
  { locale: 'en', width: 1440, color: 'light', zone: 'UTC', platform: 'mac' },
  { locale: 'sk', width: 390, color: 'light', zone: 'Asia/Tokyo', platform: 'other' },
  { locale: 'en', width: 390, color: 'light', zone: 'America/New_York', platform: 'other' },
  { locale: 'sk', width: 1440, color: 'light', zone: 'America/New_York', platform: 'mac' },
]
test.each(themes)(
  'pages in $locale in the time zone $zone, platform $platform, are the same from the server and in the browser',
  async (theme) => {
    const { context, complaints } = await openInTheme(browser, theme)
    await context.addCookies(cookies)
    const urlOf = (name: string) =>
      `${appServer.origin}/${theme.locale}${screens.find((screen) => screen.name === name)?.path}`
    const page = await context.newPage()
    // The server doesn't know the time zone of a browser's first page.
    for (const name of pages) {
      await page.goto(urlOf(name))
      await waitUntilLoaded(page)
    }
    expect(complaints()).toEqual([])

    await page.goto(urlOf('conversation'))
    const time = page
      .getByRole('log')
      .locator('time', { hasText: /\d:\d\d/ })
      .first()
    const inBrowser = await time.evaluate((shown) =>
      new Intl.DateTimeFormat(document.documentElement.lang === 'en' ? 'en-US' : 'sk', {
        timeStyle: 'short',
      }).format(Date.parse(shown.getAttribute('datetime') ?? '')),
    )
    expect(await time.textContent()).toContain(inBrowser)
    const html = await (await context.request.get(urlOf('conversation'))).text()
    expect(html.replaceAll('\u202F', ' ')).toContain(inBrowser.replaceAll('\u202F', ' '))
    expect(complaints()).toEqual([])
    await context.close()
  },
)

test('a button clicked before the app’s scripts have loaded works', async () => {
  const { context, complaints } = await openInTheme(browser, {
    locale: 'en',
    width: 1440,
    color: 'light',
    zone: 'UTC',
    platform: 'other',
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${appServer.origin}/en/app`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Create workspace' }).click()
  scripts.resolve()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
  expect(complaints()).toEqual([])
  await context.close()
})

test('text typed into the sign-up form before its scripts load isn’t lost', async () => {
  const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block' })
  const page = await context.newPage()
  const scripts = Promise.withResolvers<void>()
  const files = '**/assets/site-islands-*.js'
  await page.route(files, async (route) => {
    await scripts.promise
    await route.continue()
  })
  const held = page.waitForRequest(files)
  await page.goto(`${appServer.origin}/en/auth/create-account`, { waitUntil: 'commit' })
  await held
  await page.getByLabel('Your name').fill('Eva Nováková')
  await page.getByLabel('Email address').fill(`eva-${crypto.randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a-long-password')
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  scripts.resolve()
  await page.waitForURL('**/verify-email**')
  await context.close()
})
