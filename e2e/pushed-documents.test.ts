import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('a program pushes documents with the key of a source, and the assistant quotes them', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const integration_id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${integration_id}/settings/data-sources`)
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('API', { exact: true }).click()
  await dialog.getByLabel('Name').fill('Help center')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Help center' }).waitFor()
  await page.getByRole('button', { name: 'Create push key' }).click()
  const key = await page.getByLabel('Push key', { exact: true }).textContent()
  const reply = await fetch(`${appServer.origin}/api/document`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      documents: [
        { external_id: 'help/returns', title: 'Returns', text: 'You can return goods within 45 days.' },
        { external_id: 'help/delivery', title: 'Delivery', text: 'Parcels arrive in two working days.' },
      ],
    }),
  })
  expect(await reply.json()).toEqual({ data: { added: 2, updated: 0, unchanged: 0 } })
  await page.getByText('2 documents').waitFor()
  await page.getByText('help', { exact: true }).waitFor()
  await page.getByLabel('Question').fill('How many days do I have to return goods?')
  await page.keyboard.press('Enter')
  await page.getByText('You can return goods within 45 days.').first().waitFor()
  expect(complaints).toEqual([])
})
