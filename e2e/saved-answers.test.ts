import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('saved answers are pasted from a spreadsheet, checked before import and found by search', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const integration_id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${integration_id}/settings/data-sources`)
  await page.getByRole('link', { name: 'Saved answers' }).click()
  await page.waitForURL('**/data-sources/answers')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Or paste cells from a spreadsheet')
    .fill(
      'Question\tAnswer\nWhere are you?\tIn Žilina.\nDo you ship abroad?\tYes, to the EU.\nNo answer?\t\n',
    )
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await dialog.getByText('2 new answers').waitFor()
  await dialog.getByText('Row 4: the answer is missing').waitFor()
  await dialog.getByRole('button', { name: 'Import 2 answers' }).click()
  await page.getByText('2 answers imported', { exact: true }).waitFor()
  await page.getByLabel('Search questions and answers').fill('zilina')
  await page.getByText('1 answer', { exact: true }).waitFor()
  expect(await page.getByRole('table').getByText('In Žilina.').isVisible()).toBe(true)
  expect(await page.getByText('Do you ship abroad?').count()).toBe(0)
  expect(complaints).toEqual([])
})
