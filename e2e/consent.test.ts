import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locale } from '@ozvi/contract'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePostHog, fakeUmami } from './fake-collectors.ts'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'

/*
 * Consent, with analytics services controlled by the test: without consent no service is called and only
 * necessary data is stored; with it only the allowed services are called, until it is withdrawn.
 */

const [posthog, umami] = await Promise.all([fakePostHog(), fakeUmami()])
const website_id = '94db1cb1-74f4-4a40-ad6c-962362670409'
const appServer = await startAppServer({
  POSTHOG_KEY: 'phc_e2e',
  POSTHOG_HOST: posthog.url,
  UMAMI_URL: umami.url,
  UMAMI_WEBSITE_ID: website_id,
  UMAMI_TAG: 'e2e',
  GOOGLE_TAG_ID: 'AW-1',
})
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await Promise.all([appServer.stop(), posthog.close(), umami.close()])
})

const messagesOf = (locale: Locale, feature: string) => {
  const file = path.join(import.meta.dirname, `../app/locales/${locale}/${feature}.json`)
  // A flat file of messages per feature.
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key: string): string => {
    const text = texts[key]
    if (text === undefined) throw new Error(`${feature}.${key} has no words`)
    return text
  }
}
/** What the tag does when it runs: it sets a conversion cookie and sends a request. */
const fakeTag = `document.cookie = '_gcl_au=1.1.1; path=/; max-age=7776000'
fetch('https://www.google.com/pagead/landing', { mode: 'no-cors', method: 'POST' })`

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

let context: BrowserContext
let complaints: string[]
/** All requests to other hosts. */
let outside: string[]
async function open(options: BrowserContextOptions = {}): Promise<Page> {
  context = await browser.newContext({ ...desktop, locale: 'en', ...options })
  complaints = watchConsole(context)
  outside = []
  context.on('request', (request) => {
    const { origin, host, pathname } = new URL(request.url())
    if (origin !== appServer.origin && origin !== 'null') outside.push(host + pathname)
  })
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeTag }),
  )
  await context.route('https://www.google.com/**', (route) => route.fulfill({ status: 204 }))
  return context.newPage()
}
beforeEach(() => {
  posthog.requests.length = 0
  umami.requests.length = 0
})
afterEach(async () => {
  await context.close()
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
})

const necessary = /^(locale|color-mode|tz|cookie_consent|sid|XSRF-TOKEN|ozvi_csrf_refreshed_at)$/
const cookieNames = async () => (await context.cookies()).map(({ name }) => name).sort()
const others = async () => (await cookieNames()).filter((name) => !necessary.test(name))
const stored = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /ph_/.test(key)),
  )
const bar = (page: Page) => page.locator('.consent-bar')
const answer = (page: Page, messages: (key: string) => string, key: string) =>
  bar(page)
    .getByRole('button', { name: messages(key), exact: true })
    .click()
/** With the button in the footer. */
async function openSettings(page: Page, locale: Locale) {
  await page.getByRole('button', { name: messagesOf(locale, 'site')('cookies') }).click()
  return page.getByRole('dialog')
}
const events = (name: string) => posthog.events().filter(({ event }) => event === name)
const pageViews = () => events('$pageview').map(({ properties }) => String(properties['$current_url']))
/** Both collectors received these pages, in any order. */
const collectedPages = async (...addresses: string[]) => {
  const fullAddresses = addresses.map((address) => appServer.origin + address)
  await vi.waitFor(() => expect(pageViews().toSorted()).toEqual(fullAddresses.toSorted()))
  const urls = () => umami.views().map(({ payload }) => String(payload['url']))
  await vi.waitFor(() => expect(urls().toSorted()).toEqual(addresses.toSorted()))
}
/** After this time all events of a page were sent: none waits longer than a second. */
const collectedNothing = async (page: Page, from: number) => {
  await page.waitForFunction((ms) => performance.now() > ms, 3000)
  expect(outside.slice(from)).toEqual([])
}
/** The calls that pages made to the tag. */
const tagCalls = (page: Page) =>
  page.evaluate(() => {
    // Stored by the tag's own convention: the arguments of each call.
    const { dataLayer = [] } = globalThis as { dataLayer?: ArrayLike<unknown>[] }
    return dataLayer.map((call) => Array.from(call))
  })

