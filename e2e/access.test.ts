import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createTestUser, password } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

/*
 * Access to pages: guests, users without a confirmed address, members of different workspaces, and unknown
 * addresses.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** An unused address, also when the test is retried. */
const newEmail = (name: string) => `${name}-${crypto.randomUUID()}@example.com`
const at = (path: string) => appServer.origin + path
async function open(locale: 'en' | 'sk' = 'en'): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } })
  return { context, page: await context.newPage() }
}
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
async function ends(page: Page, path: string) {
  await expect.poll(() => pathOf(page)).toBe(path)
  // Chromium never closes a page that is closed during a navigation (microsoft/playwright#41900).
  await page.waitForLoadState()
}
async function signIn(page: Page, email: string) {
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const me = async (context: BrowserContext) => {
  const reply = await context.request.get(at('/api/user'), { headers: { accept: 'application/json' } })
  // Returned by the route.
  return (await reply.json()) as { data?: { active_integration: { id: string } | null } }
}

test('S2.02 S2.13 S2.28 S4.03 a guest on a page for members signs in and returns to it', async () => {
  const email = newEmail('eva')
  const first = await open()
  const id = await createTestUser(appServer, first.context, email)
  await first.context.close()

  const { context, page } = await open()
  for (const path of ['/en/app', '/en/app/onboarding', `/en/app/i/${id}`, `/en/app/i/${id}/scenario`]) {
    await page.goto(at(path))
    await ends(page, `/en/auth?next=${encodeURIComponent(path)}`)
  }
  await page.goto(at(`/en/app/i/${id}/users?x=1`))
  await signIn(page, email)
  await ends(page, `/en/app/i/${id}/users?x=1`)
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await context.close()
})

test('S4.03 SEC-48 S2.12 S2.13 a signed-in user on a page for guests is redirected to the app, regardless of the URL', async () => {
  const { context, page } = await open()
  await createTestUser(appServer, context)
  for (const path of [
    '/en/auth',
    '/en/auth/create-account',
    '/en/auth?next=%2F%2Fevil.example',
    '/en/auth?next=https%3A%2F%2Fevil.example',
    '/en/auth?next=%2F%5Cevil.example',
  ]) {
    await page.goto(at(path))
    await ends(page, '/en/app')
  }
  await context.close()
})

test('SEC-48 after sign-in a return path with dot segments opens the app, not another host', async () => {
  const email = newEmail('lea')
  const first = await open()
  await createTestUser(appServer, first.context, email)
  await first.context.close()
  for (const next of [
    '/.//evil.example/auth',
    '/%2e//evil.example/auth',
    '/x/..//evil.example/auth',
    '/..//evil.example/auth',
    '/.\\\\evil.example/auth',
  ]) {
    const { context, page } = await open()
    await context.route('http://evil.example/**', (route) => route.fulfill({ body: 'Sign in again' }))
    await page.goto(at(`/en/auth?next=${encodeURIComponent(next)}`))
    await signIn(page, email)
    await page.waitForURL((url) => url.pathname !== '/en/auth')
    await expect.poll(() => page.url(), { message: next }).toBe(at('/en/app'))
    await page.waitForLoadState()
    await context.close()
  }
})

test('S6.01 S4.07 S2.28 a user without a confirmed email is redirected to verification from every page of the app', async () => {
  const { context, page } = await open()
  const email = newEmail('tom')
  await page.goto(at('/en/auth/create-account'))
  await page.getByLabel('Your name', { exact: true }).fill('Tom Toth')
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await ends(page, '/en/verify-email')
  for (const path of ['/en/app', '/en/app/onboarding/team', `/en/app/i/${crypto.randomUUID()}/contacts`]) {
    await page.goto(at(path))
    await ends(page, `/en/verify-email?next=${encodeURIComponent(path)}`)
  }
  await page.goto(await appServer.mailedLink(email))
  await ends(page, '/en/app')
  await context.close()
})

test('S4.01 S4.02 S9.01 the URL of another workspace activates it; an unknown one redirects to the list', async () => {
  const { context, page } = await open()
  const first = await createTestUser(appServer, context)
  await page.goto(at('/en/app'))
  await page.getByRole('button', { name: 'Create workspace' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Blue Bean')
  await dialog.getByLabel('Website', { exact: true }).fill('https://blue-bean.example')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL('**/app/i/**')
  const second = /\/app\/i\/([0-9a-f-]{36})/.exec(page.url())?.[1]
  const active = async () => (await me(context)).data?.active_integration?.id
  expect(await active()).toBe(second)

  await page.goto(at(`/en/app/i/${first}/users`))
  // The server renders the page; the browser activates the workspace.
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await expect.poll(active).toBe(first)
  await page.goto(at(`/en/app?integrationId=${second}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(active).toBe(second)

  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const unknown = crypto.randomUUID()
  await page.goto(at(`/en/app/i/${unknown}/users`))
  await ends(page, '/en/app')
  expect(logged.join('\n')).toContain(`Integration ${unknown} could not be activated`)
  // No error page flashes before.
  expect(logged.filter((text) => text.includes('Page not found'))).toEqual([])
  // A placeholder isn't sent to the server; it is simply not a page.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(at('/en/app/i/abcd'))
  await page.getByRole('heading', { level: 1, name: 'Page not found: /en/app/i/abcd' }).waitFor()
  expect(requests.filter((url) => url.includes('/activate/'))).toEqual([])
  expect(await active()).toBe(second)
  await context.close()
})

test('S4.05 S4.06 S2.14 S8.03 a session that was ended elsewhere redirects to sign-in at the next call, and signing out ends the session: the next person sees none of its workspaces', async () => {
  const { context, page } = await open()
  const email = newEmail('iva')
  const id = await createTestUser(appServer, context, email)
  await page.goto(at(`/en/app/i/${id}`))
  await page.getByRole('heading', { level: 1, name: 'Hi, Eva' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.clearCookies({ name: 'sid' })
  const link = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Contacts' })
  // Either the click's request or one of the page's own redirects, because the click may come too late.
  await link.click({ timeout: 5_000 }).catch(() => undefined)
  // Several rejected calls redirect, and the last one aborts the navigations of the others.
  await expect.poll(() => page.url(), { timeout: 20_000 }).toContain('/en/auth?next=')
  expect(await page.getByRole('status').or(page.getByRole('alert')).allInnerTexts()).not.toContain('401')
  await signIn(page, email)
  await page.waitForURL(`**/app/i/${id}**`)

  await page.goto(at('/en/auth/logout'))
  await ends(page, '/en/auth')
  expect((await me(context)).data).toBeUndefined()
  await page.goto(at('/en/auth/logout'))
  await ends(page, '/en/auth')
  await page.goto(at(`/en/app/i/${id}`))
  await ends(page, `/en/auth?next=${encodeURIComponent(`/en/app/i/${id}`)}`)

  const other = await open()
  const otherEmail = newEmail('jan')
  const otherId = await createTestUser(appServer, other.context, otherEmail, 'Ján Malý')
  await other.context.close()
  await page.goto(at('/en/auth'))
  await signIn(page, otherEmail)
  await ends(page, '/en/app')
  const workspaces = page.locator('main a[href*="/app/i/"]')
  await workspaces.first().waitFor()
  const paths = await workspaces.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(paths).toEqual([`/en/app/i/${otherId}`])
  expect((await me(context)).data?.active_integration?.id).toBe(otherId)
  expect(await page.content()).not.toContain(id)
  await context.close()
})

test.each([
  {
    locale: 'en',
    text: "We couldn't find the page you're looking for. It might have been moved or deleted.",
    helpful: 'You might find these helpful:',
    home: 'Return Home',
    back: 'Go Back',
  },
  {
    locale: 'sk',
    text: 'Stránku, ktorú hľadáte, sme nenašli. Možno bola presunutá alebo odstránená.',
    helpful: 'Možno vám pomôže toto:',
    home: 'Späť domov',
    back: 'Späť',
  },
] as const)(
  'S2.24 S2.25 S2.26 S2.27 S8.11 in $locale an unknown URL shows the error page with its links',
  async ({ locale, text, helpful, home, back }) => {
    const { context, page } = await open(locale)
    const lost = async () => {
      const reply = await page.goto(at(`/${locale}/no/such-page?x=1`))
      expect(reply?.status()).toBe(404)
    }
    await lost()
    await page
      .getByRole('heading', { level: 1, name: `Page not found: /${locale}/no/such-page`, exact: true })
      .waitFor()
    await page.getByText(text, { exact: true }).waitFor()
    const size = await page
      .getByText('404', { exact: true })
      .evaluate((figure) => Number.parseFloat(getComputedStyle(figure).fontSize))
    expect(size).toBeGreaterThan(90)
    // A new tab has no history.
    const opening = page.waitForEvent('popup')
    await page.evaluate(() => void globalThis.open(location.href))
    const tab = await opening
    await tab.getByRole('link', { name: back, exact: true }).click()
    await ends(tab, `/${locale}`)
    await tab.close()

    await page.goto(at(`/${locale}/auth`))
    await lost()
    await page.getByRole('link', { name: back, exact: true }).click()
    await ends(page, `/${locale}/auth`)
    await lost()
    await page.getByRole('link', { name: home }).click()
    await ends(page, `/${locale}`)
    await lost()
    await page.getByRole('heading', { name: helpful }).waitFor()
    await page.locator('main').getByRole('link', { name: 'Blog' }).click()
    await ends(page, `/${locale}/blog`)
    await context.close()
  },
)

test('404 S2.24 S2.25 a path that can’t be decoded and a deleted copy of a page show the error page too', async () => {
  for (const path of ['/100%', '/en/%zz', '/sk/blog/%E0%A4%A', `/snapshot/${crypto.randomUUID()}`]) {
    const reply = await fetch(at(path), { headers: { accept: 'text/html,*/*;q=0.8' } })
    const heading = (await reply.text()).match(/<h1[^>]*>([^<]*)/)?.[1]
    expect([reply.status, heading]).toEqual([404, `Page not found: ${path}`])
  }
})

test('S1.03 S2.10 every area is one click away, and settings start with the general ones', async () => {
  const { context, page } = await open()
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const base = `/en/app/i/${id}`
  await page.goto(at(base))
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  for (const [area, path] of [
    ['Contacts', '/contacts'],
    ['Inbox', '/conversation'],
    ['Scenarios', '/scenario'],
    ['Users', '/users'],
    ['Settings', '/settings/general'],
    ['Dashboard', ''],
  ] as const) {
    await rail.getByRole('link', { name: area, exact: true }).click()
    await ends(page, base + path)
    await rail.locator('[aria-current=page]', { hasText: area }).waitFor()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await page.goBack()
  await ends(page, `${base}/settings/general`)
  // A link to the open page adds no entry to the history.
  const entryKey = () => page.evaluate(() => (history.state as { key?: string } | null)?.key)
  const key = await entryKey()
  await rail.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect.poll(entryKey).not.toBe(key)
  for (const path of ['/users', '/scenario']) {
    await page.goBack()
    await ends(page, base + path)
  }
  const reply = await page.goto(at(`${base}/settings`))
  expect(reply?.status()).toBe(200)
  await ends(page, `${base}/settings/general`)
  const parts = page.locator('main').getByRole('navigation')
  for (const [part, heading] of [
    ['client', 'Chat widget'],
    ['data-sources', 'Data sources'],
    ['hubspot', 'HubSpot'],
    ['billing', 'Billing'],
    ['team', 'Team'],
    ['general', 'General'],
  ] as const) {
    await parts.locator(`a[href="${base}/settings/${part}"]`).click()
    await ends(page, `${base}/settings/${part}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('S7.20 S7.00 S4.10 the app opens one unencrypted socket to this machine, keeps it, and requests nothing from other hosts', async () => {
  const { context, page } = await open()
  const id = await createTestUser(appServer, context)
  const sockets: string[] = []
  const elsewhere: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('request', (request) => {
    if (!request.url().startsWith(appServer.origin)) elsewhere.push(request.url())
  })
  const joined = page.waitForResponse(
    (reply) =>
      reply.url().endsWith('/api/broadcasting/auth') &&
      reply.request().postData()?.includes('presence-integration') === true,
  )
  await page.goto(at(`/en/app/i/${id}`))
  const request = (await joined).request()
  expect(await request.allHeaders()).toMatchObject({
    accept: 'application/json',
    authorization: expect.stringMatching(/^Bearer /),
    'x-xsrf-token': expect.stringMatching(/.{20}/),
    cookie: expect.stringContaining('sid='),
  })
  expect(request.postDataJSON()).toEqual({
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
    channel_name: `presence-integration.${id}`,
  })
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  for (const area of ['Inbox', 'Contacts', 'Dashboard']) await rail.getByRole('link', { name: area }).click()
  await page.getByRole('heading', { level: 1, name: 'Hi, Eva' }).waitFor()
  expect(sockets).toEqual([expect.stringMatching(/^ws:\/\/localhost:\d+\/app\/\w+\?protocol=7&client=js&/)])
  expect(elsewhere).toEqual([])
  await context.close()
})
