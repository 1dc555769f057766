import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'
import { openCustomerSite } from './customer-site.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
const shop = await openCustomerSite()
afterAll(async () => {
  await browser.close()
  shop.close()
})

test('the assistant gets a name, then the team answers first, and the chat shows both', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/client`)
  shop.tag = await page.getByLabel('Install snippet').innerText()
  await page.getByRole('link', { name: 'Assistant', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Beanie')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved', { exact: true }).waitFor()

  /** A new visitor, who starts a conversation. */
  const openChat = async () => {
    const visitor = await (await browser.newContext({ locale: 'en' })).newPage()
    await visitor.goto(shop.url)
    await visitor.locator('#ozvi .launcher').click()
    const chat = visitor.frameLocator('#ozvi iframe')
    await chat.getByRole('button', { name: /^Ask a question/ }).click()
    return chat
  }
  const first = await openChat()
  await first.getByRole('heading', { name: 'Beanie' }).waitFor()
  await first.getByRole('button', { name: 'Talk to a person' }).waitFor()

  await page.getByLabel('Visitors', { exact: true }).selectOption('Team first')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'hidden' })
  const second = await openChat()
  await second.getByRole('heading', { name: 'Green Bean' }).waitFor()
  await second.getByText('Our team replies here').waitFor()
  expect(await second.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0)
  expect(complaints).toEqual([])
})
