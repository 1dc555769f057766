import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { askAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** The dashboard of a new workspace whose server stops responding. */
async function openThenBlock(pattern: RegExp) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  const releases: (() => void)[] = []
  let isHeld = false
  await page.route(pattern, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${appServer.origin}/en/app/i/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Hi, Eva' }).waitFor()
  isHeld = true
  return {
    page,
    release() {
      isHeld = false
      for (const release of releases.splice(0)) release()
    },
    close: () => context.close(),
  }
}
const rail = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })
const skeleton = (page: Page) =>
  page.locator('main').getByRole('status').filter({ hasText: 'Loading…' }).first()

test.each([
  { missing: 'scripts and data', held: /\/(assets|api)\//, name: 'Contacts', title: 'Contacts' },
  { missing: 'data', held: /\/api\//, name: 'Users', title: 'Users' },
  { missing: 'scripts and data', held: /\/(assets|api)\//, name: 'Settings', title: 'General' },
])(
  'S9.07 while $missing of $name load, its skeleton is shown instead of the old page',
  async ({ held: pattern, name, title }) => {
    const { page, release, close } = await openThenBlock(pattern)
    await rail(page).getByRole('link', { name, exact: true }).click()
    await skeleton(page).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Hi, Eva' }).count()).toBe(0)
    release()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await expect.poll(() => skeleton(page).count()).toBe(0)
    await close()
  },
)

test('going back closes an open dialog and returns the focus; going back again leaves the page', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}`)
  await rail(page).getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  const opener = page.getByRole('button', { name: 'New tag' }).first()
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'New tag' })
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  // The router goes forward again.
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/en/app/i/${id}/settings/tags`)
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await opener.click()
  await dialog.getByLabel('Name').fill('Returns')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Returns')
  await page.goBack()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL(/\/settings\/general$/)
  expect(complaints).toEqual([])
  await context.close()
})

test('going back from the list of a figure closes it and restores the dashboard’s address', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}`)
  const dashboard = page.url()
  await page
    .getByRole('button', { name: /^Needs reply|Needs reply$/ })
    .first()
    .click()
  const list = page.getByRole('dialog')
  await list.waitFor()
  expect(page.url()).not.toBe(dashboard)
  await page.goBack()
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).toBe(dashboard)
  await context.close()
})

test('the command palette opened over the emoji picker has the focus', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Are you open on Sunday?' },
  ])
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/conversation/${conversation_id}`)
  await page.getByRole('button', { name: 'Insert emoji' }).click()
  await page.getByRole('combobox', { name: 'Search emoji' }).fill('sun')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.waitFor()
  await page.getByRole('combobox', { name: 'Search emoji' }).waitFor({ state: 'detached' })
  await page.keyboard.type('contacts')
  expect(await palette.getByRole('combobox').inputValue()).toBe('contacts')
  await context.close()
})
