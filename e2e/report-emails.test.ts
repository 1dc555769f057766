import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('a member turns on the report by email with the keyboard, changes it, and turns it off', async () => {
  const context = await browser.newContext({
    locale: 'en',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}`)
  const button = page.getByRole('button', { name: 'Email report' })
  const dialog = page.getByRole('dialog', { name: 'Email this report' })
  await button.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  const often = dialog.getByLabel('How often')
  await expect.poll(() => often.evaluate((field) => field === document.activeElement)).toBe(true)
  await dialog.getByLabel('On', { exact: true }).selectOption('Wednesday')
  await dialog.getByLabel('Time zone').selectOption('This browser: Asia/Tokyo')
  await dialog.getByRole('button', { name: 'Turn on' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Weekly report turned on').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

  await button.click()
  await dialog.getByText(/^Next report: Wednesday, .* at 8:00 AM GMT\+9$/).waitFor()
  await dialog.getByLabel('How often').selectOption('Every month')
  await dialog.getByText('Covers the previous month.').waitFor()
  await dialog.getByLabel('On', { exact: true }).selectOption('Day 15')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Monthly report turned on').first().waitFor()
  await dialog.waitFor({ state: 'detached' })

  await button.click()
  expect(await dialog.getByLabel('On', { exact: true }).inputValue()).toBe('15')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Report emails turned off').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await button.click()
  await dialog.getByRole('button', { name: 'Turn on' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
