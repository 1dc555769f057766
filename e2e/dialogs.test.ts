import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('the buttons of a long dialog stay in view at 1366 by 768 px', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1366, height: 768 } })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/data-sources`)
  await page.getByRole('button', { name: 'Add source' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await dialog.getByText('Files', { exact: true }).click()
  const files = Array.from({ length: 8 }, (_, n) => ({
    name: `${n}.exe`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ'),
  }))
  await dialog.locator('input[type=file]').setInputFiles(files)
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(8)
  expect(await dialog.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  const { y = 0, height = 0 } = (await dialog.getByRole('button', { name: 'Done' }).boundingBox()) ?? {}
  const { y: top = 0, height: room = 0 } = (await dialog.boundingBox()) ?? {}
  expect(height).toBeGreaterThan(0)
  expect(y + height).toBeLessThanOrEqual(top + room)

  await context.close()
})

/** The largest number of pixels that an open dialog, or an element in it, hides until it is scrolled. */
async function hiddenPixels(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('button').last().waitFor()
  return dialog.evaluate((element) =>
    Math.max(
      element.getBoundingClientRect().bottom - innerHeight,
      ...[element, ...element.querySelectorAll('*')]
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
        .map((part) => Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth)),
    ),
  )
}

test('no dialog or panel of a new workspace scrolls at 1366 by 768 px, and the two longest not at 1024 by 768 px', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1366, height: 768 } })
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  const hidden: Record<string, number> = {}
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  async function measure(name: string, label = name) {
    hidden[label] = Math.max(await hiddenPixels(page, name), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name, exact: true }).waitFor({ state: 'detached' })
  }
  const go = (path: string) => page.goto(`${appServer.origin}/en/app/i/${id}${path}`)

  await go('/contacts')
  await press('Columns')
  await measure('Columns')
  await press('Import')
  await measure('Import contacts')
  await page.keyboard.press('?')
  await measure('Keyboard shortcuts')

  await go('/conversation')
  await press('Filter')
  await page.getByRole('button', { name: 'Apply' }).waitFor()
  await measure('Filters')

  await go('/settings/team')
  await press('New role')
  await measure('New role')
  await press('New team')
  await measure('New team')
  await press(/^Actions for Eva Nováková/)
  await page.getByRole('menuitem', { name: 'Availability and capacity' }).click()
  await page.getByRole('switch', { name: /^Set working hours/ }).click()
  await page.getByRole('button', { name: 'Copy Monday to weekdays' }).waitFor()
  await measure('Eva Nováková’s availability')

  async function measureOf(path: string, button: string, name = button) {
    await go(`/settings/${path}`)
    await press(button)
    // Loads after the dialog.
    if (path === 'replies') await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await measure(name)
  }
  await measureOf('replies', 'New reply')
  await measureOf('tags', 'New tag')
  await measureOf('contact-fields', 'Add field')
  await measureOf('api', 'New API key')
  await measureOf('api', 'New webhook')
  await measureOf('answer-tests', 'Add test')
  await measureOf('data-sources/answers', 'Add answer', 'Saved answer')

  await go('/settings/macros')
  await press('New macro')
  for (const action of ['Private note', 'Snooze'])
    await page.getByRole('combobox', { name: 'Actions' }).selectOption(action)
  await measure('New macro')

  await go('/settings/data-sources')
  await press('Add source')
  await page.getByText('Include or exclude pages').click()
  await measure('Add source')

  // The two longest, on a tablet too.
  await page.setViewportSize({ width: 1024, height: 768 })
  await go('/settings/team')
  await press('New role')
  await measure('New role', 'New role on a tablet')
  await page.keyboard.press('?')
  await measure('Keyboard shortcuts', 'Keyboard shortcuts on a tablet')

  expect(Object.entries(hidden).filter(([, height]) => height > 0)).toEqual([])
  await context.close()
})