test.each([
  ['en', 'light', 'desktop'],
  ['sk', 'dark', 'desktop'],
  ['en', 'dark', 'phone'],
  ['sk', 'light', 'phone'],
] as const)(
  'S4.13 SEC-51 in %s, %s, on a %s: the consent banner covers nothing, and “only necessary” sends nothing',
  async (locale, colorScheme, device) => {
    const messages = messagesOf(locale, 'consent')
    const page = await open({ locale, colorScheme, ...(device === 'phone' ? phone : desktop) })
    await page.goto(`${appServer.origin}/${locale}`)
    await bar(page).waitFor()

    // The bar doesn't take the focus, is first in the tab order, and is left of the chat's launcher.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(messages('accept_all'))
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const box = await bar(page).boundingBox()
    expect(box?.x).toBe(16)
    const isLeftOfLauncher = (box?.x ?? 0) + (box?.width ?? 0) <= width - 92
    const isAboveLauncher = (box?.y ?? 0) + (box?.height ?? 0) <= height - 80
    expect(isLeftOfLauncher || isAboveLauncher).toBe(true)

    // Equal weight: the same style, the same height.
    const looks = await bar(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { backgroundColor, color, borderColor, fontWeight, height } = getComputedStyle(button)
          return [backgroundColor, color, borderColor, fontWeight, height].join()
        }),
      )
    expect([looks.length, new Set(looks).size]).toEqual([3, 1])

    const barViolations = (await new AxeBuilder({ page }).include('.consent-bar').analyze()).violations
    expect(barViolations).toEqual([])
    await answer(page, messages, 'choose')
    const dialog = page.getByRole('dialog', { name: messages('settings_title') })
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(3)
    expect(await dialog.getByLabel(messages('necessary'), { exact: true }).isDisabled()).toBe(true)
    expect(await dialog.getByLabel(messages('analytics'), { exact: true }).isChecked()).toBe(false)
    const dialogViolations = (await new AxeBuilder({ page }).include('.consent-dialog').analyze()).violations
    expect(dialogViolations).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(messages('choose'))

    await answer(page, messages, 'only_necessary')
    await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.reload()
    await page.goto(`${appServer.origin}/${locale}/auth`)
    await page.getByRole('button', { name: messagesOf(locale, 'site')('cookies') }).waitFor()
    expect(await bar(page).count()).toBe(0)
    await collectedNothing(page, 0)
    expect([await others(), await stored(page)]).toEqual([[], []])
  },
)

test('S1.09 S2.21 S7.17 S4.14 after accepting everything each collector counts each page once', async () => {
  const page = await open()
  const first = await page.goto(`${appServer.origin}/en?utm_source=letter`)
  const policy = (await first?.allHeaders())?.['content-security-policy'] ?? ''
  expect(policy).toMatch(
    new RegExp(`connect-src [^;]*${posthog.url} ${umami.url} https://www.googletagmanager.com`),
  )
  await bar(page).waitFor()
  await collectedNothing(page, 0)
  await answer(page, messagesOf('en', 'consent'), 'accept_all')
  await bar(page).waitFor({ state: 'detached' })
  await collectedPages('/en?utm_source=letter')
  expect(umami.requests[0]?.headers).not.toHaveProperty('cookie')
  expect(umami.views()[0]).toEqual({
    type: 'event',
    payload: {
      hostname: 'localhost',
      language: 'en',
      screen: '1440x900',
      url: '/en?utm_source=letter',
      title: expect.stringMatching(/^Ozvi/),
      referrer: '',
      tag: 'e2e',
      website: website_id,
    },
  })
  const [config, flags] = posthog.requests
  expect([config?.path, flags?.path]).toEqual(['/array/phc_e2e/config', '/flags/'])
  const calls = await tagCalls(page)
  expect(calls.slice(0, 2)).toEqual([
    [
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
      },
    ],
    ['consent', 'update', { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }],
  ])
  expect(calls).toContainEqual(['event', 'page_view', expect.anything()])
  expect(await others()).toEqual(['_gcl_au'])
  expect((await stored(page)).length).toBeGreaterThan(0)

  await page.goto(`${appServer.origin}/en/auth`)
  await collectedPages('/en?utm_source=letter', '/en/auth')
  expect(await bar(page).count()).toBe(0)
  expect(await tagCalls(page)).toContainEqual(['event', 'page_view', expect.anything()])
  expect(events('$pageleave')).toEqual([])

  // The browser restores a page without starting its scripts again. Chromium keeps no pages while it is tested.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await collectedPages('/en?utm_source=letter', '/en/auth', '/en/auth')
})

