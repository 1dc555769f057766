import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { askAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('in forced colors, switches are the system’s and the series of a chart are told apart', async () => {
  const context = await browser.newContext({
    locale: 'en',
    forcedColors: 'active',
    viewport: { width: 1440, height: 900 },
  })
  const id = await createTestUser(appServer, context)
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id: crypto.randomUUID(), body: 'Are you open on Sunday?' },
  ])
  const page = await context.newPage()
  const workspace = `${appServer.origin}/en/app/i/${id}`
  await page.goto(`${workspace}/settings/notifications`)
  const toggle = page.getByRole('switch').first()
  const look = await toggle.evaluate((element) => [
    getComputedStyle(element).appearance,
    getComputedStyle(element, '::before').display,
  ])
  expect(look).toEqual(['auto', 'none'])
  await page.goto(`${workspace}/reports`)
  const legend = page.getByRole('listitem').filter({ hasText: /^(Team|Assistant)$/ })
  await legend.first().waitFor()
  const colors = await legend
    .locator('span')
    .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundColor))
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(colors).toHaveLength(2)
  expect(new Set([...colors, canvas]).size).toBe(3)
  await context.close()
})
