import { afterAll, expect, test } from 'vitest'
import { createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('S4.15 S7.19 S1.07 S3.06 the app loads only its language’s messages, another’s when chosen, and remembers it', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('response', (reply) => {
    const [, locale] = /\/messages-(en|sk)-\w+\.json$/.exec(reply.url()) ?? []
    if (locale) loaded.push(`${locale} ${reply.status()}`)
  })
  await page.goto(`${appServer.origin}/en/app/i/${id}/users?x=1`)
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  expect(new Set(loaded)).toEqual(new Set(['en 200']))

  loaded.length = 0
  await page.getByRole('button', { name: 'Account menu, Eva Nováková' }).click()
  await page.getByRole('menuitemradio', { name: 'Slovensky' }).click()
  await page.waitForURL(`**/sk/app/i/${id}/users?x=1`)
  await page.getByRole('heading', { level: 1, name: 'Používatelia' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('sk')
  await expect.poll(() => [...new Set(loaded)]).toEqual(['sk 200'])

  const localeCookie = (await context.cookies()).find(({ name }) => name === 'locale')
  expect(localeCookie?.value).toBe('sk')
  await page.goto(`${appServer.origin}/app/i/${id}`)
  await page.waitForURL(`**/sk/app/i/${id}`)
  await context.close()
})

test('S3.06 the site has its name, description and URL in both languages', async () => {
  for (const [locale, description] of [
    ['en', /^Customer chat that answers/],
    ['sk', /^Zákaznícky chat/],
  ] as const) {
    const reply = await fetch(`${appServer.origin}/site.${locale}.webmanifest`)
    expect(await reply.json()).toMatchObject({
      name: 'Ozvi',
      description: expect.stringMatching(description),
      lang: locale,
      start_url: `/${locale}/app`,
      scope: '/',
    })
    const html = await (await fetch(`${appServer.origin}/${locale}`)).text()
    expect(html).toContain(`rel="manifest" href="/site.${locale}.webmanifest"`)
    expect(html).toContain(`rel="canonical" href="${appServer.origin}/${locale}"`)
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/)
  }
})