test('S4.09 S4.13 S4.14 consent can be partial, and a later change applies immediately, also in other tabs', async () => {
  const messages = messagesOf('sk', 'consent')
  const page = await open({ locale: 'sk' })
  await page.goto(`${appServer.origin}/sk`)
  const other = await context.newPage()
  await other.goto(`${appServer.origin}/sk/auth`)
  await bar(other).waitFor()
  await answer(page, messages, 'choose')
  const choices = page.getByRole('dialog')
  await choices.getByLabel(messages('analytics'), { exact: true }).check()
  await choices.getByRole('button', { name: messages('save') }).click()
  await choices.waitFor({ state: 'detached' })
  await bar(page).waitFor({ state: 'detached' })
  await collectedPages('/sk', '/sk/auth')
  expect(outside.filter((address) => address.includes('google'))).toEqual([])
  expect(await others()).toEqual([])
  expect(await bar(other).count()).toBe(0)

  // Analytics are withdrawn, ads are allowed.
  const later = await openSettings(page, 'sk')
  await later.getByLabel(messages('analytics'), { exact: true }).uncheck()
  await later.getByLabel(messages('ads'), { exact: true }).check()
  await later.getByRole('button', { name: messages('save') }).click()
  await vi.waitFor(async () => expect(await others()).toEqual(['_gcl_au']))
  await vi.waitFor(async () => expect(await stored(page)).toEqual(['__ph_opt_in_out_phc_e2e']))
  await vi.waitFor(async () => expect(await tagCalls(other)).toContainEqual(['js', expect.anything()]))
  const before = outside.length
  await other.getByRole('link', { name: 'Ozvi' }).first().click()
  await other.waitForURL(`${appServer.origin}/sk`)
  await vi.waitFor(async () => expect(await tagCalls(other)).toContainEqual(['js', expect.anything()]))
  await other.waitForFunction(() => performance.now() > 3000)
  expect(new Set(outside.slice(before))).toEqual(
    new Set(['www.googletagmanager.com/gtag/js', 'www.google.com/pagead/landing']),
  )
  expect(await stored(other)).toEqual([])
  await other.close()

  // Ads are withdrawn: the tag's cookies are deleted, and the page is reloaded without it.
  const last = await openSettings(page, 'sk')
  const reloaded = page.waitForEvent('load')
  await last.getByRole('button', { name: messages('only_necessary') }).click()
  await reloaded
  const after = outside.length
  await page.getByRole('button', { name: messagesOf('sk', 'site')('cookies') }).waitFor()
  expect(await others()).toEqual([])
  expect(await tagCalls(page)).toEqual([])
  await collectedNothing(page, after)
})

