import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('the owner sees what a retention would delete before turning it on, and turns it off again', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  const section = page.locator('section', { hasText: 'Conversation retention' })
  await section.getByLabel('Keep closed conversations').selectOption('90')
  await section.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('for 90 days are permanently deleted').waitFor()
  await question.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Retention settings saved').first().waitFor()
  await page.reload()
  expect(await section.getByLabel('Keep closed conversations').inputValue()).toBe('90')
  await section.getByLabel('Keep closed conversations').selectOption('')
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Automatic deletion turned off').first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
