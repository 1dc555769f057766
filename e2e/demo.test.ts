import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

/*
 * The pages that demonstrate components and the date element: everything on them works.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

async function open(path: string) {
  const context = await browser.newContext({
    locale: 'en',
    timezoneId: 'Europe/Bratislava',
    viewport: { width: 1440, height: 900 },
  })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(appServer.origin + path)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  return { page, complaints, close: () => context.close() }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('S9.09 the primary color is step 500 in light and 400 in dark, side by side on one page', async () => {
  const { page, complaints, close } = await open('/en/demo/ui')
  const scale = await page.locator('[data-theme] ol').first().locator('li').allInnerTexts()
  expect(scale.map((step) => step.trim())).toEqual('50 100 200 300 400 500 600 700 800 900 950'.split(' '))
  const shown = (mode: string, background: string) =>
    page
      .locator(`#content [data-theme=${mode}] [style*="${background}"]`)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await shown('light', 'var(--primary)')).toBe(await shown('light', 'var(--primary-500)'))
  expect(await shown('dark', 'var(--primary)')).toBe(await shown('dark', 'var(--primary-400)'))
  expect(complaints).toEqual([])
  await close()
})

test('S9.14 avatars have nine sizes, 16 to 48 pixels', async () => {
  const { page, close } = await open('/en/demo/ui')
  const widths = await page
    .locator('section[aria-labelledby=avatars] [data-theme=light] li [data-initials]')
    .evaluateAll((faces) => faces.map((face) => face.getBoundingClientRect().width))
  expect(widths).toEqual([16, 20, 24, 28, 32, 36, 40, 44, 48])
  await close()
})

test('S4.17 S9.11 buttons, dialogs, menus, tooltips, toasts and tabs work', async () => {
  const { page, complaints, close } = await open('/en/demo/ui')
  // clicked again until the page is hydrated
  await vi.waitFor(async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    expect(await page.getByText('Pressed: Save (primary, sm)').count()).toBe(1)
  })
  await press(page, 'Dialog')
  await page.getByRole('dialog', { name: 'Dialog' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Dialog' }).waitFor({ state: 'detached' })
  await press(page, 'Confirmation')
  await page.getByLabel('Type “Green Bean” to confirm').fill('Green Bean')
  await press(page, 'Delete')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, 'Drawer')
  await page.getByRole('dialog', { name: 'Drawer' }).getByRole('button', { name: 'Close' }).click()
  await press(page, 'Menu')
  await page.getByRole('menuitemradio', { name: 'Name' }).click()
  const tooltip = page.getByRole('tooltip', { name: 'Adds detail to something that already has a name.' })
  await page.getByRole('button', { name: 'Tooltip', exact: true }).hover()
  await tooltip.waitFor()
  const neighbor = await page.getByRole('button', { name: 'Neighboring tooltip' }).boundingBox()
  // in many steps, like a hand: the path from a button to its tooltip keeps it open
  await page.mouse.move(neighbor!.x + 20, neighbor!.y + 12, { steps: 10 })
  await page.mouse.move(neighbor!.x + 30, neighbor!.y + 14, { steps: 5 })
  await tooltip.waitFor({ state: 'detached' })
  await page.getByRole('tooltip', { name: /^Appears instantly/ }).waitFor()
  await page.mouse.move(0, 0, { steps: 10 })
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await press(page, 'Toast with undo')
  await press(page, 'Undo')
  await page.getByText('Conversation reopened').first().waitFor()
  await page.getByRole('tab', { name: 'Second' }).click()
  await page.getByText('Content of the second tab.').waitFor()
  const form = page.locator('#fields-dark')
  await form.getByRole('button', { name: 'Submit with errors' }).click()
  await form.getByRole('link', { name: 'Name', exact: true }).waitFor()
  expect(await form.locator('#fields-dark-name-error').innerText()).toBe('Use at most 80 characters.')
  expect(complaints).toEqual([])
  await close()
})

test('S2.16 the date page shows times in both languages, time zones, a fixed and a live now, ranges and a picker', async () => {
  const { page, complaints, close } = await open('/en/demo/base-date')
  const row = (section: string, name: string) =>
    page.locator(`section[aria-labelledby=${section}]`).getByRole('row', { name }).innerText()
  for (const written of ['Nov 14, 2026, 12:00 PM', '14. 11. 2026, 12:00'])
    expect(await row('absolute', 'Date and time')).toContain(written)
  expect(await row('zones', 'Asia/Kolkata')).toContain('Nov 14, 2026, 4:30 PM')
  await page.getByText('Your time zone (Europe/Bratislava)').waitFor()
  expect(await row('clock-change', '1:30 AM')).toContain('Oct 25, 2026, 2:30 AM')
  expect(await row('relative', 'Nov 14, 2026, 11:55 AM')).toContain('pred 5 minútami')
  expect(await row('relative', 'Nov 14, 2026, 5:00 PM')).toContain('o 5 hodín')
  await page.getByText('You opened this page now.').waitFor()
  expect(await page.getByText(/^Nov 14\s?–\s?16, 2026$/).count()).toBe(1)

  // by keyboard: typed, then selected from the month
  await page.getByLabel('From', { exact: true }).fill('14.11.2026')
  await page.getByLabel('To', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: /20\d\d/ }).waitFor()
  await page.locator('[role=grid] :focus').waitFor()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByText(/^Selected: Nov 14/).waitFor()
  expect(complaints).toEqual([])
  await close()
})
