import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('an admin connects a language model; its key is never shown again', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/assistant`)
  await page.getByRole('link', { name: 'Language model', exact: true }).click()
  await page.getByText('No language model is connected.').waitFor()

  await page.getByLabel('Base URL').fill('https://model.example.com/v1')
  await page.getByLabel('Model', { exact: true }).fill('small-model')
  await page.getByLabel('API key').fill('sk-a-secret-key')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your own language model is connected.').waitFor()
  await page.getByText('A key is stored.').waitFor()
  await page.getByRole('button', { name: 'Send a test request' }).waitFor()
  await page.reload()
  await page.getByText('Your own language model is connected.').waitFor()
  expect(await page.getByLabel('API key').inputValue()).toBe('')
  expect(await page.content()).not.toContain('sk-a-secret-key')
  expect(complaints).toEqual([])
})
