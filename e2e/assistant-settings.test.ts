import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
/** A customer's page. The snippet is set when the workspace exists. */
const shop = { tag: '' }
const shopServer = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><h1>A shop</h1>${shop.tag}`)
})
const shopUrl = await new Promise<string>((resolve) => {
  shopServer.listen(0, 'localhost', () => {
    // A listening TCP server has an address object.
    resolve(`http://localhost:${(shopServer.address() as AddressInfo).port}`)
  })
})
afterAll(async () => {
  await browser.close()
  shopServer.close()
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
    await visitor.goto(shopUrl)
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
