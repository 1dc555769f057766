import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { newPerson } from './person.ts'
import { commonProduct } from './common-product.ts'
import { openBrowser } from './product.ts'

const product = commonProduct()
const browser = await openBrowser()
afterAll(() => browser.close())

/** The dashboard of a new workspace, with a server that answers nothing from then on. */
async function openThenHold(held: RegExp) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const id = await newPerson(product, context)
  const page = await context.newPage()
  const releases: (() => void)[] = []
  let isHeld = false
  await page.route(held, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${product.origin}/en/app/i/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Hello, Eva' }).waitFor()
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
  page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).first()

test.each([
  { missing: 'scripts and data', held: /\/(assets|api)\//, name: 'Contacts', title: 'Contacts' },
  { missing: 'data', held: /\/api\//, name: 'Users', title: 'Users' },
  { missing: 'scripts and data', held: /\/(assets|api)\//, name: 'Settings', title: 'General' },
])(
  'S9.07 while the $missing of $name are on their way its skeleton is shown, not the old page',
  async ({ held, name, title }) => {
    const { page, release, close } = await openThenHold(held)
    await rail(page).getByRole('link', { name, exact: true }).click()
    await skeleton(page).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Hello, Eva' }).count()).toBe(0)
    release()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await expect.poll(() => skeleton(page).count()).toBe(0)
    await close()
  },
)
