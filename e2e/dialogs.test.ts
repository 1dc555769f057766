import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('the buttons of a long dialog stay in view at 1366 by 768 px, and all fields of a canned reply', async () => {
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

  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/replies`)
  await page.getByRole('button', { name: 'New reply' }).first().click()
  const reply = page.getByRole('dialog', { name: 'New reply' })
  await reply.getByRole('button', { name: 'Attach files' }).waitFor()
  expect(await reply.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  await context.close()
})
