import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'
import { pressUntil } from './press-until.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(appServer.origin + path, { redirect: 'manual', headers })
const post = '/en/blog/postgresql-inside-a-node-process'

async function publicAddresses(): Promise<string[]> {
  const xml = await (await get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}
const attributes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => value)

test('S1.06 S2.17 every public page exists in both languages, with title and description, and without broken links', async () => {
  const addresses = await publicAddresses()
  expect(addresses.length).toBeGreaterThan(150)
  const pages = new Map<string, string>()
  for (const path of addresses) {
    const reply = await get(path)
    expect(reply.status, path).toBe(200)
    pages.set(path, await reply.text())
  }
  // Menus and footers repeat the same links on every page: each URL is requested once.
  const answers = new Map<string, Promise<boolean>>()
  function isThere(path: string): Promise<boolean> {
    const answer = answers.get(path) ?? get(path).then(({ status }) => status < 400)
    answers.set(path, answer)
    return answer
  }
  const broken: string[] = []
  for (const [path, html] of pages) {
    const locale = path.slice(1, 3)
    expect(html, path).toContain(`<html lang="${locale}"`)
    expect(attributes(html, /<h1[\s>](.)/g), path).toHaveLength(1)
    expect(attributes(html, /<title[^>]*>([^<]{5,})<\/title>/g), path).toHaveLength(1)
    expect(attributes(html, /name="description" content="([^"]{40,})"/g), path).toHaveLength(1)
    expect(attributes(html, /rel="canonical" href="([^"]+)"/g), path).toEqual([appServer.origin + path])
    const other = path.replace(/^\/\w\w/, locale === 'en' ? '/sk' : '/en')
    expect(html, path).toContain(`hrefLang="${other.slice(1, 3)}" href="${appServer.origin}${other}"`)
    expect(html, path).toContain(`property="og:image" content="${appServer.origin}/og${path}.png"`)
    for (const data of attributes(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      expect(JSON.parse(data), path).toMatchObject({ '@context': 'https://schema.org' })
    }
    for (const href of attributes(html, /<a\b[^>]*\shref="(\/(?:en|sk)[^"]*)"/g)) {
      const [to = '', hash] = href.replaceAll('&amp;', '&').split('#')
      const known = pages.get(to)
      const isPlace = !known || !hash || known.includes(`id="${decodeURIComponent(hash)}"`)
      if (!isPlace || !(known || (await isThere(to)))) broken.push(`${path} → ${href}`)
    }
  }
  expect(broken).toEqual([])
}, 240_000)