test('S2.21 S4.14 the app counts each page, signing in identifies the person, and signing out resets it', async () => {
  const email = `eva-${crypto.randomUUID()}@example.com`
  const page = await open()
  const auth = messagesOf('en', 'auth')
  const shell = messagesOf('en', 'shell')
  await page.goto(`${appServer.origin}/en/auth/create-account`)
  await answer(page, messagesOf('en', 'consent'), 'accept_all')
  await page.getByLabel(auth('name'), { exact: true }).fill('Eva Malá')
  await page.getByLabel(auth('email'), { exact: true }).fill(email)
  await page.getByLabel(auth('password'), { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: auth('create_account') }).click()
  await page.waitForURL('**/verify-email**')
  const link = await appServer.mailedLink(email)
  await page.goto(link)
  await page.waitForURL('**/en/app')
  await vi.waitFor(() => expect(events('$identify')).toHaveLength(1))
  const [identified] = events('$identify')
  expect(identified?.properties['distinct_id']).toBe(email)
  await vi.waitFor(() => expect(pageViews().at(-1)).toBe(`${appServer.origin}/en/app`))
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)

  // A client-side navigation.
  const picker = messagesOf('en', 'integrations')
  await page.goto(`${appServer.origin}/en/app?create=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(picker('name'), { exact: true }).fill('Green Bean')
  await dialog.getByLabel(picker('url'), { exact: true }).fill('https://green-bean.example')
  await dialog.getByRole('button', { name: picker('create') }).click()
  await page.waitForURL('**/app/i/**')
  await page
    .getByRole('link', { name: shell('settings') })
    .first()
    .click()
  await page.waitForURL('**/settings/general')
  const { pathname } = new URL(page.url())
  await vi.waitFor(() => {
    expect(pageViews().at(-1)).toBe(appServer.origin + pathname)
    expect(umami.views().at(-1)?.payload['url']).toBe(pathname)
  })
  const viewedByEva = () =>
    events('$pageview')
      .filter(({ properties }) => properties['distinct_id'] === email)
      .map(({ properties }) => properties['$current_url'])
  const inbox = pathname.replace('/settings/general', '')
  const viewed = ['/en/app', '/en/app?create=1', inbox, pathname].map((address) => appServer.origin + address)
  // Requests may overtake one another.
  await vi.waitFor(() => expect(new Set(viewedByEva())).toEqual(new Set(viewed)))
  expect(viewedByEva()).toHaveLength(viewed.length)
  expect(JSON.stringify([posthog.requests, umami.requests])).not.toContain(token)

  // Public pages are the same for everyone and don't load the user, but the library remembers whom it identified.
  await page.goto(`${appServer.origin}/en/features`)
  await vi.waitFor(() => expect(viewedByEva()).toContain(`${appServer.origin}/en/features`))
  await page.goto(`${appServer.origin}${pathname}`)
  await vi.waitFor(() => expect(viewedByEva().at(-1)).toBe(appServer.origin + pathname))

  // The choice is also in the user menu.
  await page.getByRole('button', { name: /Eva Malá/ }).click()
  await page.getByRole('menuitem', { name: shell('cookies') }).click()
  const settings = page.getByRole('dialog', { name: messagesOf('en', 'consent')('settings_title') })
  expect(await settings.getByLabel(messagesOf('en', 'consent')('ads'), { exact: true }).isChecked()).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /Eva Malá/ }).click()
  await page.getByRole('menuitem', { name: shell('sign_out') }).click()
  await page.waitForURL('**/en/auth')
  await vi.waitFor(() => expect(pageViews().at(-1)).toBe(`${appServer.origin}/en/auth`))
  const last = events('$pageview').at(-1)?.properties
  expect(last?.['distinct_id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(last?.['distinct_id']).not.toBe(identified?.properties['$anon_distinct_id'])
  expect(last?.['$process_person_profile']).toBe(false)
  expect(events('$identify')).toHaveLength(1)
})

test('S1.09 without collectors no consent is requested and no collector code is loaded', async () => {
  const plain = commonAppServer()
  const page = await open()
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto(`${plain.origin}/en`)
  // By now it would have been requested.
  await page.waitForFunction(() => performance.now() > 3000)
  expect(await bar(page).count()).toBe(0)
  expect(await page.locator('[data-cookie-settings]').isVisible()).toBe(false)
  expect(files.filter((file) => /analytics|consent/.test(file))).toEqual([])
  const reply = await page.request.get(`${plain.origin}/en`)
  expect(reply.headers()['content-security-policy']).not.toMatch(/google|https:/)
})

test('S4.09 conversion cookies are deleted even without collectors', async () => {
  const plain = commonAppServer()
  const page = await open()
  for (const name of ['_gcl_au', 'AW-1']) await context.addCookies([{ name, value: '1', url: plain.origin }])
  await page.goto(`${plain.origin}/en`)
  await vi.waitFor(async () => expect(await others()).toEqual([]))
})