test('S7.22 the API reference describes every operation of API keys, in both languages', async () => {
  // Our own document.
  const { paths } = (await (await get('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; tags: string[]; 'x-scope'?: string }>>
  }
  const calls = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((call) => call['x-scope'])
  expect(calls.length).toBeGreaterThan(70)
  for (const locale of ['en', 'sk']) {
    const root = `/${locale}/documentation/api/reference`
    const start = await (await get(root)).text()
    const pages = new Map<string, string>()
    for (const { operationId, tags, 'x-scope': scope } of calls) {
      const path = `${root}/${tags[0]}`
      const html = pages.get(path) ?? (await (await get(path)).text())
      pages.set(path, html)
      expect(start).toContain(`href="${path}#${operationId}"`)
      const [, section = ''] = html.split(`id="${operationId}"`)
      expect(section, operationId).toContain(scope)
      expect(section, operationId).toContain('authorization: Bearer $KEY')
    }
  }
  expect((await get('/en/documentation/api/reference/nowhere')).status).toBe(404)
})

test('SEC-30 a prerendered page allows its own scripts by hash, and answers 304 if unchanged', async () => {
  const first = await get('/en')
  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toMatch(/nonce|unsafe-inline'[^;]*script|unsafe-eval/)
  for (const page of [first, await get('/en/auth'), await get('/nowhere')])
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  // As behind a proxy that compresses, which makes tags weak.
  const again = await get('/en', { 'if-none-match': `W/${first.headers.get('etag') ?? ''}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get('/en', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
})
test('SEC-30 a rendered page has a new nonce each time, and no page can frame it; only our pages can frame the preview’s shop', async () => {
  const read = async (path: string) => {
    const reply = await get(path)
    const policy = reply.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /script-src 'nonce-([^']+)' 'strict-dynamic';/.exec(policy) ?? []
    const tags = attributes(await reply.text(), /<script\b([^>]*)>/g)
    const scripts = tags.filter((tag) => !/type="application\/(ld\+)?json"/.test(tag))
    return { nonce, scripts, frame_ancestors: /frame-ancestors (.*)$/.exec(policy)?.[1] }
  }
  const [first, second] = [await read('/en/auth'), await read('/en/auth')]
  for (const { nonce, scripts, frame_ancestors } of [first, second]) {
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(frame_ancestors).toBe("'none'")
  }
  expect(second.nonce).not.toBe(first.nonce)
  for (const [path, frame_ancestors] of [
    ['/en', "'none'"],
    ['/en/preview', "'none'"],
    ['/en/preview/shop', "'self'"],
    ['/preview/shop', "'self'"],
    ['/en/preview/shopping', "'none'"],
  ] as const)
    expect(await read(path), path).toMatchObject({ frame_ancestors })
})
test('S2.19 S9.04 a prerendered page stores the language for a year, once', async () => {
  expect((await get('/sk/blog')).headers.getSetCookie()).toEqual([
    'locale=sk; path=/; max-age=31536000; samesite=lax',
  ])
  expect((await get('/sk/blog', { cookie: 'locale=sk' })).headers.getSetCookie()).toEqual([])
})
test('302 S2.19 content without a locale redirects to the reader’s, with the query; missing content, the API and assets don’t redirect', async () => {
  const reply = await get(`/blog/postgresql-inside-a-node-process?a=1`, { 'accept-language': 'sk' })
  expect([reply.status, reply.headers.get('location')]).toEqual([
    302,
    '/sk/blog/postgresql-inside-a-node-process?a=1',
  ])
  for (const path of [
    '/blog/nowhere',
    '/en/blog/nowhere',
    '/documentation/a/b/c',
    '/de/blog',
    '/dictionary/x',
  ]) {
    const missing = await get(path)
    expect(missing.status, path).toBe(404)
    expect(await missing.text(), path).toContain(`Page not found: ${path}`)
  }
  for (const path of ['/en/api/user', '/assets/x.js', '/en/assets/x.js'])
    expect((await get(path)).status, path).toBe(404)
})
test('feeds, robots.txt and images are served', async () => {
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${appServer.origin}/sitemap.xml`)
  const rss = await (await get('/sk/blog/rss.xml')).text()
  expect(rss).toContain(`<link>${appServer.origin}/sk/blog/postgresql-inside-a-node-process</link>`)
  const picture = await get('/og/sk/blog/postgresql-inside-a-node-process.png')
  expect(picture.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect((await get('/og/en/nowhere.png')).status).toBe(404)
})

test('S2.17 the site is complete without scripts: menus, sections, search and texts', async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en`)
  await page.locator('header summary').click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documentation' }).click()
  await page.waitForURL('**/en/documentation')
  await page.getByRole('searchbox').fill('allowed domains')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /for “allowed domains”/ }).waitFor()
  await page
    .locator('main')
    .getByRole('link', { name: /domain/i })
    .first()
    .click()
  await page.waitForURL('**/documentation/widget/**')
  await page.goto(`${appServer.origin}${post}`)
  await page.getByText('On this page').waitFor({ state: 'attached' })
  expect(await page.locator('.tab-title').first().isVisible()).toBe(true)
  await context.close()
})
test('S2.20 tabs, copy buttons and the table of contents work once scripts run, and the features fill every row', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(appServer.origin + post)
  const tabs = page.getByRole('tablist').first().getByRole('tab')
  await tabs.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tabs.nth(1).getAttribute('aria-selected')).toBe('true')
  expect(await page.getByRole('tabpanel').count()).toBe(1)
  const figure = page.locator('figure.code').filter({ visible: true }).first()
  await figure.getByRole('button', { name: 'Copy' }).click()
  await figure.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await figure.locator('pre').innerText(),
  )
  const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  await last.click()
  await expect.poll(() => page.evaluate(() => location.hash)).not.toBe('')
  await page.goto(`${appServer.origin}/en/features`)
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const ends = await page
      .locator('main ul:has(h2) > li')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().right)))
    expect(ends.at(-1)).toBe(Math.max(...ends))
  }
  expect(complaints).toEqual([])
  await context.close()
})
test('S2.17 the documentation search works while typing, by keyboard, and ignores accents', async () => {
  const context = await browser.newContext({ locale: 'sk', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/sk/documentation`)
  const field = page.getByRole('combobox', { name: 'Hľadať v dokumentácii' })
  await pressUntil(page, '/', () => field.evaluate((input) => input === document.activeElement))
  const answered = page.waitForResponse((reply) => reply.url().endsWith('domeny'))
  await page.keyboard.type('povolene domeny')
  const hits = page.getByRole('listbox').getByRole('option')
  await hits.first().waitFor()
  await page.keyboard.press('Escape')
  await answered
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sk/documentation/widget/**')
  expect(complaints).toEqual([])
  await context.close()
})
test('S1.08 S4.12 a prerendered page has the reader’s color mode before the first paint', async () => {
  const context = await browser.newContext({ colorScheme: 'light' })
  await context.addCookies([{ name: 'color-mode', value: 'dark', url: appServer.origin }])
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/blog`, { waitUntil: 'commit' })
  await page.locator('body').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await context.close()
})
test('S4.12 a page that forces system warns in the console and follows the operating system, regardless of the preference', async () => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  await context.addCookies([{ name: 'color-mode', value: 'light', url: appServer.origin }])
  const page = await context.newPage()
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.goto(`${appServer.origin}/en/preview/shop?theme=system`)
  expect([await theme(), warnings]).toEqual([
    'dark',
    [expect.stringContaining('This page forces the color mode "system"')],
  ])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
  expect(warnings).toHaveLength(1)

  warnings.length = 0
  await page.goto(`${appServer.origin}/en/preview/shop?theme=light`)
  expect(await theme()).toBe('light')
  await page.goto(`${appServer.origin}/en/preview/shop`)
  expect([await theme(), warnings]).toEqual(['light', []])
  await context.close()
})
